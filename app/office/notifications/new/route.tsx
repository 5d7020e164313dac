import { randomUUID } from 'node:crypto'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { suggestInvestors } from '../../../domain/investors/investors.server.ts'
import { audienceSizes, type Reach } from '../../../domain/notifications/audience.server.ts'
import { SendNotificationSchema } from '../../../domain/notifications/notification-schema.ts'
import { sendNotification } from '../../../domain/notifications/send-notification.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, adminQuery, requireAdmin } from '../../../platform/session/session.server.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { investorChoice } from '../../parts/choice.ts'
import { notificationsHome } from '../../paths.ts'
import { NotificationFields } from '../parts/notification-fields.tsx'
import { recipientRefusals } from '../parts/refuse-recipients.ts'
import type { Route } from './+types/route.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => ({
    key: randomUUID(),
    sizes: await audienceSizes(admin),
    investors: (await suggestInvestors(admin, '')).map(investorChoice),
  }))
}

export function action(args: Route.ActionArgs) {
  const { url, context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: SendNotificationSchema,
    run: ({ value }) => adminCommand(context, (admin) => sendNotification(admin, value)),
    refusals: {
      ...recipientRefusals,
      'key-reused':
        'The form was already sent with a different text. Reload the page and try again.',
    },
    done: () => ({
      to: `${notificationsHome}${url.search}`,
      toast: { title: 'Notification sent', kind: 'success' },
    }),
    failed: 'Failed to send notification',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Create New Notification', args)

export default function CreateNotification({
  loaderData,
  actionData: latest,
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const { key: newKey, sizes, investors } = loaderData
  const [key] = useState(answer?.reply.values.key ?? newKey)
  const [recipients, setRecipients] = useState(answer?.reply.values.recipients ?? '')
  const fields = useRef<HTMLDivElement>(null)
  const { reach, ask } = useReach(fields)
  const chooseRecipients = (chosen: string) => {
    setRecipients(chosen)
    ask()
  }
  return (
    <RouteDialog title="Create New Notification">
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          <div ref={fields}>
            <FieldGrid>
              <NotificationFields
                sizes={sizes}
                investors={investors}
                recipients={recipients}
                onRecipients={chooseRecipients}
                onInvestor={ask}
              />
              <ByEmail reach={reach} />
            </FieldGrid>
          </div>
        </DialogBody>
        <DialogFoot note={reach && peopleOf(reach)}>
          <DialogCancel />
          <SubmitButton pendingLabel="Sending">Send Notification</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

/** Shows the number of recipients before sending. */
function ByEmail({ reach }: { reach: Reach | null }) {
  return (
    <>
      <CheckboxField name="byEmail" label="Also send it by email" hint={hintOf(reach)} />
      <p role="status" className="sr-only">
        {reach && `${peopleOf(reach)} ${hintOf(reach)}`}
      </p>
    </>
  )
}

function peopleOf({ people }: Reach): string {
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

/** Fetches the number of recipients whenever the audience changes. */
function useReach(form: RefObject<HTMLElement | null>): {
  reach: Reach | null
  ask: () => void
} {
  const fetcher = useFetcher<{ of: string; reach: Reach | null }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestKey = useRef('')
  useEffect(() => () => clearTimeout(timer.current), [])
  // The form holds the new choice only after rendering.
  const ask = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const element = form.current?.closest('form')
      if (!element) return
      const typed = new FormData(element)
      const recipients = String(typed.get('recipients') ?? '')
      const investorId = recipients === 'investor' ? String(typed.get('investorId') ?? '') : ''
      latestKey.current = `${recipients} ${investorId}`
      void fetcher.load(
        `${notificationsHome}/reach?${new URLSearchParams({ recipients, investorId })}`,
      )
    }, 0)
  }
  const isLatest = fetcher.data !== undefined && fetcher.data.of === latestKey.current
  return { reach: isLatest ? (fetcher.data?.reach ?? null) : null, ask }
}
