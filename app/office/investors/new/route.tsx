import { randomUUID } from 'node:crypto'
import { invitationLifetime } from '../../../domain/accounts/invitations/invitations.server.ts'
import { addInvestor } from '../../../domain/investors/add-investor.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, adminQuery, requireAdmin } from '../../../platform/session/session.server.ts'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { investorsHome } from '../../paths.ts'
import {
  adding,
  addingFailed,
  addingRefusals,
  readAdding,
  redirectAfterAdding,
} from '../parts/add-from-form.server.ts'
import { AddInvestorForm, type AddReply } from '../parts/add-investor-form.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => ({
    key: randomUUID(),
    linkLifetime: await invitationLifetime(admin),
  }))
}

export function action(args: Route.ActionArgs) {
  const { request, url, context } = args
  return formAction(args, {
    guard: requireAdmin,
    parse: (form) => readAdding(context, form),
    run: ({ value }) =>
      adminCommand(
        context,
        adding((admin) => addInvestor(admin, value)),
      ),
    refusals: addingRefusals,
    done: (added) =>
      redirectAfterAdding(request, added, {
        home: `${investorsHome}${url.search}`,
        search: url.search,
      }),
    failed: addingFailed,
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Add Investor', args)

export default function AddInvestor({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<AddReply>(actionData)
  return (
    <RouteDialog title="Add Investor">
      <AddInvestorForm
        newKey={loaderData.key}
        linkLifetime={loaderData.linkLifetime}
        answer={answer}
        fetcher={fetcher}
      />
    </RouteDialog>
  )
}
