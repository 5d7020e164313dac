import { chartsOf } from '../../domain/distributions/my-charts.server.ts'
import { returnsOf } from '../../domain/distributions/my-returns.server.ts'
import { countMyDocuments } from '../../domain/documents/documents.server.ts'
import { myDrafts, waitingRequests } from '../../domain/investment-requests/my-requests.server.ts'
import { dismissOffer, offerFor } from '../../domain/investments/offers.server.ts'
import {
  firstInvestments,
  nextPayments,
  portfolioOf,
} from '../../domain/investments/portfolio.server.ts'
import { findOwner } from '../../domain/investors/view-mode.server.ts'
import { newsSinceVisit, visitOf } from '../../domain/investors/visits.server.ts'
import { latestNotifications } from '../../domain/notifications/my-notifications.server.ts'
import { heldMoney } from '../../domain/payments/held-money.server.ts'
import { newsSince } from '../../domain/reports/news.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { formAction } from '../../platform/http/form-action.server.ts'
import { investorCommand, requireInvestor } from '../../platform/session/session.server.ts'
import { viewedInvestorId } from '../../platform/session/view-mode.server.ts'
import { Day } from '../../ui/day.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { type CalendarDate, dayOf } from '../../values/calendar-date.ts'
import { heldSentence } from '../../values/held-money.ts'
import { viewerQuery } from '../guard.server.ts'
import { portalHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { DeferredBelow } from './deferred-below.tsx'
import { DuePayments } from './due-payments.tsx'
import { MoreFigures, Position } from './position.tsx'
import { WhatsNew } from './whats-new.tsx'

const investmentsShown = 3
const paymentsRead = 12
const notificationsShown = 5

const newsShown = 12

export async function loader({ context }: Route.LoaderArgs) {
  const viewed = await viewedInvestorId(context)
  const { visit, ...found } = await viewerQuery(context, async (investor) => {
    const visited = visitOf(investor)
    const returned = returnsOf(investor)
    // Awaited together, so that no rejected query goes unhandled while another is pending.
    const [
      holdings,
      visit,
      owner,
      returns,
      documents,
      notifications,
      changes,
      offer,
      charts,
      held,
    ] = await Promise.all([
      Promise.all([
        portfolioOf(investor),
        nextPayments(investor, paymentsRead),
        firstInvestments(investor, investmentsShown),
        waitingRequests(investor),
        viewed === null ? myDrafts(investor) : [],
      ]),
      visited,
      findOwner(investor),
      returned,
      countMyDocuments(investor),
      latestNotifications(investor, notificationsShown),
      visited.then((visit) => newsSince(investor, newsSinceVisit(visit), newsShown)),
      offerFor(investor),
      returned.then((returns) => chartsOf(investor, returns)),
      heldMoney(investor, investor.investorId),
    ])
    const [portfolio, due, investments, requests, drafts] = holdings
    const money = { portfolio, due, investments, requests, drafts, returns, charts }
    return {
      visit,
      owner,
      ...money,
      documents,
      notifications,
      changes,
      offer,
      held: heldSentence(held),
    }
  })
  return { ...found, lastVisit: visit.last && dayOf(visit.last), today: clock.today() }
}

export function action(args: Route.ActionArgs) {
  const { url, context } = args
  const to = url.pathname
  return formAction(args, {
    guard: requireInvestor,
    run: ({ form }) =>
      investorCommand(context, (investor) =>
        dismissOffer(investor, String(form.get('dismiss') ?? '')),
      ),
    refusals: {},
    done: () => ({ to, toast: { kind: 'success', title: 'Opportunity dismissed' } }),
    failed: { title: 'Error dismissing the opportunity', to },
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Dashboard', args)

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const {
    portfolio,
    due,
    investments,
    requests,
    returns,
    documents,
    notifications,
    changes,
    offer,
  } = loaderData
  const { drafts, owner, charts, lastVisit, today, held } = loaderData
  return (
    <>
      <PageHead title={`Welcome back, ${owner.name}`} lead={<Lead lastVisit={lastVisit} />} />
      <div className="grid gap-(--gap)">
        {held && <Alert>{held}</Alert>}
        <div className="group/standing grid grid-cols-1 gap-x-(--gap) @min-[58rem]/main:grid-cols-[minmax(0,1.72fr)_minmax(0,1fr)] @min-[58rem]/main:grid-rows-[auto_1fr_auto]">
          <Position portfolio={portfolio} next={due.payments[0]} today={today} />
          <DuePayments {...due} returns={returns} today={today} />
          <WhatsNew {...changes} lastVisit={lastVisit} />
          <MoreFigures
            portfolio={portfolio}
            documents={{ all: documents, fresh: changes.documents }}
            lastVisit={lastVisit}
          />
        </div>
        <DeferredBelow
          offer={offer}
          investments={investments}
          requests={requests}
          drafts={drafts}
          charts={charts}
          notifications={notifications}
          today={today}
        />
      </div>
    </>
  )
}

function Lead({ lastVisit }: { lastVisit: CalendarDate | null }) {
  if (lastVisit === null) return 'Dashboard Overview'
  return (
    <>
      Dashboard Overview. Your last visit was on <Day on={lastVisit} />.
    </>
  )
}

/** A failed read must not look like an empty dashboard. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home={portalHome} title="Your dashboard could not be loaded" />
}
