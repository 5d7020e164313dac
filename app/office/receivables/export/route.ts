import {
  type Aged,
  ageColumns,
  ages,
  promiseLabels,
  promiseState,
  remindersLabels,
} from '../../../domain/receivables/receivable.ts'
import { overdueLines } from '../../../domain/receivables/receivable-lines.server.ts'
import { overdueIds, projectReceivables } from '../../../domain/receivables/receivables.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { csvAmount } from '../../../values/csv.ts'
import { receivableListParams } from '../../list-params.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import { receivableSearch } from '../receivable-search.server.ts'
import type { Route } from './+types/route.ts'

type InvestorLine = Awaited<ReturnType<typeof overdueLines>>[number]
type ProjectLine = Awaited<ReturnType<typeof projectReceivables>>[number]

const agedColumns: Record<string, (row: Aged) => string | null> = {
  'Overdue (USD)': ({ total }) => csvAmount(total),
  'Overdue since': ({ since }) => since,
  ...Object.fromEntries(ages.map((age) => [ageColumns[age], (row: Aged) => csvAmount(row[age])])),
  'Not due (USD)': ({ notDue }) => csvAmount(notDue),
}

const investorColumns: ListFile<InvestorLine>['columns'] = {
  Investor: ({ name }) => name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  ...agedColumns,
  'Due within 30 days (USD)': ({ soon }) => csvAmount(soon),
  'Next due date': ({ nextOn }) => nextOn,
  'Last payment date': ({ lastPayment }) => lastPayment?.on ?? null,
  'Last payment (USD)': ({ lastPayment }) => lastPayment && csvAmount(lastPayment.amount),
  'Last contact date': ({ lastNote }) => lastNote?.on ?? null,
  'Last contact note': ({ lastNote }) => lastNote?.note ?? null,
  'Promised date': ({ promise }) => promise?.on ?? null,
  'Promised (USD)': ({ promise }) => (promise?.amount == null ? null : csvAmount(promise.amount)),
  'Promise state': ({ promise }) => promise && promiseLabels[promiseState(promise, clock.today())],
  Reminders: ({ reminders }) => remindersLabels[reminders],
}

const projectColumns: ListFile<ProjectLine>['columns'] = {
  Project: ({ name }) => name,
  ...agedColumns,
}

/** The list as filtered, by investor or by project. */
export function loader({ request, url, context }: Route.LoaderArgs) {
  const args = { request, url, context }
  if (receivableListParams(url).by === 'project') {
    return exportList<ProjectLine>(args, {
      name: 'receivables-by-project',
      subject: 'receivable',
      columns: projectColumns,
      ids: async (admin) =>
        (await projectReceivables(admin, await receivableSearch(url)(admin))).map(({ id }) => id),
      rows: (ids) => async (admin) => {
        const wanted = new Set(ids)
        const rows = await projectReceivables(admin, await receivableSearch(url)(admin))
        return rows.filter(({ id }) => wanted.has(id))
      },
    })
  }
  return exportList<InvestorLine>(args, {
    name: 'receivables',
    subject: 'receivable',
    columns: investorColumns,
    ids: async (admin) => overdueIds(admin, await receivableSearch(url)(admin)),
    rows: (ids) => async (admin) =>
      overdueLines(admin, ids, (await receivableSearch(url)(admin)).projectId),
  })
}
