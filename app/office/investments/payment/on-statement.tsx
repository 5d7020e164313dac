import { Link } from 'react-router'
import type { OpenLine } from '../../../domain/payments/open-lines.server.ts'
import { Day } from '../../../ui/day.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { formatCurrency } from '../../../values/exchange-rate.ts'

type Props = { line: OpenLine; investmentId: string }

/** Leads to the open transaction with the typed number; recording the payment as well is confirmed. */
export function OnStatement({ line, investmentId }: Props) {
  const { id, minor, currency, payerName, on, account } = line
  return (
    <div className="col-span-full rounded-control bg-tint-warning px-3.5 py-2.5">
      <p className="font-[560]">This payment is on a statement already</p>
      <p className="text-xs wrap-anywhere">
        {formatCurrency(minor, currency)}{' '}
        {payerName && (
          <>
            from <bdi>{payerName}</bdi>{' '}
          </>
        )}
        on <Day on={on} />, <bdi>{account}</bdi>.{' '}
        <Link
          to={`/admin-dashboard/transactions/${id}/match?investment=${investmentId}`}
          target="_blank"
          className="underline underline-offset-2"
        >
          Match this transaction instead
        </Link>
        : that records the payment with its receipt.
      </p>
      <CheckboxField name="onStatement" value={id} label="Record another payment" />
    </div>
  )
}
