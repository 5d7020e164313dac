import type { Reach } from '../../../domain/notifications/audience.server.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'

/** Whether it goes to their mailboxes too, with how many people that reaches before it is sent. */
export function ByEmail({ reach }: { reach: Reach | null }) {
  return (
    <>
      <CheckboxField name="byEmail" label="Send it by e-mail as well" hint={hintOf(reach)} />
      <p role="status" className="sr-only">
        {reach && `${peopleOf(reach)} ${hintOf(reach)}`}
      </p>
    </>
  )
}

/** How many people receive it in the portal. */
export function peopleOf({ people }: Reach): string {
  return `${people} ${people === 1 ? 'person' : 'people'} will receive it.`
}

function hintOf(reach: Reach | null): string {
  if (!reach)
    return 'To everybody among them who has an open account. An e-mail cannot be taken back.'
  if (reach.mails === 0) return 'None of them has an open account, so no e-mail would go out.'
  return `${mailboxesOf(reach)} An e-mail cannot be taken back.`
}

function mailboxesOf({ people, mails }: Reach): string {
  if (mails < people)
    return `It reaches the mailboxes of ${mails} of the ${people}: those who have an open account.`
  return people === 1 ? 'It reaches their mailbox.' : `It reaches the mailboxes of all ${people}.`
}
