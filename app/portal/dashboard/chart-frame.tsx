import type { ReactNode } from 'react'
import { cents, formatAmount } from '../../values/money.ts'

type Column = { key: string; title: string; caption: ReactNode; bars: (scale: bigint) => ReactNode }

/** Columns above and below zero, with a labelled axis; `label` describes them in words. */
export function ChartFrame({
  label,
  top,
  columns,
}: {
  label: string
  top: bigint
  columns: Column[]
}) {
  const { step, scale } = scaleFor(top)
  const lines = Array.from({ length: Number(scale / step) + 1 }, (_, index) => step * BigInt(index))
  return (
    <div
      role="img"
      aria-label={label}
      className="num grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-2xs text-muted"
    >
      <div className="relative h-44 max-md:h-36">
        {lines.map((amount) => (
          <span
            key={amount}
            className="absolute end-0 translate-y-1/2"
            style={{ bottom: heightOf(amount, scale) }}
          >
            {short(amount)}
          </span>
        ))}
        <span className="invisible">{short(scale)}</span>
      </div>
      <div className="relative h-44 max-md:h-36">
        {lines.map((amount) => (
          <span
            key={amount}
            className={`absolute inset-x-0 border-t ${amount === 0n ? 'border-line-control' : 'border-line-soft'}`}
            style={{ bottom: heightOf(amount, scale) }}
          />
        ))}
        <div className="absolute inset-0 flex gap-x-[2.5%]">
          {columns.map(({ key, title, bars }) => (
            <div key={key} title={title} className="flex flex-1 flex-col items-center justify-end">
              <div className="flex h-full w-full max-w-9 flex-col justify-end">{bars(scale)}</div>
            </div>
          ))}
        </div>
      </div>
      <div className="col-start-2 mt-1.5 flex gap-x-[2.5%] text-center max-md:text-3xs">
        {columns.map(({ key, caption }) => (
          <span
            key={key}
            className="min-w-0 flex-1 max-[19em]:nth-[3n]:invisible max-[19em]:nth-[3n+2]:invisible"
          >
            {caption}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Height in percent of the chart. */
export function heightOf(amount: bigint, scale: bigint): string {
  return `${Number((amount * 10_000n) / scale) / 100}%`
}

const dollar = 100n
const mostLines = 4n

/** At most four gridlines, in steps of 1, 2 or 5 times a power of ten. */
function scaleFor(top: bigint): { step: bigint; scale: bigint } {
  let power = dollar
  while (power * 10n * mostLines <= top) power *= 10n
  const step =
    [1n, 2n, 5n, 10n]
      .map((times) => times * power)
      .find((candidate) => candidate * mostLines >= top) ?? power * 10n
  const count = top <= 0n ? 1n : (top + step - 1n) / step
  return { step, scale: step * count }
}

/** Short axis labels: `$20k`, `$1.5m`, `$2bn`. */
function short(amount: bigint): string {
  const dollars = amount / dollar
  const thousands = Number(dollars / 100n) / 10
  if (dollars >= 1_000_000_000n) return `$${thousands / 1_000_000}bn`
  if (dollars >= 1_000_000n) return `$${thousands / 1000}m`
  return dollars >= 1000n ? `$${thousands}k` : formatAmount(cents(amount), 'whole')
}
