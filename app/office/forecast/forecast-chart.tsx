import type { ForecastMonth } from '../../domain/receivables/forecast.server.ts'
import { SectionTitle } from '../../ui/layout/panel.tsx'
import { type CalendarDate, formatMonth, formatMonthShort } from '../../values/calendar-date.ts'
import { formatAmount, sum, zero } from '../../values/money.ts'

const height = 160
const slot = 40
const barWidth = 14

/** Two bars for each month, as SVG from the server: it appears without script. The table has the same amounts. */
export function ForecastChart({ months, today }: { months: ForecastMonth[]; today: CalendarDate }) {
  const summary = summaryOf(months)
  return (
    <section aria-labelledby="forecast-chart" className="mt-2">
      <div id="forecast-chart">
        <SectionTitle>Scheduled and received by month</SectionTitle>
      </div>
      <p className="mt-1 text-muted">{summary}</p>
      <Legend />
      <Bars months={months} today={today} summary={summary} />
    </section>
  )
}

function summaryOf(months: ForecastMonth[]) {
  const past = months.filter(({ received }) => received !== null)
  const scheduled = formatAmount(sum(past.map((month) => month.scheduled)), 'when-needed')
  const received = formatAmount(sum(past.map((month) => month.received ?? zero)), 'when-needed')
  const [first] = months
  const since = first ? formatMonth(first.month) : ''
  return `Since ${since}: ${scheduled} scheduled, ${received} received.`
}

function Legend() {
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 text-xs text-muted">
      <span className="inline-flex items-center gap-1.5">
        <span
          aria-hidden="true"
          className="size-2.5 rounded-small border border-line-control bg-tint-neutral"
        />
        Scheduled
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-small bg-primary" />
        Received
      </span>
    </p>
  )
}

function Bars({
  months,
  today,
  summary,
}: {
  months: ForecastMonth[]
  today: CalendarDate
  summary: string
}) {
  const most = months.reduce<bigint>((top, { scheduled, received }) => {
    const larger = scheduled > (received ?? 0n) ? scheduled : (received ?? 0n)
    return larger > top ? larger : top
  }, 1n)
  const tall = (amount: bigint) =>
    amount <= 0n ? 0 : Math.max(1, Number((amount * BigInt(height * 100)) / most) / 100)
  const width = months.length * slot
  return (
    <svg
      role="img"
      aria-label={summary}
      viewBox={`0 0 ${width} ${height + 42}`}
      className="mt-3 block h-auto w-full max-w-[60rem] overflow-visible fill-current text-muted"
    >
      {months.map((month, index) => (
        <MonthBars
          key={month.month}
          month={month}
          at={index * slot}
          heights={{ scheduled: tall(month.scheduled), received: tall(month.received ?? 0n) }}
          isNow={month.month.slice(0, 7) === today.slice(0, 7)}
          isNamedOnPhone={index % 3 === 0}
          hasYear={index === 0 || month.month.slice(5, 7) === '01'}
        />
      ))}
      <line x1={0} x2={width} y1={height} y2={height} className="stroke-line-control" />
    </svg>
  )
}

type MonthProps = {
  month: ForecastMonth
  at: number
  heights: { scheduled: number; received: number }
  isNow: boolean
  hasYear: boolean
  /** Labels are larger in a narrow chart, and every third month has one. */
  isNamedOnPhone: boolean
}

function MonthBars({
  month: { month, scheduled, received },
  at,
  heights,
  isNow,
  hasYear,
  isNamedOnPhone,
}: MonthProps) {
  const words = `${formatMonth(month)}: ${formatAmount(scheduled, 'when-needed')} scheduled${
    received === null ? '' : `, ${formatAmount(received, 'when-needed')} received`
  }`
  const middle = at + slot / 2
  const label = `text-[11px] @max-[48rem]/main:text-[20px] ${isNamedOnPhone ? '' : '@max-[48rem]/main:hidden'}`
  return (
    <g>
      <title>{words}</title>
      {isNow && (
        <rect x={at} y={0} width={slot} height={height} className="fill-tint-neutral opacity-50" />
      )}
      <rect
        x={middle - barWidth - 1}
        y={height - heights.scheduled}
        width={barWidth}
        height={heights.scheduled}
        className="fill-tint-neutral stroke-line-control"
      />
      <rect
        x={middle + 1}
        y={height - heights.received}
        width={barWidth}
        height={heights.received}
        className="fill-primary"
      />
      <text x={middle} y={height + 18} textAnchor="middle" className={label}>
        {formatMonthShort(month)}
      </text>
      {hasYear && (
        <text x={middle} y={height + 38} textAnchor="middle" className={label}>
          {month.slice(0, 4)}
        </text>
      )}
    </g>
  )
}
