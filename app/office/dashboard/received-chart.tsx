import type { MonthOfPayments } from '../../domain/payments/received-by-month.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { SectionTitle } from '../../ui/layout/panel.tsx'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { formatMonth, formatMonthShort } from '../../values/calendar-date.ts'
import { type Cents, formatAmount, sum } from '../../values/money.ts'

/** Rendered on the server, so that the chart works without JavaScript; a sentence and a table give the same figures. */
export function ReceivedChart({ months }: { months: MonthOfPayments[] }) {
  const summary = summaryOf(months)
  return (
    <section className="mt-8" aria-labelledby="received-by-month">
      <div id="received-by-month">
        <SectionTitle>Money received by month</SectionTitle>
      </div>
      <p className="mt-1 text-muted">{summary}</p>
      <Bars months={months} summary={summary} />
      <details className="mt-3">
        <summary className="inline-flex min-h-7 cursor-pointer items-center text-xs text-link underline underline-offset-2 max-md:min-h-11">
          Show the months as a table
        </summary>
        <div className="mt-2 max-w-184">
          <MonthsTable months={months} />
        </div>
      </details>
    </section>
  )
}

function summaryOf(months: MonthOfPayments[]) {
  const total = sum(months.map(({ received }) => received))
  const most = months.reduce<MonthOfPayments | null>(
    (best, current) => (best === null || current.received > best.received ? current : best),
    null,
  )
  if (!most || most.received <= 0n) return 'Nothing was received in the last twelve months.'
  const whole = formatAmount(total, 'whole')
  const highest = formatAmount(most.received, 'whole')
  return `${whole} in the last twelve months, the most in ${formatMonth(most.month)}: ${highest}.`
}

function Bars({ months, summary }: { months: MonthOfPayments[]; summary: string }) {
  const { top, bottom } = rangeOf(months)
  return (
    <div role="img" aria-label={summary} className="mt-4">
      <div className="relative grid h-44 grid-cols-12 gap-x-[3%] max-md:h-36">
        {months.map(({ month, received }) => (
          <Bar
            key={month}
            title={titleOf(month, received)}
            received={received}
            top={top}
            bottom={bottom}
          />
        ))}
        <span
          className="absolute inset-x-0 border-t border-line-control"
          style={{ bottom: `${percentOf(-bottom, top - bottom)}%` }}
        />
      </div>
      <div className="mt-1.5 grid grid-cols-12 gap-x-[3%] text-center text-2xs text-muted max-md:text-3xs">
        {months.map(({ month }, index) => (
          <span key={month}>
            {formatMonthShort(month)}
            {(index === 0 || month.slice(5, 7) === '01') && (
              <span className="block">{month.slice(0, 4)}</span>
            )}
          </span>
        ))}
      </div>
    </div>
  )
}

type BarProps = { title: string; received: Cents; top: bigint; bottom: bigint }

/** Bars start at zero; a month with more refunds than payments goes below it. */
function Bar({ title, received, top, bottom }: BarProps) {
  const range = top - bottom
  const isBack = received < 0n
  const height = percentOf(isBack ? -received : received, range)
  const foot = percentOf((isBack ? received : 0n) - bottom, range)
  return (
    <div className="group relative" title={title}>
      <span
        className={`absolute inset-x-0 mx-auto max-w-12 rounded-t-small forced-colors:bg-[Highlight] ${isBack ? 'bg-negative' : 'bg-primary'}`}
        style={{ bottom: `${foot}%`, height: `max(${height}%, ${received === 0n ? 0 : 2}px)` }}
      />
      {received !== 0n && (
        <span
          className="absolute inset-x-0 -mx-4 mb-1 text-center text-2xs text-muted @max-[52rem]/main:hidden"
          style={{ bottom: `${foot + height}%` }}
        >
          <Amount cents={received} />
        </span>
      )}
    </div>
  )
}

const headroom = 115n

function rangeOf(months: MonthOfPayments[]) {
  const all = months.map(({ received }) => received as bigint)
  const top = all.reduce((most, current) => (current > most ? current : most), 0n)
  const bottom = all.reduce((least, current) => (current < least ? current : least), 0n)
  return { top: top === 0n ? -bottom / 4n + 1n : (top * headroom) / 100n + 1n, bottom }
}

function percentOf(part: bigint, whole: bigint) {
  return Number((part * 10_000n) / whole) / 100
}

function titleOf(month: MonthOfPayments['month'], received: Cents) {
  return `${formatMonth(month)}: ${formatAmount(received, 'whole')}`
}

function MonthsTable({ months }: { months: MonthOfPayments[] }) {
  return (
    <Table
      caption="Money received by month"
      head={
        <>
          <Th>Month</Th>
          <Th end>Payments</Th>
          <Th end>Refunds and adjustments</Th>
          <Th end>Received</Th>
        </>
      }
    >
      {months.toReversed().map(({ month, payments, corrections, received }) => (
        <Tr key={month}>
          <Td card="row">{formatMonth(month)}</Td>
          <Td end>
            <Amount cents={payments} />
          </Td>
          <Td end>
            <Amount cents={corrections} />
          </Td>
          <Td end>
            <Amount cents={received} />
          </Td>
        </Tr>
      ))}
    </Table>
  )
}
