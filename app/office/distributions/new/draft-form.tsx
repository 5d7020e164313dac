import { useEffect, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import type { MoneyChoices } from '../../../domain/exchange-rates/published-rate.ts'
import { LeaveGuard } from '../../../ui/feedback/leave-guard.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import { isInShillings } from '../../../values/exchange-rate.ts'
import type { FormReply } from '../../../values/form.ts'
import { MoneyFields, useTypedMoney } from '../../investments/parts/money-fields.tsx'
import type { Choice } from '../../parts/choice.ts'
import { PartyPicker } from '../../parts/party-picker.tsx'

type Loaded = {
  reply?: FormReply | undefined
  projects: Choice[]
  choices: MoneyChoices
  today: CalendarDate
}

/** Above the limit of a note, so that a long one is refused with a message instead of cut. */
const mostTyped = 1_500
/** Debounce in milliseconds. */
const pause = 500

/** The draft is kept in the query string; once shown, the shares follow the fields automatically. */
export function DraftForm({ loaded: { reply, projects, choices, today } }: { loaded: Loaded }) {
  const [datedOn, setDatedOn] = useState<string>(reply?.values.datedOn ?? today)
  const money = useTypedMoney(choices, { on: datedOn, reply })
  const place = useRef<HTMLDivElement>(null)
  const followSoon = useFollowing(place, reply !== undefined)
  return (
    <div ref={place} onInput={followSoon}>
      <ActionForm method="get" reply={reply} replace preventScrollReset className="group/money">
        <FieldGrid>
          <PartyPicker
            name="projectId"
            label="Project"
            of="project"
            first={projects}
            onChoose={followSoon}
          />
          <MoneyFields
            money={money}
            label="Amount to distribute"
            most={null}
            hint={
              isInShillings(money.currency)
                ? 'Shares of a whole amount are whole shillings.'
                : 'To the cent.'
            }
          />
          <DateField
            name="datedOn"
            label="Record date"
            required
            defaultValue={today}
            max={today}
            onValueChange={setDatedOn}
            hint="Payments up to the end of this day determine the shares."
            span="full"
          />
          <TextareaField
            name="note"
            label="Note"
            optional="not shown to the investors"
            rows={2}
            maxLength={mostTyped}
            span="full"
          />
          <div className="col-span-full">
            <SubmitButton look="secondary" pendingLabel="Dividing">
              Show shares
            </SubmitButton>
          </div>
        </FieldGrid>
        <LeaveGuard />
      </ActionForm>
    </div>
  )
}

function useFollowing(place: { current: HTMLDivElement | null }, isShown: boolean) {
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    if (!isShown) return
    const follow = () =>
      void submit(place.current?.querySelector('form') ?? null, {
        replace: true,
        preventScrollReset: true,
      })
    timer.current = setTimeout(follow, pause)
  }
}
