import { Link, Outlet } from 'react-router'
import {
  type DistributionInFull,
  findDistribution,
  sharesOfDistribution,
} from '../../../domain/distributions/distributions.server.ts'
import { type Sending, sendingsOf } from '../../../domain/distributions/sendings.server.ts'
import { paymentMethodLabels } from '../../../domain/investments/payment-methods.ts'
import { adminQuery, notFound } from '../../../platform/session/session.server.ts'
import { Amount } from '../../../ui/amount.tsx'
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
import { counted } from '../../../values/counted.ts'
import {
  formatCurrency,
  formatExchange,
  rateSourceLabels,
  sumPaidMinor,
} from '../../../values/exchange-rate.ts'
import { isId } from '../../../values/id.ts'
import { listQuery } from '../../../values/list-query.ts'
import { isPositive } from '../../../values/money.ts'
import { formatPercent, nearestShare } from '../../../values/percent.ts'
import { StateBadge } from '../state-badge.tsx'
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
      sendings: await sendingsOf(admin, distribution.id),
    }
  })
}

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(loaderData ? `${loaderData.distribution.project} · Distribution` : 'Distribution', args)

export default function Distribution({ loaderData }: Route.ComponentProps) {
  const { distribution, paid, sendings, page, pageSize } = loaderData
  const { project, datedOn, shares } = distribution
  return (
    <>
      <PageHead
        back={{ to: list, label: 'Distributions' }}
        title={<bdi>{project}</bdi>}
        lead={
          <>
            Distribution of <Day on={datedOn} /> <StateBadge distribution={distribution} />
          </>
        }
        actions={<Acts distribution={distribution} />}
      />
      <div className="grid gap-(--gap)">
        <Voided distribution={distribution} />
        <Facts distribution={distribution} sentMinor={sumPaidMinor(sendings)} />
        <Sendings sendings={sendings} paid={distribution.paid} />
        <div>
          <Shares distribution={distribution} paid={paid} />
          {shares > pageSize && <Pagination page={page} pageSize={pageSize} total={shares} />}
        </div>
      </div>
      <Outlet />
    </>
  )
}

function Voided({ distribution }: { distribution: DistributionInFull }) {
  const { voidedBecause, voidedAt, voidedBy } = distribution
  if (voidedBecause === null || !voidedAt) return null
  return (
    <Alert tone="warning">
      <p>
        Voided on <Moment at={voidedAt} /> by <bdi>{voidedBy ?? 'the command line'}</bdi>.{' '}
        {isPositive(distribution.sent) ? (
          <>
            <Amount cents={distribution.sent} show="when-needed" /> of it had been sent. Its payouts
            no longer count from that day.
          </>
        ) : (
          'Its payouts no longer count.'
        )}
      </p>
      <bdi className="text-xs whitespace-pre-line wrap-anywhere">{voidedBecause}</bdi>
    </Alert>
  )
}

type SharesProps = { distribution: DistributionInFull } & Pick<
  Route.ComponentProps['loaderData'],
  'paid'
>

function Shares({ distribution, paid }: SharesProps) {
  const { total, voidedBecause } = distribution
  return (
    <Table
      caption="Shares, largest first"
      head={
        <>
          <Th>Investor</Th>
          <Th end>Share</Th>
          <Th>Sent</Th>
          <Th end>Amount</Th>
        </>
      }
    >
      {paid.map(({ investmentId, investor, amount, paidMinor, sentOn }) => (
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
          <Td className="text-muted @max-[48rem]/main:order-2 @max-[48rem]/main:text-sm">
            {sentOn ? (
              <>
                <span className="hidden @max-[48rem]/main:inline">Sent </span>
                <Day on={sentOn} />
              </>
            ) : (
              'Not sent yet'
            )}
          </Td>
          <Td end>
            <Amount
              cents={amount}
              show="always"
              className={voidedBecause === null ? '' : 'line-through'}
            />
            <Moved minor={paidMinor} paid={distribution.paid} />
          </Td>
        </Tr>
      ))}
    </Table>
  )
}

/** What moved in the currency of the distribution. */
function Moved({ minor, paid }: { minor: bigint | null } & Pick<DistributionInFull, 'paid'>) {
  if (minor === null || !paid) return null
  return <span className="block text-xs text-muted">{formatCurrency(minor, paid.currency)}</span>
}

function Acts({ distribution }: { distribution: DistributionInFull }) {
  const { id, voidedBecause, shares, sentShares } = distribution
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
      {voidedBecause === null && sentShares < shares && (
        <DialogLink look="primary" icon="payment" to={`${list}/${id}/send`}>
          {sentShares === 0 ? 'Send' : 'Send the rest'}
        </DialogLink>
      )}
    </>
  )
}

function Sendings({ sendings, paid }: { sendings: Sending[] } & Pick<DistributionInFull, 'paid'>) {
  if (sendings.length === 0) return null
  return (
    <Table
      caption="What was sent, latest first"
      head={
        <>
          <Th>Sent on</Th>
          <Th>Method</Th>
          <Th>Recorded</Th>
          <Th end>Shares</Th>
          <Th end>Amount</Th>
        </>
      }
    >
      {sendings.map(({ id, on, method, reference, shares, amount, paidMinor, ...act }) => (
        <Tr key={id}>
          <Td>
            <span className="hidden @max-[48rem]/main:inline">Sent </span>
            <Day on={on} />
          </Td>
          <Td wrap className="text-muted @max-[48rem]/main:order-1">
            {method ? paymentMethodLabels[method] : 'Not recorded'}
            {reference && <bdi className="block text-xs wrap-anywhere">{reference}</bdi>}
          </Td>
          <Td wrap card="row" className="text-muted @max-[48rem]/main:order-3">
            <Moment at={act.recordedAt} /> by <bdi>{act.recordedBy ?? 'the command line'}</bdi>
            {act.approvedBy && (
              <>
                , approved by <bdi>{act.approvedBy}</bdi>
              </>
            )}
          </Td>
          <Td end className="text-muted @max-[48rem]/main:order-2">
            {counted(shares, 'share')}
          </Td>
          <Td end>
            <Amount cents={amount} show="always" className="font-[560]" />
            <Moved minor={paidMinor} paid={paid} />
          </Td>
        </Tr>
      ))}
    </Table>
  )
}

type FactsProps = { distribution: DistributionInFull; sentMinor: bigint | null }

function Facts({ distribution, sentMinor }: FactsProps) {
  const { total, paid, shares, sent, sentShares, recordedAt, recordedBy, note } = distribution
  return (
    <section aria-label="What was distributed">
      <Figures columns={4}>
        <Stat
          label="Declared"
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
          label="Sent"
          figure={<Amount cents={sent} show="when-needed" />}
          context={
            <>
              <Moved minor={sentMinor} paid={paid} />
              {sentShares === shares
                ? 'all shares'
                : sentShares === 0
                  ? 'nothing yet'
                  : `${sentShares} of ${counted(shares, 'share')}`}
            </>
          }
        />
        <Stat
          label="Split among"
          figure={shares}
          context={shares === 1 ? 'investment' : 'investments'}
        />
        <Stat
          label="Declared on"
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
