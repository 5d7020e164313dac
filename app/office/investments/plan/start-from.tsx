import { dayIn, type PlanFields } from '../../../domain/payment-plans/plan-form.ts'
import type { PlanTemplate } from '../../../domain/payment-plans/plan-templates.server.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

type Props = { templates: PlanTemplate[]; fields: PlanFields; opened: PlanFields }

/** Fills in lines, which can be changed before they are saved. */
export function StartFrom({ templates, fields, opened }: Props) {
  return (
    <div className="grid gap-4 @min-[52rem]/main:grid-cols-2">
      <fieldset className="grid content-start gap-3 rounded-card border border-line px-(--pad) pt-2 pb-4">
        <legend className="px-1 text-sm font-semibold">Equal monthly payments</legend>
        <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-3">
          <TextField
            name="count"
            label="Number"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={opened.count}
          />
          <DateField name="firstOn" label="First day" defaultValue={dayIn(opened.firstOn)} />
        </div>
        <SubmitButton name="act" value="monthly" look="secondary" size="small" className="w-fit">
          Fill in equal payments
        </SubmitButton>
      </fieldset>
      {templates.length > 0 && (
        <fieldset className="grid content-start gap-3 rounded-card border border-line px-(--pad) pt-2 pb-4">
          <legend className="px-1 text-sm font-semibold">From a template</legend>
          <SelectField name="fromTemplate" label="Template" defaultValue={fields.templateId}>
            {templates.length > 1 && <option value="">Choose</option>}
            {templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SubmitButton name="act" value="template" look="secondary" size="small" className="w-fit">
            Fill in the template
          </SubmitButton>
        </fieldset>
      )}
    </div>
  )
}
