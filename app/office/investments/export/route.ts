import {
  investmentStatusLabels,
  nextPaymentOf,
  remainingOf,
} from '../../../domain/investments/investment.ts'
import { investmentLines } from '../../../domain/payments/payment-lines.server.ts'
import { csvAmount } from '../../../values/csv.ts'
import { type Cents, subtract } from '../../../values/money.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import { matchingInvestmentIds } from '../matching-ids.server.ts'
import type { Route } from './+types/route.ts'

type Line = Awaited<ReturnType<typeof investmentLines>>[number]

const remaining = ({ status, amount_cents, received_cents }: Line) =>
  remainingOf(status, amount_cents, received_cents)
const nextPayment = (line: Line) =>
  nextPaymentOf(line, subtract(line.amount_cents, line.received_cents))
const amountOrNone = (amount: Cents | null | undefined) =>
  amount == null ? null : csvAmount(amount)

const columns: ListFile<Line>['columns'] = {
  Project: ({ project }) => project,
  'Project slug': ({ project_slug }) => project_slug,
  Investor: ({ investor }) => investor,
  'Investor email': ({ investor_email }) => investor_email,
  'Unit or share': ({ owned }) => owned,
  'Amount (USD)': ({ amount_cents }) => csvAmount(amount_cents),
  'Received (USD)': ({ received_cents }) => csvAmount(received_cents),
  'Remaining (USD)': (line) => amountOrNone(remaining(line)),
  Status: ({ status }) => investmentStatusLabels[status],
  'Investment date': ({ invested_on }) => invested_on,
  'Fully paid on': ({ fully_paid_on }) => fully_paid_on,
  'Cancelled on': ({ cancelled_on }) => cancelled_on,
  'Next payment date': (line) => nextPayment(line)?.on ?? null,
  'Next payment (USD)': (line) => amountOrNone(nextPayment(line)?.amount),
  Archived: ({ archived_at }) => (archived_at ? 'yes' : 'no'),
  Id: ({ id }) => id,
}

export function loader({ request, url, context }: Route.LoaderArgs) {
  return exportList(
    { request, url, context },
    {
      name: 'investments',
      subject: 'investment',
      columns,
      ids: matchingInvestmentIds(url),
      rows: (ids) => (admin) => investmentLines(admin, ids),
    },
  )
}
