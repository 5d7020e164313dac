import { Link } from 'react-router'
import { investmentStatusLabels, investmentTones } from '../../../domain/investments/investment.ts'
import type { MyInvestment } from '../../../domain/investments/portfolio.server.ts'
import type { KnownInvestor } from '../../../domain/investors/find-investor.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Day } from '../../../ui/day.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Table, Td, Th, Tr } from '../../../ui/layout/table.tsx'
import { type CalendarDate, isBefore } from '../../../values/calendar-date.ts'
import { isPositive } from '../../../values/money.ts'
import { investmentsHome } from '../../paths.ts'
import { PanelLink } from './panel-link.tsx'

type Props = { investor: KnownInvestor; investments: MyInvestment[]; today: CalendarDate }

export function InvestmentsPanel({ investor, investments, today }: Props) {
  if (investments.length === 0) {
    return (
      <Panel title="Investments">
        <EmptyState icon="investments" title="No investments yet">
          Their investments appear here, with payments and remaining amounts.
        </EmptyState>
      </Panel>
    )
  }
  const head = (
    <>
      <Th>Project</Th>
      <Th>Status</Th>
      <Th end>Amount</Th>
      <Th end>Remaining</Th>
    </>
  )
  return (
    <Panel
      title="Investments"
      flush
      action={
        <PanelLink to={`${investmentsHome}?investor=${investor.id}`}>Open in Investments</PanelLink>
      }
    >
      <Table caption="Their latest investments" head={head}>
        {investments.map((investment) => (
          <Line key={investment.id} investment={investment} today={today} />
        ))}
      </Table>
    </Panel>
  )
}

function Line({ investment, today }: { investment: MyInvestment; today: CalendarDate }) {
  const { id, project, status, amount, investedOn, remaining, nextPayment } = investment
  const isOpen = status !== 'cancelled' && isPositive(remaining)
  return (
    <Tr>
      <Td wrap className="@max-[48rem]/main:order-1">
        <Link to={`${investmentsHome}/${id}`} className="font-[560] wrap-anywhere hover:underline">
          <bdi>{project?.name ?? 'Unknown Project'}</bdi>
        </Link>
        <span className="block text-xs text-muted">
          since <Day on={investedOn} />
        </span>
      </Td>
      <Td className="@max-[48rem]/main:order-3">
        <Badge tone={investmentTones[status]}>{investmentStatusLabels[status]}</Badge>
      </Td>
      <Td end className="@max-[48rem]/main:order-2">
        <Amount cents={amount} show="when-needed" className="font-[560]" />
      </Td>
      <Td end className="@max-[48rem]/main:order-4">
        {isOpen ? (
          <Amount cents={remaining} show="when-needed" />
        ) : status === 'cancelled' ? (
          'cancelled'
        ) : (
          'paid in full'
        )}
        {isOpen && nextPayment && <Due on={nextPayment.on} today={today} />}
      </Td>
    </Tr>
  )
}

function Due({ on, today }: Record<'on' | 'today', CalendarDate>) {
  const isOverdue = isBefore(on, today)
  return (
    <span className={`block text-xs ${isOverdue ? 'font-medium text-negative' : 'text-muted'}`}>
      {isOverdue ? 'overdue since' : 'by'} <Day on={on} />
    </span>
  )
}
