import { Link } from 'react-router'
import { bucketLabels } from '../../domain/bank-transactions/reconciliation.ts'
import type { TransactionSearch } from '../../domain/bank-transactions/transaction-search.ts'
import { formatDay } from '../../values/calendar-date.ts'
import type { PaymentAccount } from '../../values/payment-account.ts'
import { reconciliationHome, transactionsHome } from './paths.ts'

const moneyOutWords = {
  reversed: 'Matched payments that the provider reversed',
  unexplained: 'Unexplained outgoing lines',
}

type Props = { search: TransactionSearch; accounts: PaymentAccount[] }

/** Which days, or which figure of a reconciliation, the list is narrowed to. */
export function NarrowedLine({
  search: { from, to, bucket, accountId, transactionId, moneyOut },
  accounts,
}: Props) {
  if (!from && !to && !transactionId && !moneyOut) return null
  const account = accounts.find(({ id }) => id === accountId)
  const days = [from && `from ${formatDay(from)}`, to && `to ${formatDay(to)}`].filter(Boolean)
  const month = bucket && account && from
  const back =
    month &&
    new URLSearchParams({ account: account.id, month: from.slice(0, 7), 'as-of': bucket.asOf })
  return (
    <p className="mb-3 flex flex-wrap gap-x-3 gap-y-1 text-sm">
      <span>
        {month && (
          <>
            {bucketLabels[bucket.name]} as of {formatDay(bucket.asOf)}, <bdi>{account.name}</bdi>,{' '}
          </>
        )}
        {month
          ? days.join(' ')
          : transactionId
            ? 'One transaction'
            : [moneyOut ? moneyOutWords[moneyOut] : 'Transactions', ...days].join(' ')}
      </span>
      {back && (
        <Link
          to={`${reconciliationHome}?${back}`}
          className="tall-target text-link underline underline-offset-2"
        >
          Back to the reconciliation
        </Link>
      )}
      <Link to={transactionsHome} className="tall-target text-link underline underline-offset-2">
        Show all transactions
      </Link>
    </p>
  )
}
