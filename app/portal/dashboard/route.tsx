import { returnsOf } from '../../domain/distributions/my-returns.server.ts'
import { listMyDocuments } from '../../domain/documents/documents.server.ts'
import { firstInvestments, nextPayments, portfolioOf } from '../../domain/investments/portfolio.server.ts'
import { findOwner } from '../../domain/investors/view-mode.server.ts'
import { latestNotifications } from '../../domain/notifications/my-notifications.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { ListFault } from '../../ui/area-fault.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { asReader } from '../guard.server.ts'
import type { Route } from './+types/route.ts'
import { DuePayments } from './due-payments.tsx'
import { Position } from './position.tsx'
import { RecentNotifications } from './recent-notifications.tsx'
import { YourInvestments } from './your-investments.tsx'

const investmentsShown = 3
const paymentsShown = 3
const notificationsShown = 5

export async function loader({ context }: Route.LoaderArgs) {
  const found = await asReader(context, async (investor) => ({
    owner: await findOwner(investor),
    portfolio: await portfolioOf(investor),
    payments: await nextPayments(investor, paymentsShown),
    investments: await firstInvestments(investor, investmentsShown),
    returns: await returnsOf(investor),
    documents: (await listMyDocuments(investor, { q: '', type: null, page: 1 })).total,
    notifications: await latestNotifications(investor, notificationsShown),
  }))
  return { ...found, today: clock.today() }
}

export function meta() {
  return [{ title: 'Dashboard · Msingi' }]
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { portfolio, payments, investments, returns, documents, notifications, owner, today } = loaderData
  return (
    <>
      <PageHead title={`Welcome back, ${owner.name}`} lead="Dashboard Overview" />
      <div className="grid gap-(--gap)">
        <div className="grid grid-cols-[minmax(0,1.72fr)_minmax(0,1fr)] gap-(--gap) @max-[58rem]/main:grid-cols-1">
          <Position portfolio={portfolio} documents={documents} next={payments[0]} />
          <DuePayments payments={payments} returns={returns} today={today} />
        </div>
        <div className="grid grid-cols-[minmax(0,1.72fr)_minmax(0,1fr)] items-start gap-(--gap) @max-[58rem]/main:grid-cols-1">
          <YourInvestments investments={investments} />
          <RecentNotifications notifications={notifications} today={today} />
        </div>
      </div>
    </>
  )
}

/** What could not be read never looks like having nothing (INV-013, W-50). */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home="/investment-dashboard" title="Your figures could not be loaded" />
}
