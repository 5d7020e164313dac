import { useState } from 'react'
import type { InquiryNote } from '../../../domain/inquiries/inquiries.server.ts'
import { LeaveGuard } from '../../../ui/feedback/leave-guard.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import type { FormReply } from '../../../values/form.ts'

type Answer = { reply: FormReply }
type Props = {
  newKey: string
  notes: InquiryNote[]
  actionData: Answer | undefined
  /** The inquiry's path; its dialogs keep the typed note. */
  home: string
}

/** Keeps its idempotency key until a note with this key is listed; only then does the form clear. */
export function NoteForm({ newKey, notes, actionData, home }: Props) {
  const [key, setKey] = useState(actionData?.reply.values.key ?? newKey)
  if (key !== newKey && notes.some(({ id }) => id === key)) setKey(newKey)
  return <EmptyForm key={key} sentAs={key} actionData={actionData} home={home} />
}

function EmptyForm({
  sentAs,
  actionData,
  home,
}: Pick<Props, 'actionData' | 'home'> & { sentAs: string }) {
  const { answer, fetcher } = useAnswer<Answer>(actionData)
  return (
    <ActionForm reply={answer?.reply} fetcher={fetcher} className="grid max-w-[34rem] gap-2 pt-2">
      <input type="hidden" name="key" value={sentAs} />
      <TextareaField
        name="body"
        label="Note"
        hint="Only the team sees it. It cannot be changed later."
        required
      />
      <p>
        <SubmitButton look="secondary" size="small" pendingLabel="Adding note">
          Add note
        </SubmitButton>
      </p>
      <LeaveGuard staysIn={home} />
    </ActionForm>
  )
}
