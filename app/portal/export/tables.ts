import { requestStatusLabels } from '../../domain/investment-requests/request.ts'
import { investmentStatusLabels } from '../../domain/investments/investment.ts'
import { paymentMethodLabels } from '../../domain/investments/payment-methods.ts'
import { investorStatusLabels } from '../../domain/investors/investor.ts'
import { dayOf } from '../../values/calendar-date.ts'
import { csvAmount, csvHead, csvLine } from '../../values/csv.ts'
import type { PaidInCurrency } from '../../values/exchange-rate.ts'
import { cents } from '../../values/money.ts'
import type { InvestorExport } from './investor-export.server.ts'

type Row = readonly (string | null)[]

function table(columns: readonly string[], rows: readonly Row[]): string {
  return csvHead(columns) + rows.map(csvLine).join('')
}

export function profileTable({
  profile: { fullName, holder, email, phone, joinedOn, status },
}: InvestorExport): string {
  return table(
    ['Field', 'Value'],
    [
      ['Full name', fullName],
      ['Holder number', holder],
      ['Email address', email],
      ['Phone number', phone],
      ['Investor since', joinedOn],
      ['Account status', investorStatusLabels[status]],
    ],
  )
}

/** Dashboard totals, in cents. */
export function totalsTable({ portfolio, returns }: InvestorExport): string {
  const { invested, received, remaining, toRefund } = portfolio
  return table(
    ['Total', 'Amount (USD)'],
    [
      ['Invested', csvAmount(invested)],
      ['Received', csvAmount(received)],
      ['Remaining', csvAmount(remaining)],
      ['To refund', csvAmount(toRefund)],
      ['Returns received', csvAmount(returns.total)],
      ['Returns declared and not sent yet', csvAmount(returns.declared)],
    ],
  )
}

/** Newest first; nothing remains on a cancelled investment. */
export function investmentsTable({ investments }: InvestorExport): string {
  return table(
    [
      'Project',
      'Location',
      'Unit or share',
      'Amount (USD)',
      'Received (USD)',
      'Remaining (USD)',
      'Status',
      'Investment date',
      'Next payment date',
      'Next payment (USD)',
      'Investment',
    ],
    investments.map(
      ({ id, project, owned, amount, received, remaining, status, investedOn, nextPayment }) => [
        project?.name ?? null,
        project?.location ?? null,
        owned,
        csvAmount(amount),
        csvAmount(received),
        status === 'cancelled' ? null : csvAmount(remaining),
        investmentStatusLabels[status],
        investedOn,
        nextPayment?.on ?? null,
        nextPayment && csvAmount(nextPayment.amount),
        id,
      ],
    ),
  )
}

const amendments = { amount: 'Amount changed', cancelled: 'Cancelled', resumed: 'Resumed' }

/** Changes of the amount, and cancellations. */
export function amendmentsTable(everything: InvestorExport): string {
  return table(
    ['Date', 'Amendment', 'Former amount (USD)', 'Amount (USD)', 'Project', 'Investment'],
    everything.amendments.map(({ at, kind, formerAmount, amount, project, investmentId }) => [
      dayOf(at),
      amendments[kind],
      formerAmount && csvAmount(formerAmount),
      csvAmount(amount),
      project,
      investmentId,
    ]),
  )
}

const paidHead = ['Paid amount', 'Paid currency', 'Exchange rate']

/** What moved in another currency. */
const paidCells = (paid: PaidInCurrency | null) =>
  paid ? [csvAmount(cents(paid.minor)), paid.currency, paid.rate] : [null, null, null]

const kinds = { payment: 'Payment', refund: 'Refund', adjustment: 'Adjustment', void: 'Void' }

/** Every ledger entry with what was paid to date after it. A void is its own row. */
export function ledgerTable({ investments, payments }: InvestorExport): string {
  const rows = investments.flatMap(({ id, project }) =>
    (payments.get(id) ?? []).map((entry) => [
      entry.on,
      kinds[entry.kind],
      csvAmount(entry.amount),
      csvAmount(entry.balance),
      project?.name ?? null,
      entry.method && paymentMethodLabels[entry.method],
      entry.reference,
      entry.reason,
      entry.receipt,
      entry.voidedOn,
      entry.voidedBecause,
      ...paidCells(entry.paid),
      id,
    ]),
  )
  return table(
    [
      'Date',
      'Kind',
      'Amount (USD)',
      'Paid to date (USD)',
      'Project',
      'Method',
      'Reference',
      'Reason',
      'Receipt',
      'Voided on',
      'Voided because',
      ...paidHead,
      'Investment',
    ],
    rows,
  )
}

/** A share without a day of sending is only declared; a voided one keeps its reason. Neither counts. */
export function distributionsTable({ shares }: InvestorExport): string {
  return table(
    [
      'Record date',
      'Sent on',
      'Amount (USD)',
      'Project',
      'Voided because',
      'Distribution',
      'Investment',
      ...paidHead,
    ],
    shares.map(({ on, amount, paid, project, voidedBecause, ...share }) => [
      on,
      share.sentOn,
      csvAmount(amount),
      project,
      voidedBecause,
      share.distributionId,
      share.investmentId,
      ...paidCells(paid),
    ]),
  )
}

export function requestsTable({ requests }: InvestorExport): string {
  return table(
    [
      'Sent on',
      'Project',
      'Unit or share',
      'Amount (USD)',
      'Status',
      'Note',
      'Decided on',
      'Reason',
    ],
    requests.map(({ requestedAt, project, owned, amount, status, note, decidedAt, reason }) => [
      dayOf(requestedAt),
      project,
      owned,
      csvAmount(amount),
      requestStatusLabels[status],
      note,
      decidedAt && dayOf(decidedAt),
      reason,
    ]),
  )
}

export function notificationsTable({ notifications }: InvestorExport): string {
  return table(
    ['Sent on', 'Title', 'Message', 'Read'],
    notifications.map(({ sentAt, title, message, isRead }) => [
      dayOf(sentAt),
      title,
      message,
      isRead ? 'yes' : 'no',
    ]),
  )
}
