import { Link, Outlet } from 'react-router'
import { openProposalsOfInvestment } from '../../../domain/approvals/open-proposals.server.ts'
import { linesOfEntries } from '../../../domain/bank-transactions/lines-of-payments.server.ts'
import { type ShareLine, sharesOfInvestment } from '../../../domain/distributions/shares.server.ts'
import { investmentStatusLabels, investmentTones } from '../../../domain/investments/investment.ts'
import {
  findInvestmentInFull,
  type InvestmentInFull,
} from '../../../domain/investments/investment-in-full.server.ts'
import { owedOf, withoutDayWords } from '../../../domain/payment-plans/plan-state.ts'
import { plansOf } from '../../../domain/payment-plans/plans.server.ts'
import { remindersOf } from '../../../domain/payment-reminders/reminders.server.ts'
import { howToPayNext } from '../../../domain/payments/how-to-pay-next.server.ts'
import { ledgerOf } from '../../../domain/payments/ledger.server.ts'
import { ownInvestmentMessage } from '../../../domain/payments/own-investment.ts'
import { clock } from '../../../platform/clock.server.ts'
import { adminQuery, notFound } from '../../../platform/session/session.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Day } from '../../../ui/day.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { HowToPayPanel } from '../../../ui/how-to-pay.tsx'
import { DialogLink } from '../../../ui/layout/dialog-link.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { RemindersPanel } from '../../../ui/reminders-panel.tsx'
import { formatExchange } from '../../../values/exchange-rate.ts'
import { isId } from '../../../values/id.ts'
import { type Cents, isPositive } from '../../../values/money.ts'
import { WaitingProposal } from '../../approvals/waiting-proposal.tsx'
import { investmentsHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'
import { InvestmentSummary } from './investment-summary.tsx'
import { Ledger } from './ledger.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { SendHowToPay } from './send-how-to-pay.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { investmentId } = params
  return adminQuery(context, async (admin) => {
    const investment = isId(investmentId) ? await findInvestmentInFull(admin, investmentId) : null
    if (!investment) throw notFound()
    return {
      investment,
      ledger: await ledgerOf(admin, investmentId),
      lines: await linesOfEntries(admin, investmentId),
      returns: await sharesOfInvestment(admin, investmentId),
      instructions: await howToPayNext(admin, investment),
      reminders: await remindersOf(admin, investmentId),
      plans: await plansOf(admin, investmentId),
      waiting: await openProposalsOfInvestment(admin, investmentId),
      today: clock.today(),
    }
  })
}

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(loaderData ? `${loaderData.investment.project.name} · Investment` : 'Investment', args)

export default function Investment({ loaderData }: Route.ComponentProps) {
  const { investment, ledger, returns, instructions, plans, today } = loaderData
  const { project, investor, status, isArchived, isOwn } = investment
  return (
    <>
      <PageHead
        back={{ to: investmentsHome, label: 'Investments' }}
        title={<bdi>{project.name}</bdi>}
        lead={
          <>
            <span className="me-2 wrap-anywhere">
              <Link
                to={`/admin-dashboard/investors/${investor.id}`}
                className="text-link underline underline-offset-2"
              >
                <bdi>{investor.name}</bdi>
              </Link>{' '}
              <bdi>{investor.email}</bdi>
            </span>
            <Badge tone={investmentTones[status]}>{investmentStatusLabels[status]}</Badge>{' '}
            {isArchived && <Badge>Archived</Badge>}
          </>
        }
        actions={<Acts investment={investment} />}
      />
      <div className="grid gap-(--gap)">
        {isOwn && <Alert tone="info">{ownInvestmentMessage}</Alert>}
        {loaderData.waiting.map((proposal) => (
          <Alert key={proposal.id} tone="info">
            <WaitingProposal proposal={proposal} />
          </Alert>
        ))}
        <InvestmentSummary
          investment={investment}
          overdueOfPlan={plans[0] ? owedOf(plans[0].lines, today).overdue : null}
          withoutDay={withoutDayWords(plans[0]?.lines, today)}
        />
        <PlanPanel investment={investment} plans={plans} today={today} />
        <Ledger investment={investment} entries={ledger} lines={loaderData.lines} />
        <Returns {...returns} />
        <RemindersPanel reminders={loaderData.reminders} />
        {instructions && (
          <div className="max-w-2xl">
            <HowToPayPanel
              instructions={instructions}
              action={<SendHowToPay investment={investment} instructions={instructions} />}
            />
          </div>
        )}
      </div>
      <Outlet />
    </>
  )
}

function Acts({ investment }: { investment: InvestmentInFull }) {
  const { id, status, isArchived, partyArchived, isOwn, hasHistory } = investment
  const at = `${investmentsHome}/${id}`
  const history = (
    <ButtonLink icon="history" to={`/admin-dashboard/audit?about=${id}`}>
      Audit trail
    </ButtonLink>
  )
  if (isArchived) {
    return (
      <>
        {history}
        <DialogLink look="primary" icon="refresh" to={`${at}/restore`}>
          Restore
        </DialogLink>
      </>
    )
  }
  const takesPayments = (status === 'pending' || status === 'active') && !partyArchived && !isOwn
  return (
    <>
      {history}
      <DialogLink look="secondary" icon="trash" to={`${at}/removal`}>
        {hasHistory ? 'Archive' : 'Delete'}
      </DialogLink>
      <DialogLink look="secondary" icon="edit" to={`${at}/ledger/edit`}>
        Edit
      </DialogLink>
      {takesPayments ? (
        <DialogLink
          look="primary"
          icon="payment"
          className="keeps-words"
          to={`${at}/ledger/payment`}
        >
          Record payment
        </DialogLink>
      ) : (
        <Button look="primary" icon="payment" className="keeps-words" disabled>
          Record payment
        </Button>
      )}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home={investmentsHome} title="Error fetching data" />
}

/** Its shares of distributions; hidden when there are none. */
type ReturnsProps = { shares: ShareLine[]; total: Cents; declared: Cents }

function Returns({ shares, total, declared }: ReturnsProps) {
  if (shares.length === 0) return null
  return (
    <Panel
      title="Returns received"
      action={
        <span className="text-end">
          <Amount cents={total} show="when-needed" className="font-[580]" />
          {isPositive(declared) && (
            <span className="block text-xs text-muted">
              <Amount cents={declared} show="when-needed" /> declared, not sent yet
            </span>
          )}
        </span>
      }
      className="max-w-2xl"
    >
      <ul className="divide-y divide-line-soft">
        {shares.map(({ distributionId, datedOn, sentOn, amount, paid, note, voidedBecause }) => (
          <li key={distributionId} className="flex justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              <Link
                to={`/admin-dashboard/distributions/${distributionId}`}
                className="hover:underline"
              >
                <Day on={datedOn} />
              </Link>{' '}
              {voidedBecause !== null && <Badge>Voided</Badge>}
              {voidedBecause === null && sentOn === null && <Badge tone="amber">Declared</Badge>}
              {sentOn && (
                <span className="block text-xs text-muted">
                  Sent <Day on={sentOn} />
                </span>
              )}
              {paid && <span className="num block text-xs text-muted">{formatExchange(paid)}</span>}
              {(voidedBecause ?? note) && (
                <bdi className="block text-xs text-muted">{voidedBecause ?? note}</bdi>
              )}
            </span>
            <Amount
              cents={amount}
              show="when-needed"
              className={voidedBecause === null ? 'font-[560]' : 'text-muted line-through'}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
