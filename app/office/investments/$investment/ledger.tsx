import { Link } from 'react-router'
import type { LineOfEntry } from '../../../domain/bank-transactions/lines-of-payments.server.ts'
import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { paymentMethodLabels } from '../../../domain/investments/payment-methods.ts'
import type { LedgerLine } from '../../../domain/payments/ledger.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Day, Moment } from '../../../ui/day.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DialogLink } from '../../../ui/layout/dialog-link.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Table, Td, Th, Tr } from '../../../ui/layout/table.tsx'
import { formatDay } from '../../../values/calendar-date.ts'
import { formatExchange } from '../../../values/exchange-rate.ts'
import { formatAmount, isPositive } from '../../../values/money.ts'
import { ReceiptPdf } from '../../parts/receipt-pdf.tsx'

const kinds = { payment: 'Payment', refund: 'Refund', adjustment: 'Adjustment', void: 'Void' }

/** Newest first, with what was paid to date. Entries are never deleted: a void is another entry, dated when it was voided. */
export function Ledger({
  investment,
  entries,
  lines,
}: {
  investment: InvestmentInFull
  entries: LedgerLine[]
  lines: LineOfEntry[]
}) {
  const at = `/admin-dashboard/investments/${investment.id}/ledger`
  return (
    <Panel title="Ledger" flush action={<Corrections investment={investment} at={at} />}>
      {entries.length === 0 ? (
        <EmptyState icon="receipt" title="Nothing received yet">
          Payments appear here once recorded, with receipts and corrections.
        </EmptyState>
      ) : (
        <Table caption="Entries of the ledger, newest first" head={<Head />}>
          {entries.toReversed().map((entry) => (
            <Line
              key={entry.id}
              entry={entry}
              line={lines.find(({ entryId }) => entryId === entry.id)}
              at={at}
              canVoid={!investment.isOwn}
            />
          ))}
        </Table>
      )}
    </Panel>
  )
}

function Corrections({ investment, at }: { investment: InvestmentInFull; at: string }) {
  const { received, isArchived, isOwn } = investment
  if (isOwn) return null
  return (
    <div className="flex flex-wrap gap-2">
      {!isArchived && (
        <DialogLink look="secondary" size="small" to={`${at}/adjustment`}>
          Adjust
        </DialogLink>
      )}
      {isPositive(received) && (
        <DialogLink look="secondary" size="small" to={`${at}/refund`}>
          Refund
        </DialogLink>
      )}
    </div>
  )
}

function Head() {
  return (
    <>
      <Th>Date</Th>
      <Th>Entry</Th>
      <Th>Details</Th>
      <Th>Recorded</Th>
      <Th end>Amount</Th>
      <Th end>Received after it</Th>
      <Th end>
        <span className="sr-only">Actions</span>
      </Th>
    </>
  )
}

type LineProps = {
  entry: LedgerLine
  line: LineOfEntry | undefined
  at: string
  canVoid: boolean
}

function Line({ entry, line, at, canVoid }: LineProps) {
  const { kind, amount, datedOn, balance, voided } = entry
  const name = `${kinds[kind]} of ${formatAmount(amount, 'when-needed')}, ${formatDay(datedOn)}`
  const isVoidable = canVoid && !voided && kind !== 'void'
  return (
    <Tr id={`entry-${entry.id}`} className={`scroll-mt-20 ${voided ? 'text-muted' : ''}`}>
      <Td className="@max-[48rem]/main:order-3">
        <Day on={datedOn} />
      </Td>
      <Td className="@max-[48rem]/main:order-1">
        <span className={voided ? 'line-through' : 'font-[560]'}>{kinds[kind]}</span>{' '}
        {voided && <Badge>Voided</Badge>}
      </Td>
      <Td wrap card="row" className="@max-[48rem]/main:order-5">
        <Details entry={entry} />
        {line && <BankLink line={line} />}
      </Td>
      <Td wrap card="row" className="text-xs text-muted @max-[48rem]/main:order-6">
        {entry.recordedBy ? <bdi>{entry.recordedBy}</bdi> : 'Imported'}
        {entry.approvedBy && (
          <>
            , approved by <bdi>{entry.approvedBy}</bdi>
          </>
        )}
        , <Moment at={entry.recordedAt} />
      </Td>
      <Td end className="@max-[48rem]/main:order-2">
        <Amount
          cents={amount}
          show="when-needed"
          className={`${voided ? 'line-through' : 'font-[580]'} ${amount < 0n && !voided ? 'text-negative' : ''}`}
        />
      </Td>
      <Td end className="@max-[48rem]/main:order-4">
        <span className="sr-only">Received after it: </span>
        <Amount cents={balance} show="when-needed" />
      </Td>
      <Td end card={isVoidable ? 'row' : 'hidden'} className="@max-[48rem]/main:order-7">
        {isVoidable && (
          <DialogLink
            look="secondary"
            size="small"
            to={`${at}/void/${entry.id}`}
            aria-label={`Void ${name}`}
          >
            Void
          </DialogLink>
        )}
      </Td>
    </Tr>
  )
}

/** Leads to the transaction of an entry. */
function BankLink({ line: { transactionId, isOpen } }: { line: LineOfEntry }) {
  return (
    <Link
      to={`/admin-dashboard/transactions?transaction=${transactionId}`}
      className="tall-target text-xs text-link underline underline-offset-2"
    >
      {isOpen ? 'Open bank transaction with this number' : 'Bank transaction'}
    </Link>
  )
}

function Details({
  entry: { method, reference, note, reason, receiptNumber, voided, paid, payer, account },
}: {
  entry: LedgerLine
}) {
  const facts = [
    paid && formatExchange(paid),
    method && paymentMethodLabels[method],
    account,
    reference,
    payer && `paid by ${payer}`,
  ].filter((detail) => detail !== null)
  return (
    <div className="grid gap-0.5 wrap-anywhere">
      {(facts.length > 0 || receiptNumber) && (
        <span>
          {facts.map((fact, index) => (
            <bdi key={fact} className="inline-block">
              {index > 0 && <span className="px-1">·</span>}
              {fact}
            </bdi>
          ))}
          {receiptNumber && (
            <span className="inline-block">
              {facts.length > 0 && <span className="px-1">·</span>}
              <ReceiptPdf number={receiptNumber} />
            </span>
          )}
        </span>
      )}
      {reason && <bdi className="whitespace-pre-line">{reason}</bdi>}
      {note && <bdi className="text-xs whitespace-pre-line text-muted">Note: {note}</bdi>}
      {voided && (
        <span className="text-xs whitespace-pre-line">
          Voided on <Day on={voided.on} />: <bdi>{voided.reason}</bdi>
        </span>
      )}
    </div>
  )
}
