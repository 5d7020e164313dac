import { projectFilter } from '../../../domain/projects/project-names.server.ts'
import {
  type ForecastLine,
  forecastByProject,
  forecastLines,
} from '../../../domain/receivables/forecast.server.ts'
import { csvAmount } from '../../../values/csv.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import type { Route } from './+types/route.ts'

const columns: ListFile<ForecastLine>['columns'] = {
  Project: ({ project }) => project,
  Month: ({ month }) => month?.slice(0, 7) ?? 'Without a date',
  'Scheduled (USD)': ({ scheduled }) => csvAmount(scheduled),
  'Received (USD)': ({ received }) => (received === null ? null : csvAmount(received)),
  'Still open (USD)': ({ open }) => csvAmount(open),
}

/** The months of each project, or of the chosen one. */
export function loader({ request, url, context }: Route.LoaderArgs) {
  return exportList(
    { request, url, context },
    {
      name: 'cash-forecast',
      subject: 'receivable',
      columns,
      ids: async (admin) => {
        const { project } = await projectFilter(admin, url.searchParams.get('project') ?? '')
        if (project) return [project.id]
        return (await forecastByProject(admin)).map(({ id }) => id)
      },
      rows: (ids) => (admin) => forecastLines(admin, ids),
    },
  )
}
