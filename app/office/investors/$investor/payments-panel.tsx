import { Link } from 'react-router'
import type { InvestorPayment } from '../../../domain/payments/payments-of-investor.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Day } from '../../../ui/day.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Table, Td, Th, Tr } from '../../../ui/layout/table.tsx'
import { ReceiptPdf } from '../../parts/receipt-pdf.tsx'

const kinds = { payment: null, refund: 'Refund', adjustment: 'Adjustment' }

export function PaymentsPanel({ payments, total }: { payments: InvestorPayment[]; total: number }) {
  if (payments.length === 0) {
    return (
      <Panel title="Payments">
        <EmptyState icon="receipt" title="Nothing received yet">
          Payments, refunds and corrections appear here.
        </EmptyState>
      </Panel>
    )
  }
  const head = (
    <>
      <Th>Date</Th>
      <Th>For</Th>
      <Th>Receipt</Th>
      <Th end>Amount</Th>
    </>
  )
  return (
    <Panel
      title="Payments"
      flush
      action={
        total > payments.length && (
          <span className="text-xs text-muted">{`Latest ${payments.length} of ${total}`}</span>
        )
      }
    >
      <Table caption="Their latest payments" head={head}>
        {payments.map((payment) => (
          <Line key={payment.id} payment={payment} />
        ))}
      </Table>
    </Panel>
  )
}

function Line({ payment }: { payment: InvestorPayment }) {
  const { investmentId, project, kind, amount, on, receiptNumber, isVoided } = payment
  return (
    <Tr className={isVoided ? 'text-muted' : ''}>
      <Td className="text-muted @max-[48rem]/main:order-3">
        <Day on={on} />
      </Td>
      <Td wrap className="@max-[48rem]/main:order-1">
        <Link
          to={`/admin-dashboard/investments/${investmentId}`}
          className="font-[560] wrap-anywhere hover:underline"
        >
          <bdi>{project}</bdi>
        </Link>{' '}
        {kinds[kind] && <Badge>{kinds[kind]}</Badge>}{' '}
        {isVoided && <Badge tone="amber">Voided</Badge>}
      </Td>
      <Td className="text-muted @max-[48rem]/main:order-4 @max-[48rem]/main:text-end">
        {receiptNumber ? <ReceiptPdf number={receiptNumber} /> : '–'}
      </Td>
      <Td end className="@max-[48rem]/main:order-2">
        <Amount
          cents={amount}
          show="when-needed"
          className={isVoided ? 'line-through' : 'font-[560]'}
        />
      </Td>
    </Tr>
  )
}
