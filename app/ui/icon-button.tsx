export function iconButtonClass(extra = '') {
  return `relative inline-grid size-(--icon-button) flex-none place-items-center rounded-control text-muted transition-colors in-data-[shell=office]:md:[&>svg]:size-4.5 hover:bg-hover hover:text-text ${extra}`
}
