import { useEffect, useRef } from 'react'
import { useSubmit } from 'react-router'
import { LeaveGuard } from '../../../ui/feedback/leave-guard.tsx'
import { AmountField } from '../../../ui/fields/amount-field.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import type { FormReply } from '../../../values/form.ts'
import type { Choice } from '../../parts/choice.ts'
import { PartyPicker } from '../../parts/party-picker.tsx'

type Loaded = { reply?: FormReply | undefined; projects: Choice[]; today: CalendarDate }

/** Above the limit of a note, so that a long one is refused with a message instead of cut. */
const mostTyped = 1_500
/** Debounce in milliseconds. */
const pause = 500

/** The draft is kept in the query string; once shown, the shares follow the fields automatically. */
export function DraftForm({ loaded: { reply, projects, today } }: { loaded: Loaded }) {
  const place = useRef<HTMLDivElement>(null)
  const followSoon = useFollowing(place, reply !== undefined)
  return (
    <div ref={place} onInput={followSoon}>
      <ActionForm method="get" reply={reply} replace preventScrollReset>
        <div className="grid gap-4">
          <PartyPicker
            name="projectId"
            label="Project"
            of="project"
            first={projects}
            onChoose={followSoon}
          />
          <AmountField
            name="total"
            label="Amount to distribute"
            required
            hint="To the cent."
            span="full"
          />
          <DateField
            name="datedOn"
            label="Record date"
            required
            defaultValue={today}
            max={today}
            hint="Payments up to the end of this day decide the shares."
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
          <div>
            <SubmitButton look="secondary" pendingLabel="Dividing">
              Show shares
            </SubmitButton>
          </div>
        </div>
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
