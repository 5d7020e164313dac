import { Link } from 'react-router'
import type { Activity } from '../../domain/reports/overview.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Moment, RelativeTime } from '../../ui/day.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SectionTitle } from '../../ui/layout/panel.tsx'
import { dayOf, daysBetween } from '../../values/calendar-date.ts'

export function RecentActivities({ activities, now }: { activities: Activity[]; now: Date }) {
  return (
    <section>
      <SectionTitle>Recent Activities</SectionTitle>
      {activities.length > 0 ? (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {activities.map((activity) => (
            <ActivityLine key={activity.id} activity={activity} now={now} />
          ))}
        </ul>
      ) : (
        <EmptyState icon="history" title="No activities yet">
          New investments and documents appear here.
        </EmptyState>
      )}
    </section>
  )
}

function ActivityLine({ activity, now }: { activity: Activity; now: Date }) {
  const isInvestment = activity.kind === 'investment'
  return (
    <li className="relative grid min-h-11 grid-cols-[1.125rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2 hover:bg-hover">
      <Icon name={isInvestment ? 'investments' : 'documents'} className="size-4.5! text-muted" />
      <div className="min-w-0">
        <p className="truncate font-[560] @max-[16rem]/main:whitespace-normal">
          <Link to={isInvestment ? `investments/${activity.id}` : 'documents'} className="covers">
            {isInvestment ? (
              <>
                {activity.investor} invested <Amount cents={activity.amount} show="when-needed" />
              </>
            ) : (
              activity.title
            )}
          </Link>
        </p>
        <p className="truncate text-xs text-muted">
          {isInvestment
            ? activity.project
            : ['Document', activity.project].filter(Boolean).join(', ')}
        </p>
      </div>
      <span className="text-xs whitespace-nowrap text-muted">
        {daysBetween(dayOf(activity.at), dayOf(now)) > 6 ? (
          <Moment at={activity.at} time={false} />
        ) : (
          <RelativeTime at={activity.at} now={now} />
        )}
      </span>
    </li>
  )
}
