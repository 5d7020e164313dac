import {
  distributionState,
  distributionStateLabels,
} from '../../../domain/distributions/distribution.ts'
import {
  distributionIds,
  distributionLines,
  type ListedDistribution,
} from '../../../domain/distributions/distributions.server.ts'
import { projectFilter } from '../../../domain/projects/project-names.server.ts'
import { csvAmount } from '../../../values/csv.ts'
import { cents } from '../../../values/money.ts'
import { distributionListParams } from '../../list-params.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import type { Route } from './+types/route.ts'

const columns: ListFile<ListedDistribution>['columns'] = {
  'Record date': ({ datedOn }) => datedOn,
  Project: ({ project }) => project,
  'Total (USD)': ({ total }) => csvAmount(total),
  'Sent (USD)': ({ sent }) => csvAmount(sent),
  Status: (distribution) => distributionStateLabels[distributionState(distribution)],
  Shares: ({ shares }) => String(shares),
  'Shares sent': ({ sentShares }) => String(sentShares),
  Note: ({ note }) => note,
  'Voided because': ({ voidedBecause }) => voidedBecause,
  'Paid amount': ({ paid }) => paid && csvAmount(cents(paid.minor)),
  'Paid currency': ({ paid }) => paid?.currency ?? null,
  'Exchange rate': ({ paid }) => paid?.rate ?? null,
  'Rate source': ({ paid }) => paid?.source ?? null,
  'Rate date': ({ paid }) => paid?.on ?? null,
  Id: ({ id }) => id,
}

export function loader({ request, url, context }: Route.LoaderArgs) {
  const { q, inProject } = distributionListParams(url)
  return exportList(
    { request, url, context },
    {
      name: 'distributions',
      subject: 'distribution',
      columns,
      ids: async (admin) =>
        distributionIds(admin, {
          q,
          projectId: (await projectFilter(admin, inProject)).project?.id ?? null,
        }),
      rows: (ids) => (admin) => distributionLines(admin, ids),
    },
  )
}
