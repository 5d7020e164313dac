import { Fragment, useState } from 'react'
import { suggestInvestors } from '../../../domain/investors/investors.server.ts'
import { audienceSizes } from '../../../domain/notifications/audience.server.ts'
import { editNotification } from '../../../domain/notifications/edit-notification.server.ts'
import { readOfAll } from '../../../domain/notifications/notification.ts'
import { EditNotificationSchema } from '../../../domain/notifications/notification-schema.ts'
import {
  findNotification,
  type NotificationInFull,
} from '../../../domain/notifications/notifications.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../platform/session/session.server.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { isId } from '../../../values/id.ts'
import { investorChoice } from '../../parts/choice.ts'
import { ConcurrentChanges } from '../../parts/concurrent-changes.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { notificationsHome } from '../../paths.ts'
import { NotificationFields } from '../parts/notification-fields.tsx'
import type { Route } from './+types/route.ts'
import { type EditReply, refuseEdit } from './refusal.server.ts'
import { labelOf, textOf } from './versions.ts'

export async function loader({ params: { notificationId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const notification = isId(notificationId) ? await findNotification(admin, notificationId) : null
    if (!notification) throw notFound()
    const sizes = await audienceSizes(admin)
    const investors = (await suggestInvestors(admin, '')).map(investorChoice)
    return { notification, ...withOwn(notification, sizes, investors) }
  })
}

type Sizes = Awaited<ReturnType<typeof audienceSizes>>
type Choices = ReturnType<typeof investorChoice>[]

/** Includes the current recipients even when archived or not among the first. */
function withOwn(
  { project, investor, copies }: NotificationInFull,
  sizes: Sizes,
  investors: Choices,
) {
  const lacksProject = project && !sizes.projects.some(({ id }) => id === project.id)
  const lacksInvestor = investor && !investors.some(({ id }) => id === investor.id)
  return {
    sizes: lacksProject
      ? { ...sizes, projects: [{ ...project, investors: copies }, ...sizes.projects] }
      : sizes,
    investors: lacksInvestor ? [investorChoice(investor), ...investors] : investors,
  }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: EditNotificationSchema,
    run: ({ value }) =>
      adminCommand(context, (admin) => editNotification(admin, params.notificationId, value)),
    refusals: refuseEdit,
    done: () => ({
      to: `${notificationsHome}${url.search}`,
      toast: { title: 'Notification updated', kind: 'success' },
    }),
    failed: 'Failed to update notification',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Notification', args)

export default function EditNotification({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<EditReply>(actionData)
  // Keeps the values the form was opened with across live revalidation.
  const [opened] = useState(loaderData.notification)
  const text = textOf(opened)
  const version = answer?.reply.values.version ?? String(opened.version)
  const [recipients, setRecipients] = useState(answer?.reply.values.recipients ?? text.recipients)
  return (
    <RouteDialog title="Edit Notification" subtitle={<bdi>{opened.recipients}</bdi>}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="version" value={version} />
          {Object.entries({ ...text, audience: opened.recipients }).map(([name, value]) => (
            <input key={name} type="hidden" name={`${name}0`} value={value} />
          ))}
          <ConcurrentChanges changes={answer?.changes ?? []} labelOf={labelOf} />
          <FieldGrid>
            <Fragment key={version}>
              <NotificationFields
                sizes={loaderData.sizes}
                investors={loaderData.investors}
                now={text}
                recipients={recipients}
                onRecipients={setRecipients}
              />
            </Fragment>
            <CheckboxField
              name="unreadAgain"
              label="Show as unread again"
              hint="It is marked as new for everyone who has read it."
            />
            <EditEffects notification={opened} />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Saving changes">Save Changes</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

function EditEffects({
  notification: { byEmail, copies, readCopies },
}: {
  notification: NotificationInFull
}) {
  return (
    <Consequences>
      <Consequence of="Read so far">{readOfAll({ copies, readCopies })}</Consequence>
      <Consequence of="In the portal">
        the new text is published immediately, marked as edited
      </Consequence>
      <Consequence of="Other recipients">
        new recipients receive it unread; removed recipients no longer see it
      </Consequence>
      {byEmail && (
        <Consequence of="Emails">
          those already sent stay as they were; no one is emailed again
        </Consequence>
      )}
    </Consequences>
  )
}
