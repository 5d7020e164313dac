import type { Proof, ProofState } from '../../../../../domain/payment-proofs/proof.ts'
import {
  findMyProof,
  withdrawProof,
} from '../../../../../domain/payment-proofs/withdraw-proof.server.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import {
  investorCommand,
  notFound,
  requireInvestor,
} from '../../../../../platform/session/session.server.ts'
import { revalidateWhenRefused } from '../../../../../ui/connection/revalidate-when-refused.ts'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { DialogNotice } from '../../../../../ui/layout/dialog-notice.tsx'
import { DialogBody, DialogFoot } from '../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../ui/layout/route-dialog.tsx'
import { formatCurrency } from '../../../../../values/exchange-rate.ts'
import { viewerQuery } from '../../../../guard.server.ts'
import { useViewed } from '../../../../parts/portal-link.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { investmentId, proofId } = params
  const proof = await viewerQuery(context, (reader) => findMyProof(reader, investmentId, proofId))
  if (!proof) throw notFound()
  return { proof }
}

export function action(args: Route.ActionArgs) {
  const { investmentId, proofId } = args.params
  return formAction(args, {
    guard: requireInvestor,
    run: () =>
      investorCommand(args.context, (investor) => withdrawProof(investor, investmentId, proofId)),
    refusals: { closed: ({ state }) => closedWords[state] },
    done: () => ({
      to: `/investment-dashboard/investments/${investmentId}`,
      toast: {
        kind: 'success',
        title: 'Withdrawn',
        text: 'We no longer look for this payment. You can send it in again.',
      },
    }),
    failed: 'This was not withdrawn',
  })
}

const closedWords = {
  received: 'This payment is recorded, so it can no longer be withdrawn.',
  declined: 'We did not accept this, so it is no longer open.',
  withdrawn: 'This was already withdrawn.',
  settled: 'This investment is fully paid, so this is no longer open.',
} satisfies Record<Exclude<ProofState, 'waiting'>, string>

export const shouldRevalidate = revalidateWhenRefused

export const meta: Route.MetaFunction = (args) => pageTitle('Withdraw', args)

export default function WithdrawProof({ loaderData, actionData }: Route.ComponentProps) {
  const { proof } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  const isViewed = useViewed() !== null
  const closed = proof.state === 'waiting' ? null : closedWords[proof.state]
  const why = isViewed ? 'Only the investor can withdraw this.' : closed
  return (
    <RouteDialog title="Withdraw what you sent in" subtitle={titleOf(proof)}>
      {why !== null ? (
        <DialogNotice tone="info">{why}</DialogNotice>
      ) : (
        <ActionForm reply={answer?.reply} fetcher={fetcher}>
          <DialogBody>
            <p>
              We stop looking for this payment. If you did pay, the money still counts as soon as it
              is on our statement.
            </p>
          </DialogBody>
          <DialogFoot>
            <DialogCancel>Keep it</DialogCancel>
            <SubmitButton look="danger" pendingLabel="Withdrawing">
              Withdraw
            </SubmitButton>
          </DialogFoot>
        </ActionForm>
      )}
    </RouteDialog>
  )
}

function titleOf({ minor, currency, code, hasFile }: Proof): string {
  if (minor === null || currency === null) return hasFile ? 'Slip' : 'Message'
  const amount = formatCurrency(minor, currency)
  return code === null ? amount : `${amount}, ${code}`
}
