import type { ReactNode } from 'react'

/** A titled section; `action` is at the right of the heading. */
export function Panel({
  title,
  action,
  children,
  className = '',
  flush = false,
  id,
}: {
  id?: string
  title?: ReactNode
  action?: ReactNode
  children: ReactNode
  className?: string
  /** For rows and tables with their own padding. */
  flush?: boolean
}) {
  return (
    <section
      id={id}
      className={`panel min-w-0 rounded-card border border-line bg-surface ${className}`}
    >
      {title && (
        <header
          className={`flex flex-wrap items-center gap-x-4 gap-y-2 px-(--pad) pt-4 ${flush ? 'pb-3' : ''}`}
        >
          <SectionTitle>{title}</SectionTitle>
          {action}
        </header>
      )}
      {flush ? children : <div className="px-(--pad) pt-3 pb-(--pad)">{children}</div>}
    </section>
  )
}

/** 16 px in the portal, 15 px in the office. */
export function SectionTitle({ children }: { children: ReactNode }) {
  return (
    <h2 className="flex-1 text-base leading-[1.4] font-semibold tracking-[-0.006em] in-data-[shell=office]:text-md">
      {children}
    </h2>
  )
}

export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="num grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm wrap-anywhere @max-[16rem]/main:grid-cols-1 in-data-[shell=office]:text-xs [&>dd]:text-end @max-[16rem]/main:[&>dd]:text-start [&>dt]:text-muted">
      {children}
    </dl>
  )
}
