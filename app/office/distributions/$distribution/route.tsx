import { Link, Outlet } from 'react-router'
import {
  type DistributionInFull,
  findDistribution,
  sharesOfDistribution,
} from '../../../domain/distributions/distributions.server.ts'
import { adminQuery, notFound } from '../../../platform/session/session.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Day, Moment } from '../../../ui/day.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { DialogLink } from '../../../ui/layout/dialog-link.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { Pagination } from '../../../ui/layout/pagination.tsx'
import { Figures, Stat } from '../../../ui/layout/stat.tsx'
import { Table, Td, Th, Tr } from '../../../ui/layout/table.tsx'
import { formatDay } from '../../../values/calendar-date.ts'
import { formatCurrency, formatExchange, rateSourceLabels } from '../../../values/exchange-rate.ts'
import { isId } from '../../../values/id.ts'
import { listQuery } from '../../../values/list-query.ts'
import { formatPercent, nearestShare } from '../../../values/percent.ts'
import type { Route } from './+types/route.ts'

const list = '/admin-dashboard/distributions'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { distributionId } = params
  return adminQuery(context, async (admin) => {
    const distribution = isId(distributionId) ? await findDistribution(admin, distributionId) : null
    if (!distribution) throw notFound()
    return {
      distribution,
      ...(await sharesOfDistribution(admin, distribution, listQuery(url).page)),
    }
  })
}

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(loaderData ? `${loaderData.distribution.project} · Distribution` : 'Distribution', args)

export default function Distribution({ loaderData }: Route.ComponentProps) {
  const { distribution, paid, page, pageSize } = loaderData
  const { project, total, datedOn, shares, voidedBecause, voidedAt, voidedBy } = distribution
  return (
    <>
      <PageHead
        back={{ to: list, label: 'Distributions' }}
        title={<bdi>{project}</bdi>}
        lead={
          <>
            Distribution of <Day on={datedOn} /> {voidedBecause !== null && <Badge>Voided</Badge>}
          </>
        }
        actions={<Acts distribution={distribution} />}
      />
      <div className="grid gap-(--gap)">
        {voidedBecause !== null && voidedAt && (
          <Alert tone="warning">
            <p>
              Voided on <Moment at={voidedAt} /> by <bdi>{voidedBy ?? 'the command line'}</bdi>. Its
              payouts no longer count.
            </p>
            <bdi className="text-xs whitespace-pre-line wrap-anywhere">{voidedBecause}</bdi>
          </Alert>
        )}
        <Facts distribution={distribution} />
        <div>
          <Table
            caption="Shares, largest first"
            head={
              <>
                <Th>Investor</Th>
                <Th end>Share</Th>
                <Th end>Received</Th>
              </>
            }
          >
            {paid.map(({ investmentId, investor, amount, paidMinor }) => (
              <Tr key={investmentId}>
                <Td wrap>
                  <Link
                    to={`/admin-dashboard/investments/${investmentId}`}
                    className="font-[560] wrap-anywhere hover:underline"
                  >
                    <bdi>{investor.name}</bdi>
                  </Link>
                  <bdi className="block text-xs text-muted wrap-anywhere">{investor.email}</bdi>
                </Td>
                <Td
                  end
                  className="text-muted @max-[48rem]/main:order-1 @max-[48rem]/main:text-start! @max-[48rem]/main:text-sm"
                >
                  {formatPercent(nearestShare(amount, total), 2)}
                </Td>
                <Td end>
                  <Amount
                    cents={amount}
                    show="always"
                    className={voidedBecause === null ? '' : 'line-through'}
                  />
                  {paidMinor !== null && distribution.paid && (
                    <span className="block text-xs text-muted">
                      {formatCurrency(paidMinor, distribution.paid.currency)}
                    </span>
                  )}
                </Td>
              </Tr>
            ))}
          </Table>
          {shares > pageSize && <Pagination page={page} pageSize={pageSize} total={shares} />}
        </div>
      </div>
      <Outlet />
    </>
  )
}

function Acts({ distribution: { id, voidedBecause } }: { distribution: DistributionInFull }) {
  return (
    <>
      <ButtonLink icon="history" to={`/admin-dashboard/audit?about=${id}`}>
        Audit trail
      </ButtonLink>
      {voidedBecause === null && (
        <DialogLink look="secondary" icon="void" to={`${list}/${id}/void`}>
          Void
        </DialogLink>
      )}
    </>
  )
}

function Facts({ distribution }: { distribution: DistributionInFull }) {
  const { total, paid, shares, recordedAt, recordedBy, note } = distribution
  return (
    <section aria-label="What was distributed">
      <Figures columns={3}>
        <Stat
          label="Amount"
          figure={<Amount cents={total} show="when-needed" />}
          context={
            <>
              {paid && (
                <span className="num block">
                  {`${formatExchange(paid)}, ${rateSourceLabels[paid.source].toLowerCase()} of ${formatDay(paid.on)}`}
                </span>
              )}
              {note ? <bdi className="wrap-anywhere">{note}</bdi> : !paid && 'in total'}
            </>
          }
        />
        <Stat
          label="Split among"
          figure={shares}
          context={shares === 1 ? 'investment' : 'investments'}
        />
        <Stat
          label="Recorded"
          figure={<Moment at={recordedAt} time={false} />}
          context={recordedBy ? <bdi>by {recordedBy}</bdi> : 'by the command line'}
        />
      </Figures>
    </section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home={list} title="Error fetching data" />
}
