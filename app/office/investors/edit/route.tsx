import { randomUUID } from 'node:crypto'
import { companyPhoneReader } from '../../../domain/company/company.server.ts'
import { editInvestor } from '../../../domain/investors/edit-investor.server.ts'
import type { KnownInvestor } from '../../../domain/investors/find-investor.server.ts'
import { editInvestorSchema } from '../../../domain/investors/investor-schema.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, adminQuery } from '../../../platform/session/session.server.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogNotice } from '../../../ui/layout/dialog-notice.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { parseForm } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'
import { needsConfirmation, requireConfirmation } from '../../parts/confirm-identity.server.ts'
import { pageBehindInvestorDialog } from '../../paths.ts'
import { requireKnownInvestor } from '../parts/require-known-investor.server.ts'
import type { Route } from './+types/route.ts'
import { EditInvestorForm } from './edit-form.tsx'
import {
  colleaguesEmail,
  type EditReply,
  openingToasts,
  refuseEdit,
  savedToast,
  syncFailed,
} from './outcome.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const investor = await requireKnownInvestor(context, params.investorId)
  return { investor, key: randomUUID(), confirm: await needsConfirmation(context) }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  return formAction(args, {
    guard: () => requireKnownInvestor(context, params.investorId),
    parse: async (form) =>
      parseForm(editInvestorSchema(await adminQuery(context, companyPhoneReader)), form),
    run: async ({ form, value, subject }) =>
      (value.useAccountEmail || value.email !== subject.email
        ? await requireConfirmation(context, form)
        : null) ?? adminCommand(context, (admin) => editInvestor(admin, subject.id, value)),
    refusals: refuseEdit,
    needsApproval: colleaguesEmail,
    done: (edited, { value, subject }) => ({
      to: pageBehindInvestorDialog(url, subject.id),
      toast: savedToast(edited.email, value.email, subject.account?.hasPassword ?? false),
    }),
    failed: (form) => (form.has('useAccountEmail') ? syncFailed : 'Error updating investor'),
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Investor', args)

export default function EditInvestor({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<EditReply>(actionData)
  const { investor } = loaderData
  return (
    <RouteDialog title="Edit Investor" subtitle={<bdi>{investor.fullName}</bdi>}>
      {investor.isArchived && !answer ? (
        <Archived />
      ) : (
        <EditInvestorForm key={investor.id} loaded={loaderData} answer={answer} fetcher={fetcher} />
      )}
      <Toaster toast={toastsOf(answer, investor)} />
    </RouteDialog>
  )
}

function toastsOf(
  answer: EditReply | undefined,
  { signIn, isArchived }: KnownInvestor,
): Toast | null {
  return answer?.toast ?? (isArchived ? null : openingToasts[signIn])
}

function Archived() {
  return <DialogNotice tone="info">This investor is archived. Restore them first.</DialogNotice>
}
