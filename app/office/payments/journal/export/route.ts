import { redirect } from 'react-router'
import { journalIds, readJournal } from '../../../../domain/reports/journal.server.ts'
import type { JournalLine } from '../../../../domain/reports/journal.ts'
import { clock } from '../../../../platform/clock.server.ts'
import { csvAmount } from '../../../../values/csv.ts'
import { type Cents, cents, isPositive } from '../../../../values/money.ts'
import { exportList, type ListFile } from '../../../parts/export-list.server.ts'
import { journalPeriod } from '../period.ts'
import type { Route } from './+types/route.ts'

const side = (amount: Cents) => (isPositive(amount) ? csvAmount(amount) : null)

const columns: ListFile<JournalLine>['columns'] = {
  Entry: ({ number }) => number,
  Date: ({ on }) => on,
  'Account code': ({ code }) => code,
  'Account name': ({ account }) => account,
  'Debit (USD)': ({ debit }) => side(debit),
  'Credit (USD)': ({ credit }) => side(credit),
  'Paid currency': ({ paid }) => paid?.currency ?? null,
  'Paid amount': ({ paid }) => paid && csvAmount(cents(paid.minor)),
  'Exchange rate': ({ paid }) => paid?.rate ?? null,
  Reference: ({ reference }) => reference,
  Investor: ({ investor }) => investor,
  Project: ({ project }) => project,
  Description: ({ description }) => description,
}

/** The journal of a period. A wrong period leads back to the form, which says what is wrong. */
export function loader({ request, url, context }: Route.LoaderArgs) {
  const { period } = journalPeriod(url, clock.today())
  if (!period) return redirect(`/admin-dashboard/payments/journal${url.search}`)
  return exportList(
    { request, url, context },
    {
      name: `journal-${period.from}-to-${period.to}`,
      subject: 'ledger_entry',
      columns,
      ids: (admin) => journalIds(admin, period),
      rows: (ids) => (admin) => readJournal(admin, ids),
    },
  )
}
