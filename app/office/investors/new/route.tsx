import { randomUUID } from 'node:crypto'
import { invitationLifetime } from '../../../domain/accounts/invitations.server.ts'
import { addInvestor } from '../../../domain/investors/add-investor.server.ts'
import { lookAsAdmin } from '../../../platform/session.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { RouteDialog } from '../../../ui/route-dialog.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { addFromForm, failAdding, leadOn, refuseAdding } from '../parts/add-from-form.server.ts'
import { AddInvestorForm, type AddReply } from '../parts/add-investor-form.tsx'
import { investorsHome } from '../parts/investors-home.ts'
import type { Route } from './+types/route.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return lookAsAdmin(context, async (admin) => ({
    key: randomUUID(),
    linkLifetime: await invitationLifetime(admin),
  }))
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request)
  try {
    const added = await addFromForm<never>(
      context,
      form,
      (input) => (admin) => addInvestor(admin, input),
    )
    if ('refused' in added) return refuseAdding(form, added)
    return leadOn(request, added, { home: `${investorsHome}${url.search}`, search: url.search })
  } catch (fault) {
    return failAdding(context, form, fault)
  }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Add Investor', args)

export default function AddInvestor({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<AddReply>(actionData)
  return (
    <RouteDialog title="Add Investor">
      <AddInvestorForm
        newKey={loaderData.key}
        linkLifetime={loaderData.linkLifetime}
        {...{ answer, fetcher }}
      />
    </RouteDialog>
  )
}
