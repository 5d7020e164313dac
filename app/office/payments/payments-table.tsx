import { Link } from 'react-router'
import { paymentMethodLabels } from '../../domain/investments/payment-methods.ts'
import type { ListedEntry } from '../../domain/payments/payment-list.server.ts'
import type { EntryKind } from '../../domain/payments/payment-list-search.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Day } from '../../ui/day.tsx'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { formatExchange } from '../../values/exchange-rate.ts'
import { ReceiptPdf } from '../parts/receipt-pdf.tsx'

const kinds: Record<EntryKind, string> = {
  payment: 'Payment',
  refund: 'Refund',
  adjustment: 'Adjustment',
  void: 'Void',
}

export function PaymentsTable({ entries }: { entries: ListedEntry[] }) {
  return (
    <Table
      caption="Entries of all ledgers, the latest first"
      head={
        <>
          <Th>Date</Th>
          <Th>Entry</Th>
          <Th>Investor</Th>
          <Th>Details</Th>
          <Th>Receipt</Th>
          <Th end>Amount</Th>
        </>
      }
    >
      {entries.map((entry) => (
        <Line key={entry.id} entry={entry} />
      ))}
    </Table>
  )
}

function Line({ entry }: { entry: ListedEntry }) {
  const { id, investmentId, kind, amount, on, investor, project, receipt, isVoided } = entry
  const struck = isVoided ? 'line-through' : ''
  return (
    <Tr className={isVoided ? 'text-muted' : ''}>
      <Td className="@max-[48rem]/main:order-3">
        <Day on={on} />
      </Td>
      <Td className="@max-[48rem]/main:order-1">
        <Link
          to={`/admin-dashboard/investments/${investmentId}#entry-${id}`}
          className={`text-link underline underline-offset-2 ${struck}`}
          aria-label={`${kinds[kind]} of ${investor}, ${project}`}
        >
          {kinds[kind]}
        </Link>{' '}
        {isVoided && <Badge>Voided</Badge>}
      </Td>
      <Td wrap card="row" className="@max-[48rem]/main:order-5">
        <bdi>{investor}</bdi>
        <bdi className="block text-xs text-muted">{project}</bdi>
      </Td>
      <Td wrap card="row" className="text-xs text-muted @max-[48rem]/main:order-6">
        <Details entry={entry} />
      </Td>
      <Td className="@max-[48rem]/main:order-4">{receipt && <ReceiptPdf number={receipt} />}</Td>
      <Td end className="@max-[48rem]/main:order-2">
        <Amount
          cents={amount}
          show="when-needed"
          className={isVoided ? struck : `font-[580] ${amount < 0n ? 'text-negative' : ''}`}
        />
      </Td>
    </Tr>
  )
}

function Details({
  entry: { paid, method, account, reference, payer, reason },
}: {
  entry: ListedEntry
}) {
  const facts = [
    paid && formatExchange(paid),
    method && paymentMethodLabels[method],
    account,
    reference,
    payer && `paid by ${payer}`,
    reason,
  ]
  return <bdi className="wrap-anywhere">{facts.filter(Boolean).join(' · ')}</bdi>
}
