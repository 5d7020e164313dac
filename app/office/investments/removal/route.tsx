import { z } from 'zod'
import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { removeInvestment } from '../../../domain/investments/remove-investment.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../platform/session/session.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogNotice } from '../../../ui/layout/dialog-notice.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { InvestmentSubtitle } from '../parts/investment-subtitle.tsx'
import { requireInvestment } from '../parts/require-investment.server.ts'
import type { Route } from './+types/route.ts'

const RemovalSchema = z.object({
  as: z.enum(['archive', 'delete'], 'Reload the page and try again.'),
})

export async function loader({ params, context }: Route.LoaderArgs) {
  return { investment: await requireInvestment(context, params.investmentId) }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: RemovalSchema,
    run: ({ value }) =>
      adminCommand(context, (admin) => removeInvestment(admin, params.investmentId, value.as)),
    refusals: {
      active: 'This investment is active. Cancel or complete it first.',
      archived: 'This investment is already archived.',
      'has-history-now':
        'This investment now has payments, so it can only be archived. Reload and try again.',
      'has-none-now': 'This investment can be deleted. Reload and try again.',
    },
    done: ({ removed }) => ({
      to: `/admin-dashboard/investments${url.search}`,
      toast: {
        title: removed === 'deleted' ? 'Investment deleted' : 'Investment archived',
        kind: 'success',
      },
    }),
    failed: (form) =>
      form.get('as') === 'archive' ? 'Error archiving investment' : 'Error deleting investment',
  })
}

const titleOf = ({ hasHistory }: InvestmentInFull) =>
  hasHistory ? 'Archive Investment' : 'Delete Investment'

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(loaderData ? titleOf(loaderData.investment) : 'Delete Investment', args)

export default function RemoveInvestment({ loaderData, actionData }: Route.ComponentProps) {
  const { investment } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  const stays = investment.isArchived || investment.status === 'active'
  return (
    <RouteDialog
      title={titleOf(investment)}
      subtitle={<InvestmentSubtitle investment={investment} />}
    >
      {stays && !answer ? (
        <Stays investment={investment} />
      ) : (
        <Question investment={investment} answer={answer} fetcher={fetcher} />
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

/** Cancelled and fully paid investments take no payments anyway. */
function paymentsAfter(status: InvestmentInFull['status']) {
  if (status === 'cancelled') return 'stay refused: it is cancelled'
  return status === 'completed'
    ? 'stay refused: it is fully paid'
    : 'are refused until it is restored'
}

type InvestmentToRemove = { investment: InvestmentInFull } & ReturnType<
  typeof useAnswer<Route.ComponentProps['actionData']>
>

function Question({ investment, answer, fetcher }: InvestmentToRemove) {
  const { hasHistory, amount, received, status } = investment
  return (
    <ActionForm reply={answer?.reply} fetcher={fetcher}>
      <DialogBody>
        <input type="hidden" name="as" value={hasHistory ? 'archive' : 'delete'} />
        <FieldGrid>
          <p className="col-span-full">
            {hasHistory
              ? 'It has payments or payouts, which are never deleted. It is archived and can be restored.'
              : 'Nothing was received on it, so it is deleted. This cannot be undone.'}
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
            <Consequence of="Investor">
              {hasHistory ? 'still sees it in the portal' : 'no longer sees it in the portal'}
            </Consequence>
            {hasHistory && <Consequence of="New payments">{paymentsAfter(status)}</Consequence>}
          </Consequences>
        </FieldGrid>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Keep it</DialogCancel>
        <SubmitButton
          look="danger"
          pendingLabel={hasHistory ? 'Archiving investment' : 'Deleting investment'}
        >
          {hasHistory ? 'Archive investment' : 'Delete investment'}
        </SubmitButton>
      </DialogFoot>
    </ActionForm>
  )
}

function Stays({ investment: { isArchived } }: { investment: InvestmentInFull }) {
  return (
    <DialogNotice tone="info">
      {isArchived
        ? 'This investment is already archived.'
        : 'This investment is active. Cancel or complete it first: edit it and choose another status.'}
    </DialogNotice>
  )
}
