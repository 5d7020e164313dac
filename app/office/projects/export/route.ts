import { projectStatusLabels } from '../../../domain/projects/project.ts'
import { projectLines } from '../../../domain/projects/project-lines.server.ts'
import { projectIds } from '../../../domain/projects/projects.server.ts'
import { csvAmount } from '../../../values/csv.ts'
import { projectListParams } from '../../list-params.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import type { Route } from './+types/route.ts'

type Line = Awaited<ReturnType<typeof projectLines>>[number]

const columns: ListFile<Line>['columns'] = {
  Name: ({ name }) => name,
  Slug: ({ slug }) => slug,
  Location: ({ location }) => location,
  Status: ({ status }) => projectStatusLabels[status],
  'Total value (USD)': ({ total_value_cents }) => csvAmount(total_value_cents),
  'Progress (%)': ({ progress_percent }) => String(progress_percent),
  'Start date': ({ started_on }) => started_on,
  'Expected completion date': ({ completion_on }) => completion_on,
  'Completion text': ({ completion_text }) => completion_text,
  'Minimum (USD)': ({ minimum_cents }) => minimum_cents && csvAmount(minimum_cents),
  'Target (USD)': ({ target_cents }) => target_cents && csvAmount(target_cents),
  Description: ({ description }) => description,
  Fees: ({ fees_text }) => fees_text,
  'Who holds the money': ({ custody_text }) => custody_text,
  Refunds: ({ refund_text }) => refund_text,
  Payouts: ({ payout_text }) => payout_text,
  Risks: ({ risk_text }) => risk_text,
  Latitude: ({ latitude }) => latitude?.toString() ?? null,
  Longitude: ({ longitude }) => longitude?.toString() ?? null,
  Published: ({ published }) => (published ? 'yes' : 'no'),
  Archived: ({ archived_at }) => (archived_at ? 'yes' : 'no'),
  Id: ({ id }) => id,
}

export function loader({ request, url, context }: Route.LoaderArgs) {
  const { page: _, ...filters } = projectListParams(url)
  return exportList(
    { request, url, context },
    {
      name: 'projects',
      subject: 'project',
      columns,
      ids: (admin) => projectIds(admin, filters),
      rows: (ids) => (admin) => projectLines(admin, ids),
    },
  )
}
