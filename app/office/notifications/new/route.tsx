import { randomUUID } from 'node:crypto'
import { useRef, useState } from 'react'
import { data } from 'react-router'
import { suggestInvestors } from '../../../domain/investors/investors.server.ts'
import { audienceSizes } from '../../../domain/notifications/audience.server.ts'
import { SendNotificationSchema } from '../../../domain/notifications/notification-schema.ts'
import {
  type NotificationSent,
  sendNotification,
} from '../../../domain/notifications/send-notification.server.ts'
import { asAdmin, logFault, lookAsAdmin } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { type FormReply, parseForm, refuseForm } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'
import { investorChoice } from '../../parts/choice.ts'
import { NotificationFields } from '../parts/notification-fields.tsx'
import { notificationsHome } from '../parts/notifications-home.ts'
import { errorsOfRecipients } from '../parts/refuse-recipients.ts'
import type { Route } from './+types/route.ts'
import { ByEmail, peopleOf } from './by-email.tsx'
import { useReach } from './use-reach.ts'

type Reply = { reply: FormReply; toast: Toast | null }

const failed: Toast = {
  title: 'Failed to send notification',
  text: 'Please try again later.',
  kind: 'error',
}

export async function loader({ context }: Route.LoaderArgs) {
  return lookAsAdmin(context, async (admin) => ({
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
      return parsed.ok
        ? sendNotification(admin, parsed.value)
        : { refused: 'unreadable' as const, reply: parsed.reply }
    })
    if ('refused' in sent)
      return data<Reply>({ reply: refusal(form, sent), toast: null }, { status: 422 })
  } catch (fault) {
    const reference = logFault(context, 'a notification was not sent', fault)
    const message = `${failed.title}. ${failed.text} Reference ${reference}`
    return data<Reply>({ reply: refuseForm(form, { message }), toast: failed }, { status: 500 })
  }
  return redirectWithToast(`${notificationsHome}${url.search}`, {
    title: 'Notification sent',
    kind: 'success',
  })
}

type Refused =
  | { refused: 'unreadable'; reply: FormReply }
  | Extract<NotificationSent, { refused: string }>

function refusal(form: FormData, refused: Refused): FormReply {
  switch (refused.refused) {
    case 'unreadable':
      return refused.reply
    case 'key-reused':
      return refuseForm(form, {
        message: 'This was sent before with other words. Reload the page and try again.',
      })
    default:
      return refuseForm(form, { errors: errorsOfRecipients(refused.refused) })
  }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Create New Notification', args)

export default function CreateNotification({
  loaderData,
  actionData: latest,
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<Reply>(latest)
  // The first key stays, however often the page is read again: it is what makes sending twice harmless.
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
                {...{ sizes, investors, recipients }}
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
