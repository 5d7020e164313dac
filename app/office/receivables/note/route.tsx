import { randomUUID } from 'node:crypto'
import {
  ContactNoteSchema,
  longestContactNote,
} from '../../../domain/receivables/contact-note-schema.ts'
import { addContactNote } from '../../../domain/receivables/contact-notes.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand } from '../../../platform/session/session.server.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { AmountField } from '../../../ui/fields/amount-field.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { formatDay } from '../../../values/calendar-date.ts'
import { requireKnownInvestor } from '../../investors/parts/require-known-investor.server.ts'
import { investorsHome, receivablesHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const investor = await requireKnownInvestor(context, params.investorId)
  return { investor, key: randomUUID(), today: clock.today() }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  return formAction(args, {
    guard: () => requireKnownInvestor(context, params.investorId),
    schema: ContactNoteSchema,
    run: ({ value, subject }) =>
      adminCommand(context, (admin) => addContactNote(admin, subject.id, value)),
    refusals: {
      'in-the-future': ({ today }) => ({
        errors: {
          contactedOn: `This date is in the future. Choose ${formatDay(today)} or earlier.`,
        },
      }),
      'key-reused': 'This form was sent before with other entries. Close it and open it again.',
    },
    done: (_, { subject }) => ({
      to: pageBehind(url, subject.id),
      toast: {
        title: 'Contact note added',
        text: `The note about ${subject.fullName} was added.`,
        kind: 'success',
      },
    }),
    failed: 'The contact note could not be added',
  })
}

/** The investor's page for paths with `profile/`, else the list. */
function pageBehind({ pathname, search }: URL, investorId: string) {
  return pathname.includes('/profile/')
    ? `${investorsHome}/${investorId}${search}`
    : `${receivablesHome}${search}`
}

export const meta: Route.MetaFunction = (args) => pageTitle('Add contact note', args)

export default function AddContactNote({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  const { investor, key, today } = loaderData
  return (
    <RouteDialog title="Add contact note" subtitle={<bdi>{investor.fullName}</bdi>}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <input type="hidden" name="key" value={key} />
        <DialogBody>
          <FieldGrid>
            <TextareaField
              name="note"
              label="What was discussed"
              required
              rows={4}
              span="full"
              hint={`At most ${longestContactNote} characters. Notes cannot be changed later; the investor does not see them.`}
            />
            <DateField
              name="contactedOn"
              label="Day of the contact"
              required
              defaultValue={today}
              max={today}
            />
            <DateField name="promisedOn" label="Promised to pay by" optional />
            <AmountField
              name="promisedAmount"
              label="Promised amount"
              optional
              hint="Leave empty if no amount was named."
            />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Adding note">Add contact note</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
