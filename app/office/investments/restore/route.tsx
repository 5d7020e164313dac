import { restoreInvestment } from '../../../domain/investments/remove-investment.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../platform/session/session.server.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { InvestmentSubtitle } from '../parts/investment-subtitle.tsx'
import { requireInvestment } from '../parts/require-investment.server.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { investment: await requireInvestment(context, params.investmentId) }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  return formAction(args, {
    guard: requireAdmin,
    run: () => adminCommand(context, (admin) => restoreInvestment(admin, params.investmentId)),
    refusals: { 'not-archived': 'This investment is not archived.' },
    done: () => ({
      to: `/admin-dashboard/investments${url.search}`,
      toast: { title: 'Investment restored', kind: 'success' },
    }),
    failed: 'Error restoring investment',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Restore Investment', args)

export default function RestoreInvestment({ loaderData, actionData }: Route.ComponentProps) {
  const { investment } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <RouteDialog
      title="Restore Investment"
      subtitle={<InvestmentSubtitle investment={investment} />}
    >
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <p>It returns to the list, and payments can be recorded again where its status allows.</p>
          {investment.partyArchived && (
            <p className="mt-2 text-muted">
              Its project or investor is archived, so no payments can be recorded until that is
              restored.
            </p>
          )}
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Restoring investment">Restore investment</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
