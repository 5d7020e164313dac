import { declineRequest } from '../../../domain/investments/decide-request.server.ts'
import type { Hindrance } from '../../../domain/investments/request.ts'
import { DeclineRequestSchema } from '../../../domain/investments/request-schema.ts'
import { asAdmin, notFound } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextareaField } from '../../../ui/textarea-field.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { fail, refuse } from '../../investments/parts/answer.server.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { DecidedAlreadyBody, decidedWords } from '../decided.tsx'
import { demandRequest } from '../demand-request.server.ts'
import { requestsHome } from '../requests-home.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { request: await demandRequest(context, params.requestId) }
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { id, hindrance } = await demandRequest(context, params.requestId)
  const parsed = parseForm(DeclineRequestSchema, form)
  if (!parsed.ok) return refuse(parsed.reply)
  try {
    const answer = await asAdmin(context, (admin) => declineRequest(admin, id, parsed.value))
    if ('refused' in answer) {
      if (answer.refused === 'not-found') throw notFound()
      return refuse(refuseForm(form, { message: decidedWords(answer) }))
    }
  } catch (fault) {
    return fail(context, form, fault, 'The request was not declined')
  }
  return redirectWithToast(`${requestsHome}${url.search}`, {
    title: 'Request declined',
    text: isTold(hindrance)
      ? 'The investor is told, with the reason.'
      : 'The investor gets no mail.',
    kind: 'success',
  })
}

/** Mail goes to nobody who cannot sign in. */
const isTold = (hindrance: Hindrance | null) =>
  hindrance !== 'investor-archived' && hindrance !== 'investor-inactive'

export const meta: Route.MetaFunction = (args) => pageTitle('Decline Request', args)

export default function DeclineRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { request } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  const { investor, project, amount, hindrance, hasRunOut } = request
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
                {...(isTold(hindrance) ? { hint: 'The investor reads it.' } : {})}
              />
              <Consequences>
                <Consequence of="Reserved">
                  {hasRunOut ? (
                    'nothing any more: it is past its 14 days'
                  ) : (
                    <>
                      <Amount cents={amount} show="when-needed" /> can be had again
                    </>
                  )}
                </Consequence>
                <Consequence of={<bdi>{investor.name}</bdi>}>
                  {isTold(hindrance)
                    ? 'is notified and gets a mail, with the reason'
                    : `is ${hindrance === 'investor-archived' ? 'archived' : 'inactive'} and gets no mail`}
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
