export function DemoNotice() {
  return (
    <aside
      aria-label="Demo"
      data-print="no"
      className="demo-notice bg-tint-warning px-4 py-1.5 text-center text-xs leading-[1.45] text-balance text-text max-md:py-1 max-md:text-2xs"
    >
      <strong className="font-semibold">Demo.</strong> The people and figures are invented; nothing
      here is an offer.
    </aside>
  )
}
