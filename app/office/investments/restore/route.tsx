import { restoreInvestment } from '../../../domain/investments/remove-investment.server.ts'
import { asAdmin, notFound } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import { demandInvestment, fail, refuse } from '../parts/answer.server.ts'
import { Whose } from '../parts/whose.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { investment: await demandInvestment(context, params.investmentId) }
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  try {
    const answer = await asAdmin(context, async (admin) => {
      if (!isId(params.investmentId)) throw notFound()
      return restoreInvestment(admin, params.investmentId)
    })
    if ('refused' in answer) {
      if (answer.refused === 'not-found') throw notFound()
      return refuse(refuseForm(form, { message: 'This investment is not archived.' }))
    }
  } catch (fault) {
    return fail(context, form, fault, 'Error restoring investment')
  }
  return redirectWithToast(`/admin-dashboard/investments${url.search}`, {
    title: 'Investment restored',
    kind: 'success',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Restore Investment', args)

export default function RestoreInvestment({ loaderData, actionData }: Route.ComponentProps) {
  const { investment } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <RouteDialog title="Restore Investment" subtitle={<Whose investment={investment} />}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <p>
            It comes back into the list as it was, and takes payments again where its status allows
            them.
          </p>
          {investment.partyArchived && (
            <p className="mt-2 text-muted">
              Its project or its investor is archived, so it takes none until then.
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
