import { useState } from 'react'
import type { ExistingInvestment } from '../../../domain/investments/add-investment.server.ts'
import {
  investmentStatuses,
  investmentStatusLabels,
} from '../../../domain/investments/investment.ts'
import type { Oversubscription as Beyond } from '../../../domain/investments/oversubscription.server.ts'
import type { TemplateChoice } from '../../../domain/payment-plans/plan-templates.server.ts'
import type { UnitChoice } from '../../../domain/projects/units.server.ts'
import { useScript } from '../../../ui/connection/use-script.ts'
import { Day } from '../../../ui/day.tsx'
import { AmountField } from '../../../ui/fields/amount-field.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { type CalendarDate, parseCalendarDate } from '../../../values/calendar-date.ts'
import type { FormReply } from '../../../values/form.ts'
import type { Choice } from '../../parts/choice.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { PartyPicker } from '../../parts/party-picker.tsx'
import { OversubscriptionQuestion } from '../parts/oversubscription-question.tsx'
import { OwnedField, priceSuggestion } from '../parts/owned-field.tsx'
import { FurtherTranche } from './further-tranche.tsx'

type Props = {
  reply: FormReply | undefined
  today: CalendarDate
  projects: Choice[]
  investors: Choice[]
  templates: TemplateChoice[]
  units: UnitChoice[]
  /** Preset investor, when opened from an investor's page. */
  investor: { id: string } | null
  existing: ExistingInvestment | null
  beyond: Beyond | null
  onAmountChange: (text: string) => void
}

/** All fields are shown without JavaScript. */
export function NewInvestmentFields(props: Props) {
  const { reply, today, projects, investors, investor, existing, beyond, onAmountChange } = props
  const [projectId, setProjectId] = useState('')
  const scripted = useScript()
  const [status, setStatus] = useState(reply?.values.status ?? 'pending')
  const [investedOn, setInvestedOn] = useState(reply?.values.investedOn ?? today)
  const [owned, setOwned] = useState(reply?.values.owned ?? '')
  const isOpen = status === 'pending' || status === 'active'
  const units = props.units.filter((unit) => !scripted || unit.projectId === projectId)
  return (
    <FieldGrid>
      <PartyPicker
        name="projectId"
        label="Project"
        of="project"
        first={projects}
        onText={() => setProjectId(chosenProject())}
      />
      {investor ? (
        <input type="hidden" name="investorId" value={investor.id} />
      ) : (
        <PartyPicker name="investorId" label="Investor" of="investor" first={investors} />
      )}
      {existing && <FurtherTranche {...existing} />}
      <OwnedField units={units} onText={setOwned} />
      <AmountField
        name="amount"
        label="Amount"
        required
        defaultValue="0"
        {...priceSuggestion(units, owned)}
        onValueChange={onAmountChange}
      />
      {beyond && <OversubscriptionQuestion {...beyond} />}
      <DateField
        name="investedOn"
        label="Investment date"
        required
        defaultValue={today}
        onValueChange={setInvestedOn}
      />
      <SelectField
        name="status"
        label="Status"
        span="full"
        defaultValue="pending"
        onValueChange={setStatus}
      >
        {investmentStatuses.map((choice) => (
          <option key={choice} value={choice}>
            {investmentStatusLabels[choice]}
          </option>
        ))}
      </SelectField>
      {(!scripted || status === 'completed') && (
        <CheckboxField name="fullyPaid" label={<FullyPaid on={scripted ? investedOn : ''} />} />
      )}
      <PaymentsToCome templates={props.templates} isOpen={isOpen} reply={reply} of={projectId} />
      <Consequences>
        <Consequence of="Received">
          {status === 'completed'
            ? 'the whole amount, recorded as a payment'
            : '$0, until a payment is recorded'}
        </Consequence>
        <Consequence of="Investor">
          {status === 'completed'
            ? 'is notified, with a receipt by email'
            : 'sees it in the portal'}
        </Consequence>
      </Consequences>
    </FieldGrid>
  )
}

type PaymentsProps = Pick<Props, 'templates' | 'reply'> & { isOpen: boolean; of: string }

/** A plan from a template of the project, or the next payment. */
function PaymentsToCome({ templates, reply, isOpen, of }: PaymentsProps) {
  const scripted = useScript()
  const [hasPlan, setHasPlan] = useState(Boolean(reply?.values.templateId))
  const ofProject = templates.filter(({ projectId }) => !scripted || projectId === of)
  const isHidden = scripted && (!isOpen || (hasPlan && ofProject.length > 0))
  return (
    <>
      {(!scripted || isOpen) && (
        <PlanField key={of} templates={ofProject} onChange={(text) => setHasPlan(text !== '')} />
      )}
      {/* Hidden, not unmounted, so that typed values survive switching. */}
      <fieldset disabled={isHidden} className={isHidden ? 'hidden' : 'contents'}>
        <DateField name="nextPaymentOn" label="Next payment date" optional span="half" />
        <AmountField name="nextPaymentAmount" label="Next payment amount" optional span="half" />
      </fieldset>
    </>
  )
}

/** The project's id, read from the picker's hidden field. */
export function chosenProject(): string {
  return document.querySelector<HTMLInputElement>('dialog [name=projectId]')?.value ?? ''
}

function PlanField({
  templates,
  onChange,
}: {
  templates: TemplateChoice[]
  onChange: (text: string) => void
}) {
  if (templates.length === 0) return null
  const projects = [...new Set(templates.map(({ project }) => project))]
  return (
    <SelectField
      name="templateId"
      label="Payment plan"
      optional
      span="full"
      onValueChange={onChange}
    >
      <option value="">No plan yet</option>
      {projects.map((project) => (
        <optgroup key={project} label={project}>
          {templates.flatMap((template) =>
            template.project === project
              ? [
                  <option key={template.id} value={template.id}>
                    {template.name}
                  </option>,
                ]
              : [],
          )}
        </optgroup>
      ))}
    </SelectField>
  )
}

function FullyPaid({ on }: { on: string }) {
  const parsed = parseCalendarDate(on)
  if (!parsed.ok) return 'Fully paid on the investment date'
  return (
    <>
      Fully paid on <Day on={parsed.day} />
    </>
  )
}
