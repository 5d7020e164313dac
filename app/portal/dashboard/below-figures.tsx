import type { Charts } from '../../domain/distributions/my-charts.server.ts'
import type { MyDraft, MyRequest } from '../../domain/investment-requests/my-requests.server.ts'
import type { PortalOffer } from '../../domain/investments/offers.server.ts'
import type { MyInvestment } from '../../domain/investments/portfolio.server.ts'
import type { MyNotification } from '../../domain/notifications/my-notifications.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { AllocationByProject, PaidAndRemaining, ReturnsByQuarter } from './charts.tsx'
import { Offer } from './offer.tsx'
import { RecentNotifications } from './recent-notifications.tsx'
import { YourInvestments } from './your-investments.tsx'

export type BelowFiguresProps = {
  offer: PortalOffer | null
  investments: MyInvestment[]
  requests: MyRequest[]
  drafts: MyDraft[]
  charts: Charts
  notifications: MyNotification[]
  today: CalendarDate
}

/** The part of the dashboard below its figures. */
export function BelowFigures({
  offer,
  investments,
  requests,
  drafts,
  charts,
  notifications,
  today,
}: BelowFiguresProps) {
  const hasInvested = charts.allocation.length > 0
  return (
    <>
      <Offer offer={offer} />
      <div className="grid grid-cols-[minmax(0,1.72fr)_minmax(0,1fr)] items-start gap-(--gap) @max-[58rem]/main:grid-cols-1">
        <div className="grid gap-(--gap)">
          <YourInvestments investments={investments} requests={requests} drafts={drafts} />
          {hasInvested && (
            <>
              <PaidAndRemaining months={charts.months} />
              <ReturnsByQuarter quarters={charts.quarters} />
            </>
          )}
        </div>
        <div className="grid gap-(--gap)">
          <RecentNotifications notifications={notifications} today={today} />
          {hasInvested && <AllocationByProject allocation={charts.allocation} />}
        </div>
      </div>
    </>
  )
}
