import { Link } from 'react-router'
import type { DescribedTransaction } from '../../domain/bank-transactions/described-transaction.ts'
import { Amount } from '../../ui/amount.tsx'
import { Moment } from '../../ui/day.tsx'
import { formatCurrency, rateWords } from '../../values/exchange-rate.ts'
import { ReceiptPdf } from '../parts/receipt-pdf.tsx'

/** The investments that a transaction is matched to, with the receipts. */
export function MatchedParts({ transaction }: { transaction: DescribedTransaction }) {
  const { parts, currency } = transaction
  if (parts.length === 0) return null
  return (
    <ul className="grid basis-full gap-1.5">
      {parts.map((part) => (
        <li key={part.entryId} className="text-sm wrap-anywhere">
          <Link
            to={`/admin-dashboard/investments/${part.investmentId}#entry-${part.entryId}`}
            className="tall-target font-[560] text-link underline underline-offset-2"
          >
            <bdi>{part.investor}</bdi>, <bdi>{part.project}</bdi>
          </Link>{' '}
          <Amount cents={part.amount} show="when-needed" />
          {part.paid && (
            <span className="text-muted">
              {' '}
              ({formatCurrency(part.minor, currency)} at {rateWords(part.paid.rate, currency)})
            </span>
          )}{' '}
          {part.receipt && <ReceiptPdf number={part.receipt} />}
          <span className="text-xs text-muted sm:ms-1 max-sm:block">
            {part.automatic === null
              ? `Matched by ${part.by ?? 'a person'}`
              : part.automatic === 'reference'
                ? 'Matched automatically by the reference'
                : 'Matched automatically by the investor’s proof'}
            , <Moment at={part.at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
