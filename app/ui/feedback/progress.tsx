import type { ReactNode } from 'react'
import { type BasisPoints, formatPercent } from '../../values/percent.ts'

/** Green from 80%, amber from 50%, red below, by the exact share (payments in the office). */
function verdict(value: BasisPoints) {
  if (value >= 8000) return 'bg-positive'
  return value >= 5000 ? 'bg-warning' : 'bg-negative'
}

/** `label` is for screen readers; the screen shows the figure. */
export function ProgressBar({
  value,
  label,
  colour = 'plain',
  className = '',
}: {
  value: BasisPoints
  label: string
  /** `verdict` judges a payment; `plain` has one colour. */
  colour?: 'verdict' | 'plain'
  className?: string
}) {
  const percent = Math.min(value / 100, 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={formatPercent(value)}
      className={`h-1.5 overflow-hidden rounded-full bg-track forced-colors:border ${className}`}
    >
      <div
        className={`h-full rounded-full forced-colors:bg-[Highlight] ${colour === 'verdict' ? verdict(value) : 'bg-primary'}`}
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}

export function Progress({
  value,
  label,
  children,
  colour,
  decimals = 1,
}: {
  value: BasisPoints
  label: string
  children: ReactNode
  colour?: 'verdict' | 'plain'
  decimals?: 0 | 1
}) {
  return (
    <div>
      <p className="num flex justify-between gap-3 text-xs text-muted">
        <span>{children}</span>
        <strong className="font-[560] text-text">{formatPercent(value, decimals)}</strong>
      </p>
      <ProgressBar value={value} label={label} {...(colour ? { colour } : {})} className="my-1.5" />
    </div>
  )
}
