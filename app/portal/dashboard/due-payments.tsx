import type { Returns } from '../../domain/distributions/my-returns.server.ts'
import type { NextPayment } from '../../domain/investments/portfolio.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Day } from '../../ui/day.tsx'
import { SectionTitle } from '../../ui/layout/panel.tsx'
import { type CalendarDate, formatDay, formatDayShort } from '../../values/calendar-date.ts'
import { isPositive } from '../../values/money.ts'
import { dueIn } from '../parts/labels.ts'
import { PortalLink } from '../parts/portal-link.tsx'
import { CollapsedList } from './collapsed-list.tsx'

const shown = 3

type Props = { payments: NextPayment[]; total: number; returns: Returns; today: CalendarDate }

export function DuePayments({ payments, total, returns, today }: Props) {
  return (
    <section
      data-due
      className="order-1 mt-(--gap) flex flex-col overflow-hidden rounded-card border border-line bg-surface @min-[40rem]/main:order-2 @min-[58rem]/main:col-2 @min-[58rem]/main:row-[1/3] @min-[58rem]/main:mt-0"
    >
      <header className="flex px-(--pad) pt-4">
        <SectionTitle>Next payments</SectionTitle>
      </header>
      {payments.length > 0 ? (
        <div className="px-(--pad) pt-1 pb-2">
          <Due payments={payments.slice(0, shown)} today={today} />
          {total > shown && (
            <CollapsedList
              total={total - shown}
              unread={total - payments.length}
              className="border-t border-line"
              frame="overflow-y-auto @min-[58rem]/main:max-h-64"
            >
              <Due payments={payments.slice(shown)} today={today} />
            </CollapsedList>
          )}
        </div>
      ) : (
        <p className="px-(--pad) pt-2 pb-5 text-muted">
          No payment is due. Agreed dates appear here, with the amount to pay.
        </p>
      )}
      <dl className="mt-auto grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line bg-[color-mix(in_oklab,var(--positive)_5%,var(--surface))] px-(--pad) py-3.5 max-sm:py-2.5">
        <dt className="font-[550]">Returns received</dt>
        <dd className="num row-span-2 text-xl font-[580] tracking-[-0.018em] text-positive">
          <Amount cents={returns.total} />
        </dd>
        <dd className="num text-xs text-muted">
          {returns.last ? (
            <>
              Last <Amount cents={returns.last.amount} show="when-needed" />, on{' '}
              <Day on={returns.last.on} />
            </>
          ) : (
            'None yet'
          )}
          {isPositive(returns.declared) && (
            <span className="block">
              <Amount cents={returns.declared} show="when-needed" /> declared, not sent yet
            </span>
          )}
        </dd>
      </dl>
    </section>
  )
}

type DueProps = { payments: NextPayment[]; today: CalendarDate }

function Due({ payments, today }: DueProps) {
  return (
    <ul className="divide-y divide-line">
      {payments.map((payment) => (
        <DuePayment key={payment.investmentId} payment={payment} today={today} />
      ))}
    </ul>
  )
}

function DuePayment({ payment, today }: { payment: NextPayment; today: CalendarDate }) {
  const { words, isOverdue } = dueIn(payment.on, today)
  const [dayOfMonth, month] = formatDayShort(payment.on).split(' ')
  return (
    <li className="grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-x-3 py-3 max-sm:py-2 @max-[14rem]/main:grid-cols-[2.75rem_minmax(0,1fr)]">
      <time
        dateTime={payment.on}
        title={formatDay(payment.on)}
        className="grid justify-items-center rounded-[6px] border border-line bg-surface-2 pt-1 pb-1.5 leading-[1.1]"
      >
        <b className="num text-[1.0625rem] font-semibold">{dayOfMonth}</b>{' '}
        <span className="text-2xs text-muted">{month}</span>
      </time>
      <div className="min-w-0">
        <p className="font-[550] wrap-anywhere">
          <PortalLink to={`investments/${payment.investmentId}`} className="hover:underline">
            {payment.project ?? 'Project no longer shown'}
          </PortalLink>
        </p>
        <p className={`text-xs ${isOverdue ? 'font-medium text-negative' : 'text-muted'}`}>
          {words}
          <PortalLink
            to={`investments/${payment.investmentId}#how-to-pay`}
            className="block w-fit font-medium wrap-anywhere text-link hover:underline"
            aria-label={`How to pay for ${payment.project ?? 'this investment'}`}
          >
            How to pay
          </PortalLink>
        </p>
      </div>
      <p className="text-end @max-[14rem]/main:col-start-2 @max-[14rem]/main:text-start">
        <Amount cents={payment.due} show="when-needed" className="block font-[580]" />
        <span className="text-xs text-muted">
          {payment.due > payment.amount ? 'due in all' : 'to pay'}
        </span>
      </p>
    </li>
  )
}
