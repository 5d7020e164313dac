import type { ForecastMonth } from '../../domain/receivables/forecast.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CardLabel, Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { type CalendarDate, formatMonth } from '../../values/calendar-date.ts'

/** The amounts of the chart. */
export function MonthsTable({ months, today }: { months: ForecastMonth[]; today: CalendarDate }) {
  return (
    <div className="mt-4 max-w-184">
      <Table
        caption="Scheduled and received by month"
        head={
          <>
            <Th>Month</Th>
            <Th end>Scheduled</Th>
            <Th end>Received</Th>
            <Th end>Still open</Th>
          </>
        }
      >
        {months.map(({ month, scheduled, open, received }) => (
          <Tr
            key={month}
            className={
              scheduled === 0n && open === 0n && !received ? '@max-[48rem]/main:hidden!' : ''
            }
          >
            <Td card="row">
              {formatMonth(month)}{' '}
              {month.slice(0, 7) === today.slice(0, 7) && <Badge tone="blue">This month</Badge>}
            </Td>
            <Td end>
              <CardLabel>Scheduled</CardLabel>
              <Amount cents={scheduled} show="when-needed" />
            </Td>
            <Td end>
              <CardLabel>Received</CardLabel>
              {received === null ? '–' : <Amount cents={received} show="when-needed" />}
            </Td>
            <Td end card="row">
              <CardLabel>Still open</CardLabel>
              <Amount cents={open} show="when-needed" />
            </Td>
          </Tr>
        ))}
      </Table>
    </div>
  )
}
