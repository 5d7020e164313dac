import { investmentStatusLabels } from '../../../domain/investments/investment.ts'
import { investmentLines } from '../../../domain/payments/payment-lines.server.ts'
import { csvAmount } from '../../../values/csv.ts'
import { subtract } from '../../../values/money.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import { askedIds } from '../asked-ids.server.ts'
import type { Route } from './+types/route.ts'

type Line = Awaited<ReturnType<typeof investmentLines>>[number]

const columns: ListFile<Line>['columns'] = {
  Project: ({ project }) => project,
  'Project slug': ({ project_slug }) => project_slug,
  Investor: ({ investor }) => investor,
  'Investor email': ({ investor_email }) => investor_email,
  'Amount (USD)': ({ amount_cents }) => csvAmount(amount_cents),
  'Received (USD)': ({ received_cents }) => csvAmount(received_cents),
  'Remaining (USD)': ({ amount_cents, received_cents }) => csvAmount(subtract(amount_cents, received_cents)),
  Status: ({ status }) => investmentStatusLabels[status],
  'Investment date': ({ invested_on }) => invested_on,
  'Fully paid on': ({ fully_paid_on }) => fully_paid_on,
  'Cancelled on': ({ cancelled_on }) => cancelled_on,
  'Next payment date': ({ next_payment_on }) => next_payment_on,
  'Next payment (USD)': ({ next_payment_cents }) => next_payment_cents && csvAmount(next_payment_cents),
  Archived: ({ archived_at }) => (archived_at ? 'yes' : 'no'),
  Id: ({ id }) => id,
}

/** Manage Investments as a file, as narrowed and sorted by the address. */
export function loader({ request, url, context }: Route.LoaderArgs) {
  return exportList(
    { request, url, context },
    {
      ...{ name: 'investments', subject: 'investment', columns },
      ids: askedIds(url),
      rows: (ids) => (admin) => investmentLines(admin, ids),
    },
  )
}
