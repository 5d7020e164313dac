import { accountRoleLabels, accountStatusLabels } from '../../../domain/accounts/account.ts'
import {
  accountIds,
  accountLines,
  type ListedAccount,
} from '../../../domain/accounts/administration/accounts-list.server.ts'
import { staffRoleNames } from '../../../values/staff-role.ts'
import { userListParams } from '../../list-params.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import type { Route } from './+types/route.ts'

const columns: ListFile<ListedAccount>['columns'] = {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Role: ({ role }) => accountRoleLabels[role],
  'Staff roles': ({ staffRoles }) => staffRoleNames(staffRoles),
  Status: ({ status }) => accountStatusLabels[status],
  'Email verified': ({ verified }) => (verified ? 'yes' : 'no'),
  'Has a password': ({ hasPassword }) => (hasPassword ? 'yes' : 'no'),
  'Email bounced': ({ mailRefused }) => (mailRefused ? 'yes' : 'no'),
  Joined: ({ joinedOn }) => joinedOn,
  'Last signed in (UTC)': ({ lastSignedInAt }) => lastSignedInAt?.toISOString() ?? null,
  Id: ({ id }) => id,
}

export function loader({ request, url, context }: Route.LoaderArgs) {
  const { page: _, ...filters } = userListParams(url)
  return exportList(
    { request, url, context },
    {
      name: 'users',
      subject: 'user',
      columns,
      ids: (admin) => accountIds(admin, filters),
      rows: (ids) => (admin) => accountLines(admin, ids),
    },
  )
}
