import type { MoneyIn } from '../../domain/bank-transactions/money-in.server.ts'
import { Day } from '../../ui/day.tsx'
import { shownCount } from '../../values/capped-count.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'
import { AttentionLine } from './attention-line.tsx'

export const areWaiting = (count: number) => (count === 1 ? 'is waiting' : 'are waiting')

export const hasMoneyLines = ({ open, reversed, unexplained }: MoneyIn) =>
  open.length + reversed.length + unexplained.length > 0

/** Bank transactions that wait: payments that were taken back first, because their receipts are still valid. */
export function MoneyLines({
  moneyIn: { open, suggested, reversed, unexplained },
}: {
  moneyIn: MoneyIn
}) {
  return (
    <>
      <Reversed reversed={reversed} />
      <OpenMoney open={open} suggested={suggested} />
      <Unexplained unexplained={unexplained} />
    </>
  )
}

const amountsOf = (money: Pick<MoneyIn['open'][number], 'minor' | 'currency'>[]) =>
  money.map(({ minor, currency }) => formatCurrency(minor, currency)).join(' and ')

function Reversed({ reversed }: Pick<MoneyIn, 'reversed'>) {
  const count = countOf(reversed)
  if (count === 0) return null
  const isOne = count === 1
  return (
    <AttentionLine
      icon="warning"
      tone="text-negative"
      words={`${shownCount(count)} ${isOne ? 'payment was' : 'payments were'} reversed by the provider: ${amountsOf(reversed)}`}
      to="transactions?state=reversed"
      act="Open"
    >
      {isOne ? 'Its receipt is' : 'Their receipts are'} valid until you void{' '}
      {isOne ? 'the payment' : 'the payments'}
    </AttentionLine>
  )
}

function OpenMoney({ open, suggested }: Pick<MoneyIn, 'open' | 'suggested'>) {
  const [oldest] = open.toSorted((left, right) => left.since.localeCompare(right.since))
  if (!oldest) return null
  return (
    <AttentionLine
      icon="receipt"
      tone="text-warning"
      words={`${amountsOf(open)} to match`}
      to={`transactions?state=${suggested > 0 ? 'suggested' : 'unmatched'}`}
      act="Match"
    >
      The oldest of <Day on={oldest.since} />
      {suggested > 0 &&
        `. ${shownCount(suggested)} ${suggested === 1 ? 'suggestion' : 'suggestions'} ${areWaiting(suggested)}`}
    </AttentionLine>
  )
}

const countOf = (money: MoneyIn['reversed']) => money.reduce((sum, { count }) => sum + count, 0)

function Unexplained({ unexplained }: Pick<MoneyIn, 'unexplained'>) {
  const count = countOf(unexplained)
  if (count === 0) return null
  return (
    <AttentionLine
      icon="receipt"
      tone="text-warning"
      words={`${shownCount(count)} unexplained outgoing ${count === 1 ? 'line' : 'lines'}: ${amountsOf(unexplained)}`}
      to="transactions?state=unexplained"
      act="Open"
    >
      Match {count === 1 ? 'it' : 'each'} to a refund or a return, or exclude it
    </AttentionLine>
  )
}
