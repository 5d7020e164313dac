import { type ReactNode, useState } from 'react'
import type { FetcherWithComponents } from 'react-router'
import type { PlanFields } from '../../../../domain/payment-plans/plan-form.ts'
import type { MilestoneChoice } from '../../../../domain/payment-plans/plan-templates.server.ts'
import { ButtonLink, buttonClass } from '../../../../ui/button.tsx'
import { useScript } from '../../../../ui/connection/use-script.ts'
import { LeaveGuard } from '../../../../ui/feedback/leave-guard.tsx'
import { AmountField } from '../../../../ui/fields/amount-field.tsx'
import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { type CalendarDate, formatDay } from '../../../../values/calendar-date.ts'
import type { FormReply } from '../../../../values/form.ts'
import { parseAmount } from '../../../../values/money.ts'
import { FormBar } from '../../../parts/long-form.tsx'
import { LinesEditor } from '../../../parts/plan/lines-editor.tsx'
import { SchedulePreview } from '../../../parts/plan/schedule-preview.tsx'
import { usePlanFields } from '../../../parts/plan/use-plan-fields.ts'

type Props = {
  opened: PlanFields
  milestones: MilestoneChoice[]
  today: CalendarDate
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
  closeTo: string
  /** Hidden fields: the key or the version. */
  children: ReactNode
  save: string
}

/** Name and lines of a template, with the schedule for an example amount. */
export function TemplateForm(props: Props) {
  const { opened, milestones, today, reply, fetcher, closeTo, children, save } = props
  const [first] = useState(opened)
  const { fields, revision, onInput, change } = usePlanFields(reply, first)
  return (
    <ActionForm reply={reply} fetcher={fetcher} onInput={onInput}>
      {children}
      {/* Enter in a field saves, instead of pressing the first button for lines. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        {save}
      </button>
      <div className="grid items-start gap-5 @min-[74rem]/main:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5">
          <div className="max-w-md">
            <TextField
              name="name"
              label="Name"
              required
              autoComplete="off"
              defaultValue={first.name}
              hint="Investors see it, for example “10% deposit, rest in 12 months”"
            />
          </div>
          <LinesEditor
            fields={fields}
            revision={revision}
            milestones={milestones}
            amount={null}
            onAct={change}
          />
        </div>
        <ExamplePanel fields={fields} milestones={milestones} today={today} />
      </div>
      <LeaveGuard />
      <FormBar>
        <ButtonLink to={closeTo}>Cancel</ButtonLink>
        <SubmitButton name="act" value="save" pendingLabel="Saving template">
          {save}
        </SubmitButton>
      </FormBar>
    </ActionForm>
  )
}

type ExampleProps = Pick<Props, 'milestones' | 'today'> & { fields: PlanFields }

function ExamplePanel({ fields, milestones, today }: ExampleProps) {
  const scripted = useScript()
  const parsed = parseAmount(fields.example ?? '')
  return (
    <Panel title="Preview">
      <div className="grid gap-3">
        <AmountField
          name="example"
          label="Example amount"
          defaultValue={fields.example}
          hint={`Agreed today, ${formatDay(today)}`}
        />
        {!scripted && (
          <button
            type="submit"
            name="act"
            value="preview"
            className={buttonClass('secondary', 'small')}
          >
            Show the schedule
          </button>
        )}
        <SchedulePreview
          fields={fields}
          milestones={milestones}
          amount={parsed.ok ? parsed.amount : null}
          agreedOn={today}
        />
      </div>
    </Panel>
  )
}
