import { z } from 'zod'
import { type Removal, removalOf } from '../../../domain/investors/removal.ts'
import {
  findRemovableInvestor,
  type InvestorRemoved,
  removeInvestor,
} from '../../../domain/investors/remove-investor.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  type Context,
  currentUser,
  notFound,
} from '../../../platform/session/session.server.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { counted } from '../../../values/counted.ts'
import { needsConfirmation, requireConfirmation } from '../../parts/confirm-identity.server.ts'
import { ConfirmIdentity } from '../../parts/confirm-identity.tsx'
import { investorsHome } from '../../paths.ts'
import { accountRefusals } from '../../users/messages.ts'
import type { Route } from './+types/route.ts'
import { DeletionEffects } from './deletion-effects.tsx'

type Refused = Extract<InvestorRemoved, { refused: string }>

function removalRefusalMessage(refused: Refused): string {
  switch (refused.refused) {
    case 'not-found':
      return 'This investor was already deleted.'
    case 'archived':
      return 'This investor was already archived. Nothing was changed.'
    case 'active-investments':
      return `They have ${counted(refused.count, 'active investment')}. Complete or cancel them first. Nothing was changed.`
    case 'has-history-now':
      return 'Something was added to this investor, so they can only be archived. Nothing was changed.'
    case 'has-none-now':
      return 'This investor no longer has any records, so they can be deleted. Nothing was changed.'
    case 'oneself':
      return ownAccount
    default:
      return accountRefusals[refused.refused]
  }
}

const ownAccount = 'This is your own account. Another administrator can do it.'

const RemovalSchema = z.object({
  as: z.enum(['archive', 'delete'], 'Reload the page and try again.'),
})
export async function loader({ params, context }: Route.LoaderArgs) {
  const removable = await requireRemovable(context, params.investorId)
  const person = await currentUser(context)
  const isOneself = removable.investor.account?.id === person?.userId
  return {
    removable,
    isOneself,
    removal: removalOf(removable.history),
    confirm: await needsConfirmation(context),
  }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  return formAction(args, {
    guard: () => requireRemovable(context, params.investorId),
    schema: RemovalSchema,
    run: async ({ form, value, subject }) =>
      // Closes a sign-in account, like the status dialog of Manage Users, so it needs the same
      // confirmation.
      (subject.investor.account && (await requireConfirmation(context, form))) ??
      adminCommand(context, (admin) => removeInvestor(admin, params.investorId, value.as)),
    refusals: removalRefusalMessage,
    done: ({ removed }) => ({
      to: `${investorsHome}${url.search}`,
      toast: {
        title: removed === 'deleted' ? 'Investor deleted' : 'Investor archived',
        kind: 'success',
      },
    }),
    failed: (form) =>
      form.get('as') === 'archive' ? 'Error archiving investor' : 'Error deleting investor',
  })
}

async function requireRemovable(context: Context, investorId: string) {
  const removable = await adminQuery(context, (admin) => findRemovableInvestor(admin, investorId))
  if (!removable) throw notFound()
  return removable
}

const titleOf = (removal: Removal) =>
  removal === 'delete' ? 'Delete Investor' : 'Archive Investor'

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(titleOf(loaderData?.removal ?? 'archive'), args)

export default function RemoveInvestor({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  const { removable, removal, confirm } = loaderData
  const why = whyKept(loaderData)
  return (
    <RouteDialog title={titleOf(removal)} subtitle={<bdi>{removable.investor.fullName}</bdi>}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <input type="hidden" name="as" value={removal} />
        <DialogBody>
          {why ? (
            <Alert tone="warning">{why}</Alert>
          ) : (
            <FieldGrid>
              <DeletionEffects removable={removable} removal={removal} />
              {removable.investor.account && <ConfirmIdentity {...confirm} />}
            </FieldGrid>
          )}
        </DialogBody>
        <DialogFoot>
          <DialogCancel>{why ? 'Close' : 'Cancel'}</DialogCancel>
          {!why && (
            <SubmitButton
              look="danger"
              pendingLabel={removal === 'delete' ? 'Deleting' : 'Archiving'}
              icon="trash"
            >
              {titleOf(removal)}
            </SubmitButton>
          )}
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

function whyKept({ removable, isOneself }: Route.ComponentProps['loaderData']): string | null {
  const { investor, history } = removable
  const { activeInvestments: active } = history
  if (investor.isArchived) return 'This investor is already archived.'
  if (isOneself) return ownAccount
  if (active === 0) return null
  return `They have ${counted(active, 'active investment')}. Complete or cancel ${active === 1 ? 'it' : 'them'} first, then archive the investor.`
}
