import type { ReactNode } from 'react'

export const titleClass =
  'font-display text-[clamp(2.25rem,1.72rem+2.2vw,3.5rem)] leading-[1.04] font-normal tracking-[-0.025em]'

/** Of the form of a step. */
export const stepClass = 'grid gap-8 pt-10 [&_h2]:outline-none'

export const sumClass =
  'font-display text-2xl leading-[1.1] font-normal tracking-[-0.02em] max-[16em]:col-2'

/** The buttons at the end of a step. */
export function Foot({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`flex flex-wrap gap-3 max-sm:*:w-full ${className}`}>{children}</div>
}

/** A label and its value between hairlines. */
export function Fact({
  label,
  children,
  isSmall = false,
  className = '',
}: {
  label: string
  children: ReactNode
  isSmall?: boolean
  className?: string
}) {
  return (
    <div
      className={`flex items-baseline justify-between gap-6 border-t border-line py-3.25 last:border-b ${isSmall ? 'text-sm' : ''}`}
    >
      <dt className={`max-w-[45%] flex-none text-muted ${isSmall ? '' : 'text-md'}`}>{label}</dt>
      <dd className={`min-w-0 text-end font-[550] ${className}`}>{children}</dd>
    </div>
  )
}
