import { requestStatusLabels } from '../../domain/investment-requests/request.ts'
import { investmentStatusLabels } from '../../domain/investments/investment.ts'
import { paymentMethodLabels } from '../../domain/investments/payment-methods.ts'
import { investorStatusLabels } from '../../domain/investors/investor.ts'
import { dayOf } from '../../values/calendar-date.ts'
import { csvAmount, csvHead, csvLine } from '../../values/csv.ts'
import type { InvestorExport } from './investor-export.server.ts'

type Row = readonly (string | null)[]

function table(columns: readonly string[], rows: readonly Row[]): string {
  return csvHead(columns) + rows.map(csvLine).join('')
}

/** Who somebody is to us. */
export function profileTable({
  profile: { fullName, email, phone, joinedOn, status },
}: InvestorExport): string {
  return table(
    ['Field', 'Value'],
    [
      ['Full name', fullName],
      ['Email address', email],
      ['Phone number', phone],
      ['Investor since', joinedOn],
      ['Account status', investorStatusLabels[status]],
    ],
  )
}

/** The totals of the dashboard, in cents that add up. */
export function totalsTable({ portfolio, returned }: InvestorExport): string {
  const { invested, received, remaining, toRefund } = portfolio
  return table(
    ['Total', 'Amount (USD)'],
    [
      ['Invested', csvAmount(invested)],
      ['Received', csvAmount(received)],
      ['Remaining', csvAmount(remaining)],
      ['To refund', csvAmount(toRefund)],
      ['Returns received', csvAmount(returned)],
    ],
  )
}

/** Every investment, the latest first; of a cancelled one nothing remains to be paid. */
export function investmentsTable({ investments }: InvestorExport): string {
  return table(
    [
      ...[
        'Project',
        'Location',
        'Amount (USD)',
        'Received (USD)',
        'Remaining (USD)',
        'Status',
        'Investment date',
      ],
      ...['Next payment date', 'Next payment (USD)', 'Investment'],
    ],
    investments.map(
      ({ id, project, amount, received, remaining, status, investedOn, nextPayment }) => [
        ...[
          project?.name ?? null,
          project?.location ?? null,
          csvAmount(amount),
          csvAmount(received),
        ],
        ...[
          status === 'cancelled' ? null : csvAmount(remaining),
          investmentStatusLabels[status],
          investedOn,
        ],
        ...[nextPayment?.on ?? null, nextPayment && csvAmount(nextPayment.amount), id],
      ],
    ),
  )
}

const amendments = { amount: 'Amount changed', cancelled: 'Cancelled', resumed: 'Resumed' }

/** What the office changed about an investment: its amount, and whether it is cancelled. */
export function amendmentsTable(everything: InvestorExport): string {
  return table(
    ['Date', 'Amendment', 'Former amount (USD)', 'Amount (USD)', 'Project', 'Investment'],
    everything.amendments.map(({ at, kind, formerAmount, amount, project, investmentId }) => [
      ...[
        dayOf(at),
        amendments[kind],
        formerAmount && csvAmount(formerAmount),
        csvAmount(amount),
        project,
        investmentId,
      ],
    ]),
  )
}

const kinds = { payment: 'Payment', refund: 'Refund', adjustment: 'Adjustment', void: 'Void' }

/**
 * Every entry of every ledger, with the balance after it and, where it was voided, when and why: it counts until then, and
 * the void is a line of its own.
 */
export function ledgerTable({ investments, payments }: InvestorExport): string {
  const rows = investments.flatMap(({ id, project }) =>
    (payments.get(id) ?? []).map((entry) => [
      ...[
        entry.on,
        kinds[entry.kind],
        csvAmount(entry.amount),
        csvAmount(entry.balance),
        project?.name ?? null,
      ],
      ...[
        entry.method && paymentMethodLabels[entry.method],
        entry.reference,
        entry.reason,
        entry.receipt,
      ],
      ...[entry.voidedOn, entry.voidedBecause, id],
    ]),
  )
  return table(
    [
      ...[
        'Date',
        'Kind',
        'Amount (USD)',
        'Balance (USD)',
        'Project',
        'Method',
        'Reference',
        'Reason',
        'Receipt',
      ],
      ...['Voided on', 'Voided because', 'Investment'],
    ],
    rows,
  )
}

/** Every share of a distribution; a voided one says why and counts for nothing. */
export function distributionsTable({ shares }: InvestorExport): string {
  return table(
    ['Date', 'Amount (USD)', 'Project', 'Voided because', 'Distribution', 'Investment'],
    shares.map(({ on, amount, project, voidedBecause, distributionId, investmentId }) => [
      ...[on, csvAmount(amount), project, voidedBecause, distributionId, investmentId],
    ]),
  )
}

/** Every investment request, with what was written to the office and what it answered. */
export function requestsTable({ requests }: InvestorExport): string {
  return table(
    ['Sent on', 'Project', 'Amount (USD)', 'Status', 'Note', 'Decided on', 'Reason'],
    requests.map(({ requestedAt, project, amount, status, note, decidedAt, reason }) => [
      ...[dayOf(requestedAt), project, csvAmount(amount), requestStatusLabels[status], note],
      ...[decidedAt && dayOf(decidedAt), reason],
    ]),
  )
}

/** Every notification, and whether it was read. */
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
