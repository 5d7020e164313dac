import { data } from 'react-router'
import { findInvestmentInFull } from '../../../../domain/investments/investment-in-full.server.ts'
import {
  type InvestmentRemoved,
  removeInvestment,
} from '../../../../domain/investments/remove-investment.server.ts'
import { asAdmin, logFault, lookAsAdmin, notFound } from '../../../../platform/session.server.ts'
import { redirectWithToast } from '../../../../platform/toast.server.ts'
import { readForm } from '../../../../platform/upload.server.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Amount } from '../../../../ui/amount.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/dialog-parts.tsx'
import { ActionForm } from '../../../../ui/form.tsx'
import { pageTitle } from '../../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../../ui/submit-button.tsx'
import { Toaster } from '../../../../ui/toaster.tsx'
import { useAnswer } from '../../../../ui/use-answer.ts'
import { refuseForm } from '../../../../values/form.ts'
import { isId } from '../../../../values/id.ts'
import type { Toast } from '../../../../values/toast.ts'
import { Whose } from '../../../investments/parts/whose.tsx'
import { Consequence, Consequences } from '../../../parts/consequences.tsx'
import type { Route } from './+types/route.ts'

const failed: Toast = {
  title: 'Error removing investor',
  text: 'There was a problem removing the investor from this project.',
  kind: 'error',
}

export async function loader({ params: { projectId, investmentId }, context }: Route.LoaderArgs) {
  return lookAsAdmin(context, async (admin) => {
    const investment = isId(investmentId) ? await findInvestmentInFull(admin, investmentId) : null
    if (!investment || investment.project.id !== projectId) throw notFound()
    return { investment }
  })
}

export async function action({
  request,
  url,
  params: { projectId, investmentId },
  context,
}: Route.ActionArgs) {
  const form = await readForm(request)
  const as = form.get('as') === 'delete' ? 'delete' : 'archive'
  try {
    const removed = await asAdmin(context, async (admin) => {
      const investment = isId(investmentId) ? await findInvestmentInFull(admin, investmentId) : null
      if (!investment || investment.project.id !== projectId) throw notFound()
      return removeInvestment(admin, investment.id, as)
    })
    if ('refused' in removed) {
      return data(
        { reply: refuseForm(form, { message: whyKept(removed.refused) }), toast: null },
        { status: 422 },
      )
    }
  } catch (fault) {
    const message = `${failed.text} Reference ${logFault(context, 'an investor was not removed from a project', fault)}`
    return data({ reply: refuseForm(form, { message }), toast: failed }, { status: 500 })
  }
  return redirectWithToast(`/admin-dashboard/projects/${projectId}/investors${url.search}`, {
    title: 'Investor removed',
    kind: 'success',
  })
}

function whyKept(refused: Extract<InvestmentRemoved, { refused: string }>['refused']): string {
  switch (refused) {
    case 'not-found':
      throw notFound()
    case 'active':
      return 'This investment is active. Cancel or complete it first.'
    case 'archived':
      return 'This investment has been archived meanwhile.'
    case 'has-history-now':
      return 'This investment has payments meanwhile, so it can only be archived. Close this and try again.'
    case 'has-none-now':
      return 'This investment can be deleted now. Close this and try again.'
    default:
      return refused satisfies never
  }
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
    <RouteDialog title="Remove Investor" subtitle={<Whose investment={loaderData.investment} />}>
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
                  ? 'There are payments or shares on it, which are never erased: the investment is archived and can be restored.'
                  : 'Nothing was ever received on it: the investment is deleted and does not come back.'}
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
