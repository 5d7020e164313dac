import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { data } from 'react-router'
import { suggestInvestors } from '../../../domain/investors/investors.server.ts'
import { audienceSizes } from '../../../domain/notifications/audience.server.ts'
import { SendNotificationSchema } from '../../../domain/notifications/notification-schema.ts'
import { type NotificationSent, sendNotification } from '../../../domain/notifications/send-notification.server.ts'
import { asAdmin, logFault } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { type FormReply, parseForm, refuseForm } from '../../../values/form.ts'
import { investorChoice } from '../../parts/choice.ts'
import type { Route } from './+types/route.ts'
import { NotificationFields } from './notification-fields.tsx'

const list = '/admin-dashboard/notifications'
const failed = 'Failed to send notification. Please try again later.'

export async function loader({ context }: Route.LoaderArgs) {
  return asAdmin(context, async (admin) => ({
    key: randomUUID(),
    sizes: await audienceSizes(admin),
    investors: (await suggestInvestors(admin, '')).map(investorChoice),
  }))
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request)
  try {
    const sent = await asAdmin(context, async (admin) => {
      const parsed = parseForm(SendNotificationSchema, form)
      return parsed.ok ? sendNotification(admin, parsed.value) : { refused: 'unreadable' as const, reply: parsed.reply }
    })
    if ('refused' in sent) return data(refusal(form, sent), { status: 422 })
  } catch (fault) {
    const reference = logFault(context, 'a notification was not sent', fault)
    return data(refuseForm(form, { message: `${failed} Reference ${reference}` }), { status: 500 })
  }
  return redirectWithToast(`${list}${url.search}`, { title: 'Notification sent', kind: 'success' })
}

type Refused = { refused: 'unreadable'; reply: FormReply } | Extract<NotificationSent, { refused: string }>

function refusal(form: FormData, refused: Refused): FormReply {
  switch (refused.refused) {
    case 'unreadable':
      return refused.reply
    case 'nobody':
      return refuseForm(form, { errors: { recipients: 'No investors in this group.' } })
    case 'recipients-unknown':
      return refuseForm(form, { errors: { recipients: 'Choose who should receive it' } })
    case 'investor-missing':
      return refuseForm(form, { errors: { investorId: 'Choose the investor it is for.' } })
    case 'investor-unknown':
      return refuseForm(form, { errors: { investorId: 'This investor is no longer available. Choose another.' } })
    case 'key-reused':
      return refuseForm(form, { message: 'This was sent before with other words. Reload the page and try again.' })
    default:
      return refused satisfies never
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Create New Notification · Msingi' }]

export default function CreateNotification({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer: actionData, fetcher } = useAnswer(latest)
  // The first key stays, however often the page is read again: it is what makes sending twice harmless.
  const { key: newKey, sizes, investors } = loaderData
  const [key] = useState(actionData?.values.key ?? newKey)
  const [recipients, setRecipients] = useState(actionData?.values.recipients ?? '')
  const people = sizeOf(recipients, sizes)
  return (
    <RouteDialog title="Create New Notification">
      <ActionForm reply={actionData} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          <NotificationFields {...{ sizes, investors, recipients }} onRecipients={setRecipients} />
        </DialogBody>
        <DialogFoot note={people !== null && `${people} ${people === 1 ? 'person' : 'people'} will receive it.`}>
          <DialogCancel />
          <SubmitButton pendingLabel="Sending">Send Notification</SubmitButton>
        </DialogFoot>
      </ActionForm>
    </RouteDialog>
  )
}

type Sizes = Route.ComponentProps['loaderData']['sizes']

function sizeOf(recipients: string, { all, active, projects }: Sizes): number | null {
  if (recipients === 'all') return all
  if (recipients === 'active') return active
  return projects.find(({ id }) => id === recipients)?.investors ?? null
}
