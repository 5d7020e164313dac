import { Fragment } from 'react'
import { paymentMethodLabels } from '../../../domain/investments/payment-methods.ts'
import type { MyPayment } from '../../../domain/payments/my-payments.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Day } from '../../../ui/day.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Table, Td, Th, Tr } from '../../../ui/layout/table.tsx'
import { counted } from '../../../values/counted.ts'
import { formatExchange } from '../../../values/exchange-rate.ts'
import { PortalLink } from '../../parts/portal-link.tsx'
import { countValidPayments } from '../../parts/valid-payments.ts'
import { receiptsHome } from '../../paths.ts'

const kinds: Record<MyPayment['kind'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  adjustment: 'Adjustment',
  void: 'Void',
}

/** Newest first, with balances. A voided entry stays, struck through; its void is dated separately. */
export function Ledger({ payments }: { payments: MyPayment[] }) {
  return (
    <Panel title="Payments" action={<Count payments={payments} />} flush>
      {payments.length === 0 ? (
        <EmptyState icon="receipt" title="No payments yet">
          Payments appear here once recorded, with receipts and corrections.
        </EmptyState>
      ) : (
        <Table
          caption="Payments and corrections, newest first, with what was paid to date after each"
          head={
            <>
              <Th>Date</Th>
              <Th>Entry</Th>
              <Th end>Amount</Th>
              <Th end>Paid to date</Th>
            </>
          }
        >
          {payments.map((payment) => (
            <Fragment key={payment.id}>
              <Line payment={payment} />
              {payment.voidedBecause !== null && (
                <VoidNote on={payment.voidedOn} reason={payment.voidedBecause} />
              )}
            </Fragment>
          ))}
        </Table>
      )}
    </Panel>
  )
}

function Count({ payments }: { payments: MyPayment[] }) {
  const voided = payments.filter(({ voidedBecause }) => voidedBecause !== null).length
  if (payments.length === 0) return null
  return (
    <p className="num text-xs text-muted">
      {counted(countValidPayments(payments), 'payment')}
      {voided > 0 && `, ${voided} voided`}
    </p>
  )
}

function Line({ payment }: { payment: MyPayment }) {
  const { amount, on, balance, voidedBecause } = payment
  const isVoided = voidedBecause !== null
  return (
    <Tr
      className={
        isVoided
          ? 'text-muted *:border-b-0! @max-[48rem]/main:border-b-0! @max-[48rem]/main:pb-0!'
          : ''
      }
    >
      <Td className="align-baseline! whitespace-nowrap text-muted @max-[48rem]/main:order-3 @max-[48rem]/main:text-xs">
        <Day on={on} />
      </Td>
      <Td
        wrap
        className="w-full align-baseline! @max-[48rem]/main:order-1 @max-[48rem]/main:w-auto"
      >
        <Entry payment={payment} />
      </Td>
      <Td
        end
        className="align-baseline! whitespace-nowrap @max-[48rem]/main:order-2 @max-[48rem]/main:text-[1.0625rem]"
      >
        {isVoided ? (
          <s>
            <Amount cents={amount} show="when-needed" />
          </s>
        ) : (
          <Amount
            cents={amount}
            show="when-needed"
            className={`font-[580] ${amount < 0n ? 'text-negative' : ''}`}
          />
        )}
      </Td>
      <Td
        end
        className="align-baseline! whitespace-nowrap @max-[48rem]/main:order-4 @max-[48rem]/main:text-xs"
      >
        <span className="text-muted @min-[48.01rem]/main:sr-only">Paid to date </span>
        <Amount cents={balance} show="when-needed" />
      </Td>
    </Tr>
  )
}

function Entry({ payment }: { payment: MyPayment }) {
  const { kind, method, reference, reason, receipt, voidedBecause, paid, payer } = payment
  const facts = [
    paid && formatExchange(paid),
    method && paymentMethodLabels[method],
    reference,
    payer && `paid by ${payer}`,
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <div className="min-w-0 py-1 wrap-anywhere @max-[48rem]/main:py-0">
      <span className={voidedBecause === null ? 'font-[560]' : 'line-through'}>{kinds[kind]}</span>{' '}
      {kind === 'void' && receipt && <span>of {receipt} </span>}
      {voidedBecause !== null && <Badge tone="amber">Voided</Badge>}
      {facts && <bdi className="block text-xs text-muted">{facts}</bdi>}
      {reason && <bdi className="block text-xs whitespace-pre-line text-muted">{reason}</bdi>}
      {kind !== 'void' && receipt && (
        <ReceiptLink number={receipt} isVoided={voidedBecause !== null} />
      )}
    </div>
  )
}

/** Below its entry: there is no room for another column. */
function ReceiptLink({ number, isVoided }: { number: string; isVoided: boolean }) {
  return (
    <PortalLink
      to={`${receiptsHome}/${number}`}
      className={`flex min-h-6 w-fit items-center gap-1.25 text-xs font-medium whitespace-nowrap text-link hover:underline max-sm:min-h-11 ${isVoided ? 'line-through' : ''}`}
    >
      <Icon name="receipt" size="small" />
      <span className="sr-only">Receipt </span>
      {number}
    </PortalLink>
  )
}

/** A full-width row below the voided entry. */
function VoidNote({ on, reason }: { on: MyPayment['voidedOn']; reason: string }) {
  return (
    <Tr>
      <Td span={4} card="row" wrap className="pb-3!">
        <p className="flex items-start gap-2 text-xs whitespace-normal text-muted wrap-anywhere">
          <Icon name="void" size="small" className="mt-0.5 text-warning" />
          <span>
            Voided{on && ' on '}
            {on && <Day on={on} />}: “
            <bdi className="whitespace-pre-line">{reason.replace(/[.\s]+$/, '')}</bdi>”, and
            reversed on that day.
          </span>
        </p>
      </Td>
    </Tr>
  )
}
