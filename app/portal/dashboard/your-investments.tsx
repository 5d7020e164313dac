import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { MyDraft, MyRequest } from '../../domain/investment-requests/my-requests.server.ts'
import { requestStatusLabels, requestTones } from '../../domain/investment-requests/request.ts'
import type { MyInvestment } from '../../domain/investments/portfolio.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/day.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ProgressBar } from '../../ui/feedback/progress.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { formatPercent } from '../../values/percent.ts'
import { closedWords, projectBadges } from '../parts/labels.ts'
import { Outstanding } from '../parts/outstanding.tsx'
import { PortalLink } from '../parts/portal-link.tsx'
import { ProjectPhoto } from '../parts/project-photo.tsx'
import { SeeProjects } from '../parts/see-projects.tsx'
import { investmentsHome } from '../paths.ts'

type Props = { investments: MyInvestment[]; requests: MyRequest[]; drafts: MyDraft[] }

/** The first investments with their progress, below open requests and drafts. */
export function YourInvestments({ investments, requests, drafts }: Props) {
  return (
    <Panel
      title="Your Investments"
      action={<ViewAll to="investments">your investments</ViewAll>}
      flush
    >
      {requests.length + drafts.length > 0 && (
        <ul aria-label="Open requests" className="divide-y divide-line border-b border-line">
          {requests.map((request) => (
            <Waiting key={request.id} request={request} />
          ))}
          {drafts.map((draft) => (
            <Begun key={draft.slug} draft={draft} />
          ))}
        </ul>
      )}
      {investments.length > 0 ? (
        <ul className="divide-y divide-line">
          {investments.map((investment) => (
            <Holding key={investment.id} investment={investment} />
          ))}
        </ul>
      ) : (
        <EmptyState icon="investments" title="No investments yet" action={<SeeProjects />}>
          Your investments appear here, with what is paid and what remains.
        </EmptyState>
      )}
    </Panel>
  )
}

/** Counts in no figure; its actions are on My Investments. */
function Waiting({
  request: { project, owned, amount, status, reservedUntil, isClosed },
}: {
  request: MyRequest
}) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3.5 @max-xl/main:px-4">
      <div className="min-w-0 flex-1">
        <p className="font-[560] wrap-anywhere">
          <PortalLink to={investmentsHome} className="covers wrap-anywhere hover:underline">
            <Amount cents={amount} show="when-needed" className="num" /> requested in{' '}
            <bdi>{project}</bdi>
            {owned !== null && (
              <>
                {', '}
                <bdi>{owned}</bdi>
              </>
            )}
          </PortalLink>
        </p>
        <p className="text-xs text-muted">
          {isClosed ? (
            closedWords
          ) : (
            <>
              Reserved until <Moment at={reservedUntil} time={false} />
            </>
          )}
        </p>
      </div>
      <Badge tone={requestTones[status]}>{requestStatusLabels[status]}</Badge>
    </li>
  )
}

/** A draft reserves nothing. */
function Begun({ draft: { project, slug, amount } }: { draft: MyDraft }) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3.5 @max-xl/main:px-4">
      <div className="min-w-0 flex-1">
        <p className="font-[560] wrap-anywhere">
          <Link to={`/investment/${slug}/invest`} className="covers wrap-anywhere hover:underline">
            Continue your request: <Amount cents={amount} show="when-needed" className="num" /> in{' '}
            <bdi>{project}</bdi>
          </Link>
        </p>
        <p className="text-xs text-muted">Nothing is reserved until you send it</p>
      </div>
      <Badge>Not sent</Badge>
    </li>
  )
}

/** The accessible name says what the list contains. */
export function ViewAll({ to, children }: { to: string; children: ReactNode }) {
  return (
    <PortalLink
      to={to}
      className="-my-2 inline-flex min-h-9 items-center text-sm font-medium text-link hover:underline max-sm:min-h-11"
    >
      View all<span className="sr-only"> {children}</span>
    </PortalLink>
  )
}

function Holding({ investment }: { investment: MyInvestment }) {
  const { project, cover, amount, received, progress, status } = investment
  const badge = project && projectBadges[project.status]
  return (
    <li className="relative grid grid-cols-[4rem_minmax(9rem,1fr)_minmax(10rem,1.1fr)_4.75rem] items-center gap-x-4 gap-y-1 px-5 py-4 @max-xl/main:grid-cols-[3.5rem_minmax(0,1fr)_auto] @max-xl/main:gap-x-3 @max-xl/main:gap-y-2.5 @max-xl/main:px-4 @max-xl/main:py-3.5 @max-[16rem]/main:block @max-[16rem]/main:*:first:hidden">
      <ProjectPhoto cover={cover} />
      <div className="min-w-0">
        <h3 className="text-md leading-[1.3] font-semibold">
          <PortalLink
            to={`${investmentsHome}/${investment.id}`}
            className="covers wrap-anywhere hover:underline"
          >
            {project?.name ?? 'Project no longer shown'}
          </PortalLink>
        </h3>
        {investment.owned !== null && (
          <p className="text-xs font-[560] wrap-anywhere">
            <bdi>{investment.owned}</bdi>
          </p>
        )}
        <p className="mb-1.5 text-xs text-muted wrap-anywhere">{project?.location}</p>
        {status === 'cancelled' ? (
          <Badge>Cancelled</Badge>
        ) : (
          badge && <Badge tone={badge.tone}>{badge.label}</Badge>
        )}
      </div>
      <div className="@max-xl/main:col-span-full @max-xl/main:row-start-2">
        <p className="num text-xs text-muted">
          <Amount cents={received} show="when-needed" className="font-[560] text-text" /> of{' '}
          <Amount cents={amount} show="when-needed" />
        </p>
        {/* Aligned next to its bar in every row, whatever the length of the amounts. */}
        <div className="flex items-center gap-2">
          <ProgressBar
            value={progress}
            label={`Paid share of ${project?.name ?? 'a project no longer shown'}`}
            className="my-1.5 flex-1"
          />
          <span className="num min-w-13 text-end text-xs text-muted">
            {formatPercent(progress)}
          </span>
        </div>
        <p className="num text-xs text-muted">
          <Outstanding investment={investment} />
        </p>
      </div>
      <p className="num text-end @max-xl/main:self-start @max-[16rem]/main:col-start-2 @max-[16rem]/main:text-start">
        <b className="block text-[1.0625rem] font-[580] tracking-[-0.01em]">
          {project?.annualReturn == null || status === 'cancelled' ? (
            <>
              <span aria-hidden="true">–</span>
              <span className="sr-only">No</span>
            </>
          ) : (
            formatPercent(project.annualReturn)
          )}
        </b>
        <span className="block text-2xs leading-[1.3] text-muted">Expected return</span>
      </p>
    </li>
  )
}
