import type { InvestmentForEdit } from '../../../domain/investments/find-investment.server.ts'
import { type AgreedPayment, dueOnceReceived } from '../../../domain/payments/due-payment.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Day } from '../../../ui/day.tsx'
import { parseCalendarDate } from '../../../values/calendar-date.ts'
import { add, type Cents, isPositive, min, subtract, zero } from '../../../values/money.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { NextPaymentDue } from '../parts/next-payment-due.tsx'

type Props = {
  investment: InvestmentForEdit
  agreed: AgreedPayment[]
  /** The amount typed so far; null while it is invalid. */
  amount: Cents | null
  /** Cents of it that the exchange rate leaves, and that are closed. */
  closed: Cents
  /** The next payment date as typed. */
  nextOn: string
}

export function PaymentConsequences({ investment, agreed, amount, closed, nextOn }: Props) {
  const { received, remaining, investor } = investment
  return (
    <Consequences>
      <Figure
        of="Received"
        was={received}
        becomes={amount && add(received, amount)}
        meanwhile="plus this payment"
      />
      <Figure
        of="Remaining"
        was={remaining}
        becomes={amount && subtract(remaining, amount)}
        meanwhile="less this payment"
      />
      {isPositive(closed) && (
        <Consequence of="Exchange rate difference">
          <Amount cents={closed} show="always" /> is closed by an adjustment
        </Consequence>
      )}
      {amount === remaining && <Consequence of="Investment">is completed</Consequence>}
      <NextPayment
        investment={investment}
        agreed={agreed}
        amount={amount}
        typed={investment.hasPlan || amount === remaining ? '' : nextOn}
      />
      <Consequence of={<bdi>{investor.name}</bdi>}>
        {investor.hasAccount
          ? 'is notified, with a receipt by email'
          : 'has no account, so no email is sent'}
      </Consequence>
    </Consequences>
  )
}

type FigureProps = { of: string; was: Cents; becomes: Cents | null; meanwhile: string }

function Figure({ of, was, becomes, meanwhile }: FigureProps) {
  const before = <Amount cents={was} show="when-needed" />
  if (becomes === null) {
    return (
      <Consequence of={of}>
        {before} {meanwhile}
      </Consequence>
    )
  }
  return (
    <Consequence of={of} was={before}>
      <Amount cents={becomes} show="when-needed" className="font-[580]" />
    </Consequence>
  )
}

type NextProps = Omit<Props, 'nextOn' | 'closed'> & { typed: string }

/** An agreed amount stays due until payments reach it; the following payment comes after it. */
function NextPayment({ investment, agreed, amount, typed }: NextProps) {
  const { nextPaymentOn: was, received, remaining } = investment
  const parsed = parseCalendarDate(typed)
  const next = parsed.ok ? parsed.day : null
  const due = next === was ? null : dueAfter(investment, agreed, amount ?? zero)
  if (was && due !== null && isPositive(due)) {
    return (
      <Consequence of="Next payment">
        <Amount cents={due} show="when-needed" className="font-[580]" />{' '}
        {amount === null ? 'is' : 'stays'} due on <Day on={was} />
        {next && (
          <>
            , the following one on <Day on={next} />
          </>
        )}
      </Consequence>
    )
  }
  if (next) {
    return (
      <Consequence of="Next payment date" was={was && <Day on={was} />}>
        <Day on={next} />
      </Consequence>
    )
  }
  const following =
    amount === null || amount === remaining ? null : dueOnceReceived(agreed, add(received, amount))
  if (following) return <NextPaymentDue due={following} />
  return (
    <Consequence of="Next payment date">
      {was === null ? (
        'stays empty'
      ) : (
        <>
          <Day on={was} /> is cleared
        </>
      )}
    </Consequence>
  )
}

/** What is left of the agreed next payment; after voids more may remain than is due now. */
function dueAfter(
  { nextPaymentOn, nextPaymentAmount, received, remaining, hasPlan }: InvestmentForEdit,
  agreed: AgreedPayment[],
  paid: Cents,
): Cents | null {
  if (nextPaymentOn === null || nextPaymentAmount === null) return null
  if (hasPlan) {
    const due = dueOnceReceived(agreed, add(received, paid))
    return due?.on === nextPaymentOn ? due.amount : null
  }
  const until = agreed.find(({ on }) => on === nextPaymentOn)?.until
  const toCome = until === undefined ? nextPaymentAmount : subtract(until, received)
  return min(nextPaymentAmount, subtract(min(toCome, remaining), paid))
}
