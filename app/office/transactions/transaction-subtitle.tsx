import { openMinor, quotedNumber } from '../../domain/bank-transactions/bank-transaction.ts'
import type { DescribedTransaction } from '../../domain/bank-transactions/described-transaction.ts'
import { Day } from '../../ui/day.tsx'
import { formatCurrency } from '../../values/exchange-rate.ts'

type Props = {
  transaction: DescribedTransaction
  /** The whole amount, and not what of it is open. */
  isWhole?: boolean
}

/** What a dialog is about: the amount that is open, else the whole, the payer and the day. */
export function TransactionSubtitle({ transaction, isWhole = false }: Props) {
  const { minor, currency, payerName, valueOn, account } = transaction
  const number = quotedNumber(transaction)
  return (
    <>
      <span className="block">
        <span className="num font-[560] text-text">
          {formatCurrency(isWhole ? minor : openMinor(transaction) || minor, currency)}
        </span>{' '}
        {payerName && (
          <>
            from <bdi>{payerName}</bdi>
          </>
        )}
      </span>
      <span className="block text-xs">
        <Day on={valueOn} />, <bdi>{account}</bdi>
        {number && `, ${number}`}
      </span>
    </>
  )
}
