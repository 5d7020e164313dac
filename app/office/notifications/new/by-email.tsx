import type { Reach } from '../../../domain/notifications/audience.server.ts'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'

/** Shows the number of recipients before sending. */
export function ByEmail({ reach }: { reach: Reach | null }) {
  return (
    <>
      <CheckboxField name="byEmail" label="Also send it by email" hint={hintOf(reach)} />
      <p role="status" className="sr-only">
        {reach && `${peopleOf(reach)} ${hintOf(reach)}`}
      </p>
    </>
  )
}

export function peopleOf({ people }: Reach): string {
  return `${people} ${people === 1 ? 'person' : 'people'} will receive it.`
}

function hintOf(reach: Reach | null): string {
  if (!reach) return 'To everyone among them with an active account. An email cannot be recalled.'
  if (reach.mails === 0) return 'None of them has an active account, so no email would be sent.'
  return `${mailboxesOf(reach)} An email cannot be recalled.`
}

function mailboxesOf({ people, mails }: Reach): string {
  if (mails < people)
    return `It is emailed to ${mails} of the ${people}: those with an active account.`
  return people === 1 ? 'It is emailed to them.' : `It is emailed to all ${people}.`
}
