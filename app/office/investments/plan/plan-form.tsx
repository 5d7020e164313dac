import type { FetcherWithComponents } from 'react-router'
import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { dayIn, type PlanFields, readPlanDay } from '../../../domain/payment-plans/plan-form.ts'
import type {
  MilestoneChoice,
  PlanTemplate,
} from '../../../domain/payment-plans/plan-templates.server.ts'
import { ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { useScript } from '../../../ui/connection/use-script.ts'
import { LeaveGuard } from '../../../ui/feedback/leave-guard.tsx'
import { AmountField } from '../../../ui/fields/amount-field.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import { formatAmount, isPositive } from '../../../values/money.ts'
import { FormBar } from '../../parts/long-form.tsx'
import { LinesEditor } from '../../parts/plan/lines-editor.tsx'
import { SchedulePreview } from '../../parts/plan/schedule-preview.tsx'
import { usePlanFields } from '../../parts/plan/use-plan-fields.ts'
import { investmentsHome } from '../../paths.ts'
import { OversubscriptionQuestion } from '../parts/oversubscription-question.tsx'
import { typedAmount } from '../parts/typed-amount.ts'
import type { PlanReply } from './refusals.server.ts'
import { StartFrom } from './start-from.tsx'

type Props = {
  opened: {
    investment: InvestmentInFull
    today: CalendarDate
    key: string
    /** Of the plan in force; 0 without one. */
    planVersion: number
    fields: PlanFields
    templates: PlanTemplate[]
    milestones: MilestoneChoice[]
  }
  answer: PlanReply | undefined
  fetcher: FetcherWithComponents<unknown>
}

/** Amount, agreement and lines of a plan; lines can start from a template or equal months. */
export function PlanForm({ opened, answer, fetcher }: Props) {
  const { investment, milestones, templates } = opened
  const reply = answer?.reply
  const { fields, revision, onInput, change } = usePlanFields(reply, opened.fields)
  const amount = typedAmount(fields.amount ?? '')
  const version = reply?.values.version ?? String(investment.version)
  const planVersion = reply?.values.planVersion ?? String(opened.planVersion)
  const hasPlan = planVersion !== '0'
  const save = hasPlan ? 'Change plan' : 'Add plan'
  return (
    <ActionForm reply={reply} fetcher={fetcher} onInput={onInput}>
      <input type="hidden" name="key" value={reply?.values.key ?? opened.key} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="planVersion" value={planVersion} />
      <input type="hidden" name="templateId" value={fields.templateId ?? ''} />
      {/* Enter in a field saves, instead of pressing the first button for lines. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        {save}
      </button>
      {answer?.savedSince && <SavedSince version={answer.savedSince} id={investment.id} />}
      <div className="grid items-start gap-5 @min-[74rem]/main:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5">
          <Agreement
            opened={opened}
            hasPlan={hasPlan}
            beyond={answer?.beyond}
            isStale={version !== String(investment.version)}
          />
          <StartFrom templates={templates} fields={fields} opened={opened.fields} />
          <LinesEditor
            fields={fields}
            revision={revision}
            milestones={milestones}
            amount={amount}
            onAct={change}
          />
        </div>
        <Preview fields={fields} milestones={milestones} amount={amount} />
      </div>
      <LeaveGuard />
      <FormBar>
        <ButtonLink to={`${investmentsHome}/${investment.id}`}>Cancel</ButtonLink>
        <SubmitButton name="act" value="save" pendingLabel="Saving plan">
          {save}
        </SubmitButton>
      </FormBar>
    </ActionForm>
  )
}

/** Where to see the plan that someone else saved, without leaving the form. */
function SavedSince({ version, id }: { version: number; id: string }) {
  const links = [
    [`${investmentsHome}/${id}#plan`, `See version ${version} of the plan`],
    [`/admin-dashboard/audit?about=${id}`, 'See who saved it'],
  ]
  return (
    <p className="mb-4 flex flex-wrap gap-x-4 text-sm">
      {links.map(([href, words]) => (
        <a
          key={href}
          href={href}
          target="_blank"
          rel="noopener"
          className="tall-target text-link underline underline-offset-2"
        >
          {words}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ))}
    </p>
  )
}

type AgreementProps = Pick<Props, 'opened'> & {
  hasPlan: boolean
  beyond: NonNullable<Props['answer']>['beyond']
  /** What was received changed since the form was opened, as its message says. */
  isStale: boolean
}

function Agreement({ opened, hasPlan, beyond, isStale }: AgreementProps) {
  const { investment, fields, today } = opened
  const { received } = investment
  return (
    <div className="max-w-2xl">
      <FieldGrid>
        <AmountField
          name="amount"
          label="Amount of the investment"
          required
          defaultValue={fields.amount}
          hint={
            isPositive(received) && !isStale
              ? `${formatAmount(received, 'when-needed')} was received.`
              : 'It changes with the plan.'
          }
        />
        <DateField
          name="agreedOn"
          label="Agreement date"
          required
          defaultValue={dayIn(fields.agreedOn)}
          max={today}
        />
        {beyond && <OversubscriptionQuestion {...beyond} />}
        {hasPlan && (
          <TextareaField
            name="reason"
            label="Reason for the change"
            required
            rows={2}
            span="full"
            hint="The investor sees it next to both versions."
          />
        )}
      </FieldGrid>
    </div>
  )
}

type PreviewProps = { fields: PlanFields; milestones: MilestoneChoice[] } & {
  amount: ReturnType<typeof typedAmount>
}

function Preview({ fields, milestones, amount }: PreviewProps) {
  const scripted = useScript()
  const agreed = readPlanDay(fields.agreedOn ?? '')
  return (
    <Panel title="What the investor sees">
      {!scripted && (
        <button
          type="submit"
          name="act"
          value="preview"
          className={buttonClass('secondary', 'small', 'mb-3')}
        >
          Show the schedule
        </button>
      )}
      <SchedulePreview
        fields={fields}
        milestones={milestones}
        amount={amount}
        agreedOn={agreed.ok ? agreed.day : null}
      />
    </Panel>
  )
}
