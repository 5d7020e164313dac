import { Link } from 'react-router'
import type { SameReference as Same } from '../../../domain/payments/same-reference.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Day } from '../../../ui/day.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'

/** Confirms a second payment with the same reference. */
export function SameReference({ same }: { same: Omit<Same, 'referenceKey' | 'reference'> }) {
  const { entryId, investmentId, investor, email, project, amount, receivedOn, receiptNumber } =
    same
  return (
    <div className="col-span-full rounded-control bg-tint-warning px-3.5 py-2.5">
      <p className="font-[560]">This reference is already recorded</p>
      <p className="text-xs wrap-anywhere">
        <Amount cents={amount} show="when-needed" /> on <Day on={receivedOn} /> from{' '}
        <bdi>{investor}</bdi> (<bdi>{email}</bdi>) for{' '}
        <Link
          to={`/admin-dashboard/investments/${investmentId}`}
          target="_blank"
          className="underline underline-offset-2"
        >
          <bdi>{project}</bdi>
        </Link>
        {receiptNumber && `, receipt ${receiptNumber}`}.
      </p>
      <CheckboxField name="repeats" value={entryId} label="Record it again" />
    </div>
  )
}
