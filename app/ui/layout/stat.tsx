import type { ReactNode } from 'react'

/** A figure with a label above and a line of context below. */
export function Stat({
  label,
  figure,
  context,
  className = '',
}: {
  label: ReactNode
  figure: ReactNode
  context?: ReactNode
  className?: string
}) {
  return (
    <dl className={`min-w-0 ${className}`}>
      <dt className="text-xs leading-[1.35] text-muted">{label}</dt>
      <dd className="num mt-1 text-3xl leading-[1.15] font-[580] tracking-[-0.022em] @max-[24rem]/main:text-2xl @max-[20rem]/main:text-xl">
        {figure}
      </dd>
      {context && <dd className="mt-1 text-xs leading-[1.4] text-muted">{context}</dd>}
    </dl>
  )
}

const rows = {
  2: 'grid-cols-2 [&>:nth-child(2n+1)]:ps-0',
  3: 'grid-cols-3 @max-[44rem]/main:grid-cols-2 @min-[44.01rem]/main:[&>:nth-child(3n+1)]:ps-0 @max-[44rem]/main:[&>:first-child]:col-span-full @max-[44rem]/main:[&>:first-child]:ps-0 @max-[44rem]/main:[&>:nth-child(2n)]:ps-0',
  4: 'grid-cols-4 @max-[44rem]/main:grid-cols-2 @min-[44.01rem]/main:[&>:nth-child(4n+1)]:ps-0 @max-[44rem]/main:[&>:nth-child(2n+1)]:ps-0',
}

/** Two columns where the page is narrow. */
export function Figures({
  columns = 4,
  children,
}: {
  columns?: keyof typeof rows
  children: ReactNode
}) {
  return (
    <div
      className={`grid overflow-hidden border-y border-line ${rows[columns]} @max-[16rem]/main:grid-cols-1! @max-[16rem]/main:*:ps-0! *:-ms-px *:-mt-px *:border-s *:border-t *:border-line *:py-4 *:ps-(--pad) *:pe-3`}
    >
      {children}
    </div>
  )
}
