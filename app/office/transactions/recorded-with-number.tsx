import { Link } from 'react-router'
import type { NamedEntry } from '../../domain/bank-transactions/described-transaction.ts'
import { Amount } from '../../ui/amount.tsx'
import { Day } from '../../ui/day.tsx'

/** Which payment was recorded by hand with the number of a transaction, and what can be done. */
export function RecordedWithNumber({ recorded }: { recorded: NamedEntry }) {
  const { entryId, investmentId, investor, project, amount, on, receipt } = recorded
  const at = `/admin-dashboard/investments/${investmentId}`
  return (
    <>
      A payment with this number was recorded by hand:{' '}
      <Link
        to={`${at}#entry-${entryId}`}
        target="_blank"
        className="text-link underline underline-offset-2"
      >
        <Amount cents={amount} show="when-needed" /> of <Day on={on} />, <bdi>{investor}</bdi>,{' '}
        <bdi>{project}</bdi>
        {receipt && `, receipt ${receipt}`}
      </Link>
      . If it is this money,{' '}
      <Link
        to={`${at}/ledger/void/${entryId}`}
        target="_blank"
        className="text-link underline underline-offset-2"
      >
        void that payment
      </Link>{' '}
      and match this transaction; if it is other money, match by hand.
    </>
  )
}
