import type { Oversubscription as Beyond } from '../../../domain/investments/oversubscription.server.ts'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'

/** Confirms an amount above what the project still offers. */
export function OversubscriptionQuestion({ requests }: Beyond) {
  return (
    <div className="col-span-full rounded-control bg-tint-warning px-3.5 py-2.5">
      <p className="font-[560]">This is more than the project has available</p>
      <p className="text-xs">
        {requests === 0
          ? 'The project is then oversubscribed.'
          : 'Open requests may then no longer be approved, although their amount was reserved.'}
      </p>
      <CheckboxField name="beyondOffer" label="Add it anyway" />
    </div>
  )
}
