import type { ReactNode } from 'react'
import type { OfferedSchedule } from '../../domain/payment-plans/offered-schedules.server.ts'
import { FieldNote } from '../../ui/fields/field.tsx'
import { useFormState } from '../../ui/fields/form.tsx'
import { Schedule } from '../../ui/schedule.tsx'

/** How the amount would be paid. Approving the request makes the chosen plan. */
export function PlanChoice({ plans }: { plans: OfferedSchedule[] }) {
  const { reply } = useFormState()
  const error = reply?.errors.templateId
  if (plans.length === 0 && error === undefined) return null
  const chosen = plans.length === 0 ? '' : (reply?.values.templateId ?? plans[0]?.id)
  return (
    <fieldset
      className="grid border-t border-line"
      aria-describedby={error ? 'plan-error' : undefined}
    >
      <legend className="pb-3 font-[550]">Payment plan</legend>
      {plans.map(({ id, name, rows }) => (
        <div key={id} className="border-b border-line py-3">
          <Choice value={id} isChosen={chosen === id}>
            <bdi>{name}</bdi>
          </Choice>
          <details open={plans.length === 1} className="ps-10 pt-1">
            <summary className="min-h-6 cursor-pointer text-sm text-link underline">
              Payments<span className="sr-only"> of {name}</span>
            </summary>
            <Schedule rows={rows} caption={`Payments of ${name}`} />
          </details>
        </div>
      ))}
      <div className="border-b border-line py-3">
        <Choice value="" isChosen={chosen === ''}>
          Agree the payments later
        </Choice>
      </div>
      <FieldNote
        id="plan"
        error={error}
        hint="Dates are counted from the agreement. They are shown as if you agreed today."
      />
    </fieldset>
  )
}

function Choice({
  value,
  isChosen,
  children,
}: {
  value: string
  isChosen: boolean
  children: ReactNode
}) {
  return (
    <label className="grid min-h-11 cursor-pointer grid-cols-[1.5rem_minmax(0,1fr)] items-center gap-x-4 wrap-anywhere">
      <input
        type="radio"
        name="templateId"
        value={value}
        defaultChecked={isChosen}
        className="size-6 accent-primary"
      />
      {children}
    </label>
  )
}
