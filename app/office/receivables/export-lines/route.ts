import { type DueLine, dueLinesOf } from '../../../domain/receivables/receivable-lines.server.ts'
import { overdueIds } from '../../../domain/receivables/receivables.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { daysBetween } from '../../../values/calendar-date.ts'
import { csvAmount } from '../../../values/csv.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import { receivableSearch } from '../receivable-search.server.ts'
import type { Route } from './+types/route.ts'

const columns: ListFile<DueLine>['columns'] = {
  Investor: ({ investor }) => investor,
  Email: ({ email }) => email,
  Project: ({ project }) => project,
  'Payment reference': ({ reference }) => reference,
  Payment: ({ label }) => label ?? 'Next payment',
  'Due date': ({ dueOn }) => dueOn,
  'Waiting for': ({ waitsFor }) => waitsFor,
  'Amount (USD)': ({ amount }) => csvAmount(amount),
  'Open (USD)': ({ open }) => csvAmount(open),
  'Days overdue': ({ dueOn, isOverdue }) =>
    dueOn && isOverdue ? String(daysBetween(dueOn, clock.today())) : null,
  Overdue: ({ isOverdue }) => (isOverdue ? 'yes' : 'no'),
  'Investment id': ({ investmentId }) => investmentId,
}

/** Every open payment of the investors that the list shows, on all its pages. */
export function loader({ request, url, context }: Route.LoaderArgs) {
  return exportList(
    { request, url, context },
    {
      name: 'due-payments',
      subject: 'receivable',
      columns,
      ids: async (admin) => overdueIds(admin, await receivableSearch(url)(admin)),
      rows: (ids) => async (admin) =>
        dueLinesOf(admin, ids, (await receivableSearch(url)(admin)).projectId),
    },
  )
}
