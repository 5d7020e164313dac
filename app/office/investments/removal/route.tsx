import { z } from 'zod'
import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import {
  type InvestmentRemoved,
  removeInvestment,
} from '../../../domain/investments/remove-investment.server.ts'
import { asAdmin, notFound } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { demandInvestment, fail, refuse } from '../parts/answer.server.ts'
import { Whose } from '../parts/whose.tsx'
import type { Route } from './+types/route.ts'

const RemovalSchema = z.object({
  as: z.enum(['archive', 'delete'], 'Reload the page and try again.'),
})

export async function loader({ params, context }: Route.LoaderArgs) {
  return { investment: await demandInvestment(context, params.investmentId) }
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const parsed = parseForm(RemovalSchema, form)
  try {
    const answer = await asAdmin(
      context,
      async (admin): Promise<InvestmentRemoved | { refused: 'unreadable' }> => {
        if (!isId(params.investmentId)) throw notFound()
        if (!parsed.ok) return { refused: 'unreadable' }
        return removeInvestment(admin, params.investmentId, parsed.value.as)
      },
    )
    if ('refused' in answer) return refuse(refuseForm(form, { message: whyKept(answer.refused) }))
    const title = answer.removed === 'deleted' ? 'Investment deleted' : 'Investment archived'
    return redirectWithToast(`/admin-dashboard/investments${url.search}`, {
      title,
      kind: 'success',
    })
  } catch (fault) {
    const title =
      form.get('as') === 'archive' ? 'Error archiving investment' : 'Error deleting investment'
    return fail(context, form, fault, title)
  }
}

type Kept = Extract<InvestmentRemoved, { refused: string }>['refused'] | 'unreadable'

function whyKept(refused: Kept): string {
  switch (refused) {
    case 'not-found':
      throw notFound()
    case 'active':
      return 'This investment is active. Cancel or complete it first.'
    case 'archived':
      return 'This investment is archived already.'
    case 'has-history-now':
      return 'This investment has payments meanwhile, so it can only be archived. Reload and try again.'
    case 'has-none-now':
      return 'This investment can be deleted. Reload and try again.'
    case 'unreadable':
      return 'Reload the page and try again.'
    default:
      return refused satisfies never
  }
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
    <RouteDialog title={titleOf(investment)} subtitle={<Whose investment={investment} />}>
      {stays && !answer ? (
        <Stays investment={investment} />
      ) : (
        <Question {...{ investment, answer, fetcher }} />
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

/** Of a cancelled or wholly paid investment none are taken anyway. */
function paymentsAfter(status: InvestmentInFull['status']) {
  if (status === 'cancelled') return 'stay refused: it is cancelled'
  return status === 'completed'
    ? 'stay refused: it is fully paid'
    : 'are refused until it is restored'
}

type Asked = { investment: InvestmentInFull } & ReturnType<
  typeof useAnswer<Route.ComponentProps['actionData']>
>

function Question({ investment, answer, fetcher }: Asked) {
  const { hasHistory, amount, received, status } = investment
  return (
    <ActionForm reply={answer?.reply} fetcher={fetcher}>
      <DialogBody>
        <input type="hidden" name="as" value={hasHistory ? 'archive' : 'delete'} />
        <FieldGrid>
          <p className="col-span-full">
            {hasHistory
              ? 'It has payments or shares, which are never erased: it leaves this list and can be restored.'
              : 'Nothing was ever received on it, so it goes for good. This cannot be undone.'}
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
    <>
      <DialogBody>
        <Alert tone="info">
          {isArchived
            ? 'This investment is archived already.'
            : 'This investment is active. Cancel or complete it first: edit it and choose another status.'}
        </Alert>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}
