import { useState } from 'react'
import type { ExistingInvestment } from '../../../domain/investments/add-investment.server.ts'
import {
  investmentStatuses,
  investmentStatusLabels,
} from '../../../domain/investments/investment.ts'
import type { Oversubscription as Beyond } from '../../../domain/investments/oversubscription.server.ts'
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
import { FurtherTranche } from './further-tranche.tsx'

type Props = {
  reply: FormReply | undefined
  today: CalendarDate
  projects: Choice[]
  investors: Choice[]
  /** Preset investor, when opened from an investor's page. */
  investor: { id: string } | null
  already: ExistingInvestment | null
  beyond: Beyond | null
  onAmountChange: (text: string) => void
}

/** All fields are shown without JavaScript. */
export function NewInvestmentFields(props: Props) {
  const { reply, today, projects, investors, investor, already, beyond, onAmountChange } = props
  const scripted = useScript()
  const [status, setStatus] = useState(reply?.values.status ?? 'pending')
  const [investedOn, setInvestedOn] = useState(reply?.values.investedOn ?? today)
  const isOpen = status === 'pending' || status === 'active'
  return (
    <FieldGrid>
      <PartyPicker name="projectId" label="Project" of="project" first={projects} />
      {investor ? (
        <input type="hidden" name="investorId" value={investor.id} />
      ) : (
        <PartyPicker name="investorId" label="Investor" of="investor" first={investors} />
      )}
      {already && <FurtherTranche {...already} />}
      <AmountField
        name="amount"
        label="Amount"
        required
        defaultValue="0"
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
      {/* Hidden, not unmounted, so that typed values survive switching. */}
      <fieldset
        disabled={scripted && !isOpen}
        className={scripted && !isOpen ? 'hidden' : 'contents'}
      >
        <DateField name="nextPaymentOn" label="Next payment date" optional span="half" />
        <AmountField name="nextPaymentAmount" label="Next payment amount" optional span="half" />
      </fieldset>
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

function FullyPaid({ on }: { on: string }) {
  const parsed = parseCalendarDate(on)
  if (!parsed.ok) return 'Fully paid on the investment date'
  return (
    <>
      Fully paid on <Day on={parsed.day} />
    </>
  )
}
