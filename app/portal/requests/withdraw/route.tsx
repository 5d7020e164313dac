import { data } from 'react-router'
import { findMyRequest } from '../../../domain/investments/my-requests.server.ts'
import type { RequestStatus } from '../../../domain/investments/request.ts'
import { withdrawRequest } from '../../../domain/investments/withdraw-request.server.ts'
import { asInvestor, logFault, notFound } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { readAgainWhenRefused } from '../../../ui/read-again.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import { asReader } from '../../guard.server.ts'
import { useViewed } from '../../parts/portal-link.tsx'
import type { Route } from './+types/route.ts'

const home = '/investment-dashboard/investments'

export async function loader({ params: { requestId }, context }: Route.LoaderArgs) {
  const request = await asReader(context, async (reader) =>
    isId(requestId) ? findMyRequest(reader, requestId) : null,
  )
  if (!request) throw notFound()
  return { request }
}

export async function action({ request, params: { requestId }, context }: Route.ActionArgs) {
  await asInvestor(context, async () => undefined)
  const form = await readForm(request)
  try {
    const answer = await asInvestor(context, async (investor) =>
      isId(requestId) ? withdrawRequest(investor, requestId) : ({ refused: 'not-found' } as const),
    )
    if (!('refused' in answer)) {
      const text = 'What it reserved can be had again.'
      return redirectWithToast(home, { title: 'Request withdrawn', text, kind: 'success' })
    }
    if (answer.refused === 'not-found') throw notFound()
    return data(
      { reply: refuseForm(form, { message: endedWords[answer.status] }) },
      { status: 422 },
    )
  } catch (fault) {
    const reference = logFault(context, 'a request was not withdrawn', fault)
    const message = `The request was not withdrawn. Please try again later. Reference ${reference}`
    return data({ reply: refuseForm(form, { message }) }, { status: 500 })
  }
}

const endedWords = {
  approved: 'This request was approved already.',
  declined: 'This request was declined already.',
  withdrawn: 'This request was withdrawn already.',
  expired: 'This request has expired already.',
} satisfies Record<Exclude<RequestStatus, 'pending'>, string>

export const shouldRevalidate = readAgainWhenRefused

export const meta: Route.MetaFunction = (args) => pageTitle('Withdraw Request', args)

export default function WithdrawRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { project, amount, status } = loaderData.request
  const { answer, fetcher } = useAnswer(actionData)
  const isViewed = useViewed() !== null
  const ended = status === 'pending' ? null : endedWords[status]
  const why = isViewed ? 'Only the investor can withdraw this request.' : ended
  return (
    <RouteDialog title="Withdraw Request" subtitle={<bdi>{project}</bdi>} closeTo={home}>
      {why !== null ? (
        <>
          <DialogBody>
            <Alert tone="info">{why}</Alert>
          </DialogBody>
          <DialogFoot>
            <DialogCancel>Close</DialogCancel>
          </DialogFoot>
        </>
      ) : (
        <ActionForm reply={answer?.reply} fetcher={fetcher}>
          <DialogBody>
            <p>
              Your request of <Amount cents={amount} show="when-needed" className="font-[560]" /> is
              taken back, and what it reserved can be had by others. You can send a new one as long
              as something is left.
            </p>
          </DialogBody>
          <DialogFoot>
            <DialogCancel>Keep it</DialogCancel>
            <SubmitButton look="danger" pendingLabel="Withdrawing request">
              Withdraw request
            </SubmitButton>
          </DialogFoot>
        </ActionForm>
      )}
    </RouteDialog>
  )
}
