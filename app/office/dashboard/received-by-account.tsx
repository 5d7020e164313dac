import { Link } from 'react-router'
import type { AccountReceived } from '../../domain/bank-transactions/money-in.server.ts'
import { SectionTitle } from '../../ui/layout/panel.tsx'
import { type CalendarDate, formatMonth } from '../../values/calendar-date.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'

type Props = { month: CalendarDate; received: AccountReceived[] }

/** What arrived in each payment account this month, matched or not; nothing before the first transaction of the month. */
export function ReceivedByAccount({ month, received }: Props) {
  if (received.length === 0) return null
  return (
    <section className="mt-7">
      <SectionTitle>Received by account in {formatMonth(month)}</SectionTitle>
      <p className="mt-1 text-xs text-muted">
        Excluded lines, such as transfers between own accounts, are not counted here. The
        reconciliation of each account counts them.
      </p>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {received.map(({ accountId, name, currency, minor }) => (
          <li
            key={accountId}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1.5"
          >
            <Link
              to={`transactions/reconciliation?${new URLSearchParams({ account: accountId, month: month.slice(0, 7) })}`}
              className="tall-target min-w-0 text-link underline underline-offset-2"
            >
              <bdi>{name}</bdi>
            </Link>
            <span className="num font-[560]">{formatCurrency(minor, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
