import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../icon.tsx'

type Props = {
  label: string
  summary: ReactNode
  summaryClass: string
  children: ReactNode
}

/**
 * A phone's menu of everything outside the tab bar. A `<details>` works without script; with it,
 * Esc, a press outside and navigation close it.
 */
export function MoreSheet({ label, summary, summaryClass, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()

  // Not on arrival: it may have been opened before the script came.
  const shownFor = useRef(key)
  useEffect(() => {
    if (shownFor.current !== key && details.current) details.current.open = false
    shownFor.current = key
  }, [key])

  // Tab leaves it after the last entry and wraps to the beginning of the page,
  // which the sheet must not cover.
  useEffect(() => {
    const leave = ({ target }: FocusEvent) => {
      if (details.current?.open && !details.current.contains(target as Node))
        details.current.open = false
    }
    document.addEventListener('focusin', leave)
    return () => document.removeEventListener('focusin', leave)
  }, [])

  const close = () => {
    if (details.current) details.current.open = false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !details.current?.open) return
    close()
    details.current.querySelector('summary')?.focus()
  }

  return (
    <details ref={details} className="more" onKeyDown={onKeyDown}>
      <summary className={summaryClass}>{summary}</summary>
      <button
        type="button"
        tabIndex={-1}
        aria-label="Close menu"
        className="fixed inset-0 z-40 bg-scrim"
        onClick={close}
      />
      <div className="fixed inset-x-0 bottom-0 z-41 max-h-[calc(100dvh-2.5rem)] animate-[dialog-rise_200ms_cubic-bezier(0.2,0,0,1)] overflow-y-auto rounded-t-[16px] bg-surface px-3 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] text-start text-text [--side-active:var(--tint-neutral)] [--side-hover:var(--hover)] [--side-muted:var(--text)] [--side-row:3rem] [--side-text:var(--text)]">
        <div className="flex items-center gap-4 px-3 pb-1">
          <h2 className="flex-1 text-lg font-[620] tracking-[-0.012em]">{label}</h2>
          <button
            type="button"
            aria-label="Close"
            className="grid size-11 place-items-center text-muted"
            onClick={close}
          >
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </details>
  )
}
