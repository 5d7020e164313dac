import type { ExistingInvestment } from '../../../domain/investments/add-investment.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'

/** Confirms a second investment of one investor in one project. */
export function FurtherTranche({ count, amount }: ExistingInvestment) {
  return (
    <div className="col-span-full rounded-control bg-tint-warning px-3.5 py-2.5">
      <p className="font-[560]">This investor already has an investment in this project</p>
      <p className="text-xs">
        {count === 1 ? 'One investment' : `${count} investments`} of{' '}
        <Amount cents={amount} show="when-needed" />
        {count === 1 ? '' : ' together'}. A further tranche is added and paid separately.
      </p>
      <CheckboxField name="furtherTranche" label="Add a further tranche" />
    </div>
  )
}
