import { investorStatusLabels } from '../../../domain/investors/investor.ts'
import {
  investorIds,
  investorLines,
  type ListedInvestor,
} from '../../../domain/investors/investors.server.ts'
import { csvAmount } from '../../../values/csv.ts'
import { investorListParams } from '../../list-params.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import type { Route } from './+types/route.ts'

const columns: ListFile<ListedInvestor>['columns'] = {
  'Full name': ({ fullName }) => fullName,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Status: ({ status }) => investorStatusLabels[status],
  'Join date': ({ joinedOn }) => joinedOn,
  'Total invested (USD)': ({ totalInvested }) => csvAmount(totalInvested),
  'Sign-in': ({ signIn }) => signIn,
  'Last signed in (UTC)': ({ lastSignedInAt }) => lastSignedInAt?.toISOString() ?? null,
  Archived: ({ isArchived }) => (isArchived ? 'yes' : 'no'),
  Id: ({ id }) => id,
}

export function loader({ request, url, context }: Route.LoaderArgs) {
  const { page: _, ...filters } = investorListParams(url)
  return exportList(
    { request, url, context },
    {
      name: 'investors',
      subject: 'investor',
      columns,
      ids: (admin) => investorIds(admin, filters),
      rows: (ids) => (admin) => investorLines(admin, ids),
    },
  )
}
