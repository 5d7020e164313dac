import type { ReactNode } from 'react'
import type {
  Allocation,
  Charts,
  MonthOfPosition,
  QuarterOfReturns,
} from '../../domain/distributions/my-charts.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { type CalendarDate, formatMonth, formatMonthShort } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'
import { add, formatAmount, isPositive, remainingAsShown, sum } from '../../values/money.ts'
import { formatPercent, share } from '../../values/percent.ts'
import { ChartFrame, heightOf } from './chart-frame.tsx'
import { FiguresTable } from './figures-table.tsx'

/** Rendered on the server, so that charts work without JavaScript; a sentence and a table give the same figures. */
function Chart({
  title,
  summary,
  table,
  children,
}: {
  title: string
  summary: string
  table: ReactNode
  children: ReactNode
}) {
  return (
    <Panel title={title} flush>
      <div className="px-(--pad) pb-3">
        <p className="-mt-1 mb-3 text-sm text-muted wrap-anywhere">{summary}</p>
        {children}
      </div>
      <details className="group/figures border-t border-line-soft">
        <summary className="inline-flex min-h-10 cursor-pointer items-center px-(--pad) text-sm font-medium text-link max-sm:min-h-11">
          <span className="group-open/figures:hidden">Show as a table</span>
          <span className="hidden group-open/figures:inline">Hide the table</span>
          <span className="sr-only">: {title}</span>
        </summary>
        <div className="pb-2">{table}</div>
      </details>
    </Panel>
  )
}

/** At the end of each of the last twelve months. */
export function PaidAndRemaining({ months }: { months: Charts['months'] }) {
  const summary = paidSummary(months)
  const top = months.reduce(
    (most, { paid, remaining }) => (add(paid, remaining) > most ? add(paid, remaining) : most),
    0n,
  )
  return (
    <Chart title="Paid and remaining" summary={summary} table={<MonthsTable months={months} />}>
      <p aria-hidden="true" className="mb-3 flex gap-5 text-xs text-muted">
        <Key className="bg-primary forced-colors:bg-[Highlight]">Paid</Key>
        <Key className="border border-dashed border-line-control bg-track">Remaining</Key>
      </p>
      <ChartFrame
        label={summary}
        top={top}
        columns={months.map(({ month, paid, remaining }, index) => ({
          key: month,
          title: `${formatMonth(month)}: ${formatAmount(paid, 'whole')} paid, ${formatAmount(remainingShare(paid, remaining), 'whole')} remaining`,
          caption: <MonthCaption month={month} withYear={saysYear(month, index)} />,
          bars: (scale) => (
            <>
              {isPositive(remaining) && (
                <span
                  className="mb-0.5 block w-full rounded-[2px] border border-dashed border-line-control bg-track"
                  style={{ height: heightOf(remaining, scale) }}
                />
              )}
              {isPositive(paid) && (
                <span
                  className="block w-full rounded-[2px] bg-primary forced-colors:bg-[Highlight]"
                  style={{ height: heightOf(paid, scale) }}
                />
              )}
            </>
          ),
        }))}
      />
    </Chart>
  )
}

/** Rounded so that paid and remaining add up, as in the figures above the charts. */
function remainingShare(paid: MonthOfPosition['paid'], remaining: MonthOfPosition['remaining']) {
  return remainingAsShown(add(paid, remaining), paid)
}

function paidSummary(months: MonthOfPosition[]): string {
  const [first, last] = [months.at(0), months.at(-1)]
  if (!first || !last || !isPositive(add(last.paid, last.remaining))) return 'No investments yet.'
  const now = `${formatAmount(last.paid, 'whole')} is paid and ${formatAmount(remainingShare(last.paid, last.remaining), 'whole')} remains.`
  if (first.paid === last.paid) return now
  return `At the end of ${formatMonth(first.month)} ${formatAmount(first.paid, 'whole')} was paid. Today ${now}`
}

function Key({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <i className={`size-2.5 rounded-[2px] ${className}`} />
      {children}
    </span>
  )
}

/** On the smallest phones every second month is labelled, always including January. */
function MonthCaption({ month, withYear }: { month: CalendarDate; withYear: boolean }) {
  const isOdd = Number(month.slice(5, 7)) % 2 === 1
  return (
    <span className={isOdd ? '' : '@max-[21rem]/main:invisible'}>
      {formatMonthShort(month)}
      {withYear && <span className="block">{month.slice(0, 4)}</span>}
    </span>
  )
}

/** The first month and each January, unless the two would be adjacent. */
function saysYear(month: CalendarDate, index: number): boolean {
  const number = Number(month.slice(5, 7))
  return number === 1 || (index === 0 && number < 11)
}

function MonthsTable({ months }: { months: MonthOfPosition[] }) {
  return (
    <FiguresTable
      caption="Paid and remaining at the end of each month"
      heads={['Month', 'Paid', 'Remaining']}
      rows={months.toReversed().map(({ month, paid, remaining }) => ({
        key: month,
        cells: [
          formatMonth(month),
          <Amount key="paid" cents={paid} />,
          <Amount key="remaining" cents={remainingShare(paid, remaining)} />,
        ],
      }))}
    />
  )
}

const projectsDrawn = 6

export function AllocationByProject({ allocation }: { allocation: Allocation[] }) {
  const total = sum(allocation.map(({ amount }) => amount))
  const [largest] = allocation
  if (!largest) return null
  const of = counted(allocation.length, 'project')
  const part = formatPercent(share(largest.amount, total))
  const summary =
    allocation.length === 1
      ? `All of it is in ${largest.project}.`
      : `Over ${of}, with the most in ${largest.project}: ${part}.`
  const drawn = allocation.slice(0, projectsDrawn)
  const others = allocation.length - drawn.length
  return (
    <Chart
      title="Allocation by project"
      summary={summary}
      table={<AllocationTable allocation={allocation} total={total} />}
    >
      <div role="img" aria-label={summary} className="grid grid-cols-1 gap-3">
        {drawn.map(({ projectId, project, amount }) => (
          <div key={projectId} title={`${project}: ${formatAmount(amount, 'whole')}`}>
            <p className="num flex justify-between gap-3 text-xs text-muted">
              <span className="min-w-0 wrap-anywhere">{project}</span>
              <span>{formatPercent(share(amount, total))}</span>
            </p>
            <span className="mt-1 block h-2.5 rounded-[2px] bg-track">
              <span
                className="block h-full min-w-0.5 rounded-[2px] bg-primary forced-colors:bg-[Highlight]"
                style={{ width: `${Math.min(share(amount, total) / 100, 100)}%` }}
              />
            </span>
          </div>
        ))}
        {others > 0 && (
          <p className="text-xs text-muted">{`and ${counted(others, 'smaller one')}`}</p>
        )}
      </div>
    </Chart>
  )
}

function AllocationTable({
  allocation,
  total,
}: {
  allocation: Allocation[]
  total: Allocation['amount']
}) {
  return (
    <FiguresTable
      caption="Invested in each project"
      heads={['Project', 'Invested', 'Share']}
      rows={allocation.map(({ projectId, project, amount }) => ({
        key: projectId,
        cells: [
          project,
          <Amount key="amount" cents={amount} />,
          formatPercent(share(amount, total)),
        ],
      }))}
    />
  )
}

export function ReturnsByQuarter({ quarters }: { quarters: QuarterOfReturns[] }) {
  if (quarters.length === 0) return null
  const total = sum(quarters.map(({ returned }) => returned))
  const most = quarters.reduce((best, current) =>
    current.returned > best.returned ? current : best,
  )
  const highest = formatAmount(most.returned, 'whole')
  const isAlone = quarters.filter(({ returned }) => returned === most.returned).length === 1
  const when = isAlone
    ? `the most in ${nameOf(most.quarter)}: ${highest}`
    : `at most ${highest} in one`
  const summary = `${formatAmount(total, 'whole')} in ${counted(quarters.length, 'quarter')}, ${when}.`
  return (
    <Chart
      title="Returns by quarter"
      summary={summary}
      table={<QuartersTable quarters={quarters} />}
    >
      <ChartFrame
        label={summary}
        top={most.returned}
        columns={quarters.map(({ quarter, returned }, index) => ({
          key: quarter,
          title: `${nameOf(quarter)}: ${formatAmount(returned, 'whole')}`,
          caption: (
            <>
              {nameOf(quarter).slice(0, 2)}
              {(index === 0 || quarter.slice(5, 7) === '01') && (
                <span className="block">{quarter.slice(0, 4)}</span>
              )}
            </>
          ),
          bars: (scale) =>
            isPositive(returned) && (
              <span
                className="block w-full rounded-[2px] bg-positive forced-colors:bg-[Highlight]"
                style={{ height: heightOf(returned, scale) }}
              />
            ),
        }))}
      />
    </Chart>
  )
}

/** `Q3 2026`. */
function nameOf(quarter: CalendarDate): string {
  return `Q${(Number(quarter.slice(5, 7)) + 2) / 3} ${quarter.slice(0, 4)}`
}

function QuartersTable({ quarters }: { quarters: QuarterOfReturns[] }) {
  return (
    <FiguresTable
      caption="Returns received in each quarter"
      heads={['Quarter', 'Returns']}
      rows={quarters.toReversed().map(({ quarter, returned }) => ({
        key: quarter,
        cells: [nameOf(quarter), <Amount key="returned" cents={returned} show="when-needed" />],
      }))}
    />
  )
}
