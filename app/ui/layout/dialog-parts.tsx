import type { ReactNode } from 'react'

/** Scrolls when the dialog is taller than the window. Very narrow ones stack their field columns. */
export function DialogBody({ children }: { children: ReactNode }) {
  return (
    <div className="dialog-body @container/dialog px-6 pt-4.5 pb-5.5 max-sm:px-4 max-sm:pt-3.5 max-sm:pb-4 @max-[20rem]/dialog:**:[.grid-cols-2]:grid-cols-1">
      {children}
    </div>
  )
}

/** DialogCancel first, the action last. `note` is at the left where there is room. */
export function DialogFoot({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <footer className="flex flex-none flex-wrap items-center justify-end gap-2 border-t border-line px-6 py-3.5 max-sm:px-4 max-sm:pt-3 max-sm:pb-[calc(0.75rem+env(safe-area-inset-bottom))] *:[button,a]:min-h-(--field) max-sm:*:[button]:flex-1">
      {note && <span className="me-auto text-xs text-muted max-sm:hidden">{note}</span>}
      {children}
    </footer>
  )
}
