import { Link } from 'react-router'
import type { ListedDistribution } from '../../domain/distributions/distributions.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Day } from '../../ui/day.tsx'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { counted } from '../../values/counted.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'
import { StateBadge } from './state-badge.tsx'

export function DistributionsTable({ distributions }: { distributions: ListedDistribution[] }) {
  const head = (
    <>
      <Th>Project</Th>
      <Th>Record date</Th>
      <Th>Note</Th>
      <Th end>Split among</Th>
      <Th end>Declared</Th>
      <Th end>Sent</Th>
    </>
  )
  return (
    <Table caption="Distributions, newest first" head={head}>
      {distributions.map((distribution) => {
        const { id, project, datedOn, note, shares, total, sent, paid, voidedBecause } =
          distribution
        return (
          <Tr key={id} className={voidedBecause === null ? '' : 'text-muted'}>
            <Td wrap className="@max-[48rem]/main:order-1">
              <Link
                to={`/admin-dashboard/distributions/${id}`}
                className="font-[560] wrap-anywhere hover:underline"
              >
                <bdi>{project}</bdi>
              </Link>{' '}
              <StateBadge distribution={distribution} />
            </Td>
            <Td className="@max-[48rem]/main:order-3">
              <Day on={datedOn} />
            </Td>
            <Td wrap card="row" className="text-muted wrap-anywhere @max-[48rem]/main:order-5">
              {voidedBecause ?? note}
            </Td>
            <Td end className="text-muted @max-[48rem]/main:order-4">
              {counted(shares, 'investment')}
            </Td>
            <Td end className="@max-[48rem]/main:order-2">
              <Amount
                cents={total}
                show="when-needed"
                className={voidedBecause === null ? 'font-[580]' : 'line-through'}
              />
              {paid && (
                <span className="block text-xs text-muted">
                  {formatCurrency(paid.minor, paid.currency)}
                </span>
              )}
            </Td>
            <Td end className="@max-[48rem]/main:order-6">
              <span className="hidden pe-1.5 text-xs text-muted @max-[48rem]/main:inline">
                Sent
              </span>
              <Amount
                cents={sent}
                show="when-needed"
                className={voidedBecause === null ? '' : 'line-through'}
              />
            </Td>
          </Tr>
        )
      })}
    </Table>
  )
}
