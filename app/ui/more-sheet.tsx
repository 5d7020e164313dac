import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Icon } from './icon.tsx'

type Props = {
  label: string
  summary: ReactNode
  summaryClass: string
  children: ReactNode
}

/**
 * What does not fit into the tab bar, as a sheet from below. A `<details>`, so it opens without script; with it, Esc, a
 * press outside and going elsewhere close it.
 */
export function MoreSheet({ label, summary, summaryClass, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()

  useEffect(() => {
    if (key && details.current) details.current.open = false
  }, [key])

  // Tab leads out of it past its last entry and, as it stands at the end of the page, on to the beginning: what has the
  // focus then must not lie behind it.
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
        className="more-scrim"
        onClick={close}
      />
      <div className="more-sheet">
        <div className="flex items-center gap-4 px-3 pb-1">
          <h2 className="flex-1 text-lg font-[620] tracking-[-0.012em]">{label}</h2>
          <button type="button" aria-label="Close" className="more-close" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </details>
  )
}
