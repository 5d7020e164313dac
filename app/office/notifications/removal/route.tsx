import { useState } from 'react'
import { deleteNotification } from '../../../domain/notifications/edit-notification.server.ts'
import { readOfAll } from '../../../domain/notifications/notification.ts'
import { findNotification } from '../../../domain/notifications/notifications.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../platform/session/session.server.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { isId } from '../../../values/id.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { notificationsHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params: { notificationId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const notification = isId(notificationId) ? await findNotification(admin, notificationId) : null
    if (!notification) throw notFound()
    return { notification }
  })
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  return formAction(args, {
    guard: requireAdmin,
    run: async ({ form }) => {
      const version = Number(form.get('version'))
      const deleted = await adminCommand(context, (admin) =>
        deleteNotification(admin, params.notificationId, version),
      )
      // Already deleted, by a double click or another administrator: counts as success.
      return 'refused' in deleted && deleted.refused === 'not-found' ? null : deleted
    },
    refusals: {
      'version-conflict':
        'Someone else has changed this notification. Close this and look at it again.',
    },
    done: () => ({
      to: `${notificationsHome}${url.search}`,
      toast: { title: 'Notification deleted', kind: 'success' },
    }),
    failed: 'Failed to delete notification',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Delete Notification', args)

export default function DeleteNotification({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  // Keeps the version that was shown across live revalidation.
  const [{ version, title, message, recipients, copies, readCopies, byEmail }] = useState(
    loaderData.notification,
  )
  return (
    <RouteDialog title="Delete Notification" subtitle={<bdi>{title}</bdi>}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <input type="hidden" name="version" value={version} />
        <DialogBody>
          <FieldGrid>
            <blockquote className="col-span-full max-h-40 overflow-y-auto border-s-2 border-line ps-3 whitespace-pre-line text-muted wrap-anywhere">
              <bdi>{message}</bdi>
            </blockquote>
            <p className="col-span-full">
              It is deleted for everyone who received it. This cannot be undone.
            </p>
            <Consequences>
              <Consequence of="Recipients">
                <bdi>{recipients}</bdi>
              </Consequence>
              <Consequence of="Read so far">{readOfAll({ copies, readCopies })}</Consequence>
              <Consequence of="In the portal">it disappears, whether read or not</Consequence>
              {byEmail && (
                <Consequence of="Emails">those already sent cannot be recalled</Consequence>
              )}
              <Consequence of="Audit log">keeps its text</Consequence>
            </Consequences>
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel>Keep it</DialogCancel>
          <SubmitButton look="danger" pendingLabel="Deleting notification" icon="trash">
            Delete notification
          </SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
