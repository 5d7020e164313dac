import type { ReactNode } from 'react'

/** Put `covers` on its main link and `relative z-1` on other controls. */
export function Card({
  children,
  className = '',
  ...rest
}: {
  children: ReactNode
  className?: string
  'aria-labelledby'?: string
}) {
  return (
    <article
      className={`relative flex min-w-0 flex-col rounded-card border border-line bg-surface transition-colors focus-within:border-[color-mix(in_oklab,var(--text)_22%,var(--surface))] hover:border-[color-mix(in_oklab,var(--text)_22%,var(--surface))] ${className}`}
      {...rest}
    >
      {children}
    </article>
  )
}

export function CardPhoto({ children, badge }: { children: ReactNode; badge?: ReactNode }) {
  return (
    <div className="relative overflow-hidden rounded-t-[calc(var(--radius-card)-1px)] bg-track">
      {children}
      {badge && <div className="absolute top-3 left-3 flex">{badge}</div>}
    </div>
  )
}

export function CardBody({
  children,
  className = '',
}: {
  children: ReactNode
  className?: string
}) {
  return <div className={`flex-1 px-4 py-3.5 ${className}`}>{children}</div>
}

export function CardFoot({ children }: { children: ReactNode }) {
  return (
    <div className="relative z-1 mt-auto flex max-[19em]:flex-wrap items-center gap-1 border-t border-line-soft py-2 ps-4 pe-2.5">
      {children}
    </div>
  )
}

/** Cards at least 312 px wide. */
export function CardGrid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-flow-row-dense grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))] gap-4">
      {children}
    </div>
  )
}

/** Content opened by a card, across the whole grid below its row. */
export function CardOpened({ children }: { children: ReactNode }) {
  return <div className="col-span-full min-w-0">{children}</div>
}
