import type { CSSProperties, ReactNode } from 'react'
import {
  investmentStatusLabels,
  investmentTones,
  nothingDueWords,
} from '../../domain/investments/investment.ts'
import type { MyInvestment } from '../../domain/investments/portfolio.server.ts'
import type { MyPayment } from '../../domain/payments/my-payments.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Day } from '../../ui/day.tsx'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, formatAmount, isPositive } from '../../values/money.ts'
import { dueIn } from '../parts/labels.ts'
import { Outstanding } from '../parts/outstanding.tsx'
import { PortalLink } from '../parts/portal-link.tsx'
import { ProjectPhoto } from '../parts/project-photo.tsx'
import { investmentsHome } from '../paths.ts'
import { Payments } from './payments.tsx'

type Props = {
  investment: MyInvestment
  returned: Cents
  payments: MyPayment[]
  today: CalendarDate
}

export function InvestmentLine({ investment, returned, payments, today }: Props) {
  const { project, cover, amount, status, investedOn, nextPayment, waitsFor } = investment
  const due = nextPayment && dueIn(nextPayment.on, today)
  return (
    <li>
      <div className="relative grid grid-cols-[4rem_minmax(10rem,1.5fr)_repeat(4,minmax(0,1fr))] items-start gap-x-5 px-5 pt-4.5 pb-3 @max-[52rem]/main:grid-cols-[3.5rem_minmax(0,1fr)] @max-[52rem]/main:gap-3 @max-[52rem]/main:px-4 @max-[52rem]/main:pt-4 @max-[16rem]/main:grid-cols-1 @max-[16rem]/main:*:first:hidden">
        <ProjectPhoto cover={cover} />
        <div className="min-w-0">
          <h2 className="text-md leading-[1.3] font-semibold">
            <PortalLink
              to={`${investmentsHome}/${investment.id}`}
              className="covers wrap-anywhere hover:underline"
            >
              {project?.name ?? 'Project no longer shown'}
            </PortalLink>
          </h2>
          {investment.owned !== null && (
            <p className="text-xs font-[560] wrap-anywhere">
              <bdi>{investment.owned}</bdi>
            </p>
          )}
          <p className="mb-1.5 text-xs text-muted wrap-anywhere">{project?.location}</p>
          <Badge tone={investmentTones[status]}>{investmentStatusLabels[status]}</Badge>
        </div>
        <dl className="contents @max-[52rem]/main:col-span-full @max-[52rem]/main:grid @max-[52rem]/main:grid-cols-2 @max-[52rem]/main:gap-x-3 @max-[52rem]/main:gap-y-2.5">
          <Fact label="Amount" value={<Amount cents={amount} show="when-needed" />} money={amount}>
            <Outstanding investment={investment} />
          </Fact>
          <Fact
            label="Returns received"
            value={
              <Amount
                cents={returned}
                show="when-needed"
                className={isPositive(returned) ? 'text-positive' : ''}
              />
            }
            money={returned}
          >
            {isPositive(returned) ? null : 'None yet'}
          </Fact>
          <Fact label="Investment date" value={<Day on={investedOn} />} />
          {nextPayment && due && (
            <Fact label="Next payment" value={<Day on={nextPayment.on} />}>
              <span className={due.isOverdue ? 'font-medium text-negative' : ''}>{due.words}</span>
              <span className="block">
                <Amount cents={nextPayment.due} show="when-needed" />{' '}
                {nextPayment.due > nextPayment.amount ? 'due in all' : 'to pay'}
              </span>
            </Fact>
          )}
          {waitsFor !== null && (
            <Fact label="Next payment" value={<bdi>{nothingDueWords(waitsFor)}</bdi>} />
          )}
        </dl>
      </div>
      <Payments payments={payments} project={project?.name ?? 'this investment'} />
    </li>
  )
}

type FactProps = { label: string; value: ReactNode; money?: Cents; children?: ReactNode }

/** Scales a long amount down to its column. */
function Fact({ label, value, money, children }: FactProps) {
  const length = money === undefined ? undefined : formatAmount(money, 'when-needed').length
  return (
    <div className="@container min-w-0" style={{ '--length': length } as CSSProperties}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="num font-[560]">
        <span
          className={length ? 'text-[min(1.0625rem,170cqi/var(--length))] tracking-[-0.01em]' : ''}
        >
          {value}
        </span>
        {children && (
          <span className="block text-xs font-normal tracking-normal text-muted">{children}</span>
        )}
      </dd>
    </div>
  )
}
