import { openMinor, quotedNumber } from '../../domain/bank-transactions/bank-transaction.ts'
import type { DescribedTransaction } from '../../domain/bank-transactions/described-transaction.ts'
import { Day } from '../../ui/day.tsx'
import { formatCurrency } from '../../values/exchange-rate.ts'

/** What a dialog is about: the amount that is open, the payer and the day. */
export function TransactionSubtitle({ transaction }: { transaction: DescribedTransaction }) {
  const { currency, payerName, valueOn, account } = transaction
  const number = quotedNumber(transaction)
  return (
    <>
      <span className="block">
        <span className="num font-[560] text-text">
          {formatCurrency(openMinor(transaction), currency)}
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
