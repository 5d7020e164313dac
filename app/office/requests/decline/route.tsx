import { declineRequest } from '../../../domain/investment-requests/decide-request.server.ts'
import type { ApprovalBlocker } from '../../../domain/investment-requests/request.ts'
import { DeclineRequestSchema } from '../../../domain/investment-requests/request-schema.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand } from '../../../platform/session/session.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { requestsHome } from '../../paths.ts'
import { DecidedAlreadyBody, decidedWords } from '../decided.tsx'
import { requireRequest } from '../require-request.server.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { request: await requireRequest(context, params.requestId) }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  return formAction(args, {
    guard: () => requireRequest(context, params.requestId),
    schema: DeclineRequestSchema,
    run: ({ value }) =>
      adminCommand(context, (admin) => declineRequest(admin, params.requestId, value)),
    refusals: { decided: decidedWords },
    done: (_, { subject }) => ({
      to: `${requestsHome}${url.search}`,
      toast: {
        title: 'Request declined',
        text: isNotified(subject.blocker)
          ? 'The investor is notified, with the reason.'
          : 'The investor receives no email.',
        kind: 'success',
      },
    }),
    failed: 'The request was not declined',
  })
}

/** People who cannot sign in are not emailed. */
const isNotified = (blocker: ApprovalBlocker | null) =>
  blocker !== 'investor-archived' && blocker !== 'investor-inactive'

export const meta: Route.MetaFunction = (args) => pageTitle('Decline Request', args)

export default function DeclineRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { request } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  const { investor, project, amount, blocker, hasRunOut } = request
  return (
    <RouteDialog
      title="Decline Request"
      subtitle={
        <>
          <span className="block">
            <bdi>{investor.name}</bdi>, <bdi>{project.name}</bdi>
          </span>
          <bdi className="block text-xs">{investor.email}</bdi>
        </>
      }
    >
      {request.status !== 'pending' && !answer ? (
        <DecidedAlreadyBody request={request} />
      ) : (
        <ActionForm reply={answer?.reply} fetcher={fetcher}>
          <DialogBody>
            <FieldGrid>
              <TextareaField
                name="reason"
                label="Reason"
                required
                rows={2}
                span="full"
                {...(isNotified(blocker) ? { hint: 'The investor sees it.' } : {})}
              />
              <Consequences>
                <Consequence of="Reserved">
                  {hasRunOut ? (
                    'nothing: its 14 days have passed'
                  ) : (
                    <>
                      <Amount cents={amount} show="when-needed" /> is released
                    </>
                  )}
                </Consequence>
                <Consequence of={<bdi>{investor.name}</bdi>}>
                  {isNotified(blocker)
                    ? 'is notified, also by email, with the reason'
                    : `is ${blocker === 'investor-archived' ? 'archived' : 'inactive'} and receives no email`}
                </Consequence>
              </Consequences>
            </FieldGrid>
          </DialogBody>
          <DialogFoot>
            <DialogCancel>Keep it</DialogCancel>
            <SubmitButton look="danger" pendingLabel="Declining request">
              Decline request
            </SubmitButton>
          </DialogFoot>
        </ActionForm>
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
