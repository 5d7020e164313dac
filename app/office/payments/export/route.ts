import {
  type ListedEntry,
  paymentIds,
  paymentLines,
} from '../../../domain/payments/payment-list.server.ts'
import { paymentListSearch } from '../../../domain/payments/payment-list-search.ts'
import { clock } from '../../../platform/clock.server.ts'
import { csvAmount } from '../../../values/csv.ts'
import { cents, isPositive } from '../../../values/money.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import type { Route } from './+types/route.ts'

const columns: ListFile<ListedEntry>['columns'] = {
  Date: ({ on }) => on,
  Kind: ({ kind }) => kind,
  'Amount (USD)': ({ amount }) => csvAmount(amount),
  'Paid amount': ({ paid }) => paid && csvAmount(cents(paid.minor)),
  'Paid currency': ({ paid }) => paid?.currency ?? null,
  'Exchange rate': ({ paid }) => paid?.rate ?? null,
  'Rate source': ({ paid }) => paid?.source ?? null,
  'Rate date': ({ paid }) => paid?.on ?? null,
  Investor: ({ investor }) => investor,
  'Investor email': ({ email }) => email,
  Project: ({ project }) => project,
  Method: ({ method }) => method,
  'Payment account': ({ account }) => account,
  Reference: ({ reference }) => reference,
  'Paid by': ({ payer }) => payer,
  Receipt: ({ receipt }) => receipt,
  Voided: ({ isVoided }) => (isVoided ? 'yes' : 'no'),
  Reason: ({ reason }) => reason,
  'Recorded by': ({ recordedBy }) => recordedBy,
  'Recorded (UTC)': ({ recordedAt }) => recordedAt.toISOString(),
  'Rounding (USD)': ({ rounding }) => (isPositive(rounding) ? csvAmount(rounding) : null),
  Entry: ({ id }) => id,
}

/** The entries that the filters leave, for the accountant: a period of all accounts and projects, or some of them. */
export function loader({ request, url, context }: Route.LoaderArgs) {
  const search = paymentListSearch(url, clock.today())
  return exportList(
    { request, url, context },
    {
      name: 'payments',
      subject: 'ledger_entry',
      columns,
      ids: (admin) => paymentIds(admin, search),
      rows: (ids) => (admin) => paymentLines(admin, ids),
    },
  )
}
