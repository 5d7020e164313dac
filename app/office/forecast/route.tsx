import { Link } from 'react-router'
import { projectFilter } from '../../domain/projects/project-names.server.ts'
import {
  cashForecast,
  type Forecast,
  forecastByProject,
} from '../../domain/receivables/forecast.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { adminQuery } from '../../platform/session/session.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Toolbar } from '../../ui/layout/chips.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Figures, Stat } from '../../ui/layout/stat.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { ProjectFilter } from '../parts/project-filter.tsx'
import { forecastHome, receivablesHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { ForecastChart } from './forecast-chart.tsx'
import { MonthsTable } from './months-table.tsx'
import { ProjectsTable } from './projects-table.tsx'

const projectsShown = 25

export async function loader({ url, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const { project, projects } = await projectFilter(admin, url.searchParams.get('project') ?? '')
    const forecast = await cashForecast(admin, project?.id ?? null)
    const all = project ? [] : await forecastByProject(admin)
    return {
      forecast,
      project,
      projects,
      today: clock.today(),
      byProject: all.slice(0, projectsShown),
      projectCount: all.length,
    }
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Cash forecast', args)

export default function CashForecast({ loaderData }: Route.ComponentProps) {
  const { forecast, project, projects, byProject, projectCount, today } = loaderData
  const isEmpty = !forecast.months.some(
    ({ scheduled, received }) => scheduled !== 0n || (received ?? 0n) !== 0n,
  )
  return (
    <>
      <PageHead
        title="Cash forecast"
        back={{ to: receivablesHome, label: 'Receivables' }}
        lead="Expected from payment plans, and received, by month."
        actions={<ExportLink to={`${forecastHome}/export`} />}
      />
      <Toolbar>
        <ProjectFilter projects={projects} />
      </Toolbar>
      <Summary forecast={forecast} projectId={project?.id ?? null} />
      {isEmpty ? (
        <EmptyState icon="calendar" title="Nothing expected or received in these months">
          Payment plans and payments appear here by month.
        </EmptyState>
      ) : (
        <>
          <ForecastChart months={forecast.months} today={today} />
          <MonthsTable months={forecast.months} today={today} />
        </>
      )}
      <WhatCounts />
      {byProject.length > 0 && <ProjectsTable projects={byProject} total={projectCount} />}
    </>
  )
}

function Summary({ forecast, projectId }: { forecast: Forecast; projectId: string | null }) {
  const { overdue, expected, later, undated } = forecast
  return (
    <section aria-label="Still to come" className="mb-5">
      <Figures columns={4}>
        <Stat
          label="Expected in 12 months"
          figure={<Amount cents={expected} show="when-needed" />}
          context="This month and the next eleven"
        />
        <Stat
          label="Overdue"
          figure={<Amount cents={overdue} show="when-needed" />}
          context={
            <Link
              to={`${receivablesHome}${projectId ? `?project=${projectId}` : ''}`}
              className="tall-target text-link underline underline-offset-2"
            >
              See receivables
            </Link>
          }
        />
        <Stat
          label="Later"
          figure={<Amount cents={later} show="when-needed" />}
          context="After these months"
        />
        <Stat
          label="Without a date"
          figure={<Amount cents={undated} show="when-needed" />}
          context="Waiting for a milestone"
        />
      </Figures>
    </section>
  )
}

function WhatCounts() {
  return (
    <section aria-labelledby="what-counts" className="mt-6 max-w-[70ch] text-sm">
      <h2 id="what-counts" className="text-md font-semibold">
        What these amounts include
      </h2>
      <ul className="mt-1 grid list-disc gap-1 ps-5 text-muted">
        <li>
          Scheduled: every line of a current payment plan in the month it is due, paid or not, and
          the next payment of an investment without a plan. Cancelled and archived investments are
          not included.
        </li>
        <li>Still open: the part of it that has not been received.</li>
        <li>
          Received: payments less refunds, adjustments and voids, by the date of the entry, of all
          investments.
        </li>
        <li>
          A line that waits for a milestone has no month until the milestone is reached. It is
          counted under Without a date.
        </li>
      </ul>
    </section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home={receivablesHome} title="Error fetching data" />
}
