import { findInvestmentInFull } from '../../../../domain/investments/investment-in-full.server.ts'
import { removeInvestment } from '../../../../domain/investments/remove-investment.server.ts'
import { formAction } from '../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../../platform/session/session.server.ts'
import { Amount } from '../../../../ui/amount.tsx'
import { Alert } from '../../../../ui/feedback/alert.tsx'
import { Toaster } from '../../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../ui/layout/route-dialog.tsx'
import { isId } from '../../../../values/id.ts'
import { InvestmentSubtitle } from '../../../investments/parts/investment-subtitle.tsx'
import { Consequence, Consequences } from '../../../parts/consequences.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ params: { projectId, investmentId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const investment = isId(investmentId) ? await findInvestmentInFull(admin, investmentId) : null
    if (!investment || investment.project.id !== projectId) throw notFound()
    return { investment }
  })
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  const { projectId, investmentId } = params
  return formAction(args, {
    guard: requireAdmin,
    run: ({ form }) =>
      adminCommand(context, async (admin) => {
        const as = form.get('as') === 'delete' ? 'delete' : 'archive'
        const investment = await findInvestmentInFull(admin, investmentId)
        return investment?.project.id === projectId
          ? removeInvestment(admin, investmentId, as)
          : { refused: 'not-found' as const }
      }),
    refusals: {
      active: 'This investment is active. Cancel or complete it first.',
      archived: 'This investment was archived.',
      'has-history-now':
        'This investment now has payments, so it can only be archived. Close this and try again.',
      'has-none-now': 'This investment can be deleted now. Close this and try again.',
    },
    done: () => ({
      to: `/admin-dashboard/projects/${projectId}/investors${url.search}`,
      toast: { title: 'Investor removed', kind: 'success' },
    }),
    failed: {
      title: 'Error removing investor',
      text: 'There was a problem removing the investor from this project.',
    },
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Remove Investor', args)

export default function RemoveProjectInvestor({
  loaderData,
  actionData: latest,
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  const { amount, received, status, hasHistory } = loaderData.investment
  const stays = status === 'active'
  return (
    <RouteDialog
      title="Remove Investor"
      subtitle={<InvestmentSubtitle investment={loaderData.investment} />}
    >
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <input type="hidden" name="as" value={hasHistory ? 'archive' : 'delete'} />
        <DialogBody>
          {stays ? (
            <Alert tone="warning">
              Their investment is active. Cancel or complete it in Manage Investments first, then
              remove it here.
            </Alert>
          ) : (
            <div className="grid gap-4">
              <p>
                {hasHistory
                  ? 'It has payments or payouts, which are never deleted. The investment is archived and can be restored.'
                  : 'Nothing was received on it. The investment is deleted; this cannot be undone.'}
              </p>
              <Consequences>
                <Consequence of="Amount">
                  <Amount cents={amount} show="when-needed" />
                </Consequence>
                <Consequence of="Received">
                  <Amount cents={received} show="when-needed" />
                </Consequence>
                <Consequence of="Totals">
                  {hasHistory ? 'still count it' : 'no longer count it'}
                </Consequence>
              </Consequences>
            </div>
          )}
        </DialogBody>
        <DialogFoot>
          <DialogCancel>{stays ? 'Close' : 'Cancel'}</DialogCancel>
          {!stays && (
            <SubmitButton look="danger" pendingLabel="Removing investor" icon="trash">
              {hasHistory ? 'Archive investment' : 'Delete investment'}
            </SubmitButton>
          )}
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
