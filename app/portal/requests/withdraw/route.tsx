import { findMyRequest } from '../../../domain/investment-requests/my-requests.server.ts'
import type { RequestStatus } from '../../../domain/investment-requests/request.ts'
import { withdrawRequest } from '../../../domain/investment-requests/withdraw-request.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  investorCommand,
  notFound,
  requireInvestor,
} from '../../../platform/session/session.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { revalidateWhenRefused } from '../../../ui/connection/revalidate-when-refused.ts'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogNotice } from '../../../ui/layout/dialog-notice.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { isId } from '../../../values/id.ts'
import { viewerQuery } from '../../guard.server.ts'
import { useViewed } from '../../parts/portal-link.tsx'
import { investmentsHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params: { requestId }, context }: Route.LoaderArgs) {
  const request = await viewerQuery(context, async (reader) =>
    isId(requestId) ? findMyRequest(reader, requestId) : null,
  )
  if (!request) throw notFound()
  return { request }
}

export function action(args: Route.ActionArgs) {
  const { requestId } = args.params
  return formAction(args, {
    guard: requireInvestor,
    run: () => investorCommand(args.context, (investor) => withdrawRequest(investor, requestId)),
    refusals: { decided: ({ status }) => endedWords[status] },
    done: () => ({
      to: investmentsHome,
      toast: {
        kind: 'success',
        title: 'Request withdrawn',
        text: 'The reserved amount is released.',
      },
    }),
    failed: 'The request was not withdrawn',
  })
}

const endedWords = {
  approved: 'This request was already approved.',
  declined: 'This request was already declined.',
  withdrawn: 'This request was already withdrawn.',
  expired: 'This request has already expired.',
} satisfies Record<Exclude<RequestStatus, 'pending'>, string>

export const shouldRevalidate = revalidateWhenRefused

export const meta: Route.MetaFunction = (args) => pageTitle('Withdraw Request', args)

export default function WithdrawRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { project, amount, status } = loaderData.request
  const { answer, fetcher } = useAnswer(actionData)
  const isViewed = useViewed() !== null
  const ended = status === 'pending' ? null : endedWords[status]
  const why = isViewed ? 'Only the investor can withdraw this request.' : ended
  return (
    <RouteDialog title="Withdraw Request" subtitle={<bdi>{project}</bdi>} closeTo={investmentsHome}>
      {why !== null ? (
        <DialogNotice tone="info">{why}</DialogNotice>
      ) : (
        <ActionForm reply={answer?.reply} fetcher={fetcher}>
          <DialogBody>
            <p>
              Your request of <Amount cents={amount} show="when-needed" className="font-[560]" /> is
              withdrawn, and the reserved amount is released. You can send a new one while something
              is available.
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
