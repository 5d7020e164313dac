import { z } from 'zod'
import { type Removal, removalOf } from '../../../domain/investors/removal.ts'
import {
  findRemovableInvestor,
  removeInvestor,
} from '../../../domain/investors/remove-investor.server.ts'
import { asAdmin, lookAsAdmin, notFound, signedIn } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { Alert } from '../../../ui/alert.tsx'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { counted } from '../../../values/counted.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { demandConfirmation, needsConfirmation } from '../../parts/confirm-yourself.server.ts'
import { ConfirmYourself } from '../../parts/confirm-yourself.tsx'
import { fail, refuse } from '../../users/answer.server.ts'
import { errorToast } from '../../users/reply.ts'
import { investorsHome } from '../parts/investors-home.ts'
import type { Route } from './+types/route.ts'
import { ownAccount, whyNotRemoved } from './sentences.ts'
import { WhatGoes } from './what-goes.tsx'

const RemovalSchema = z.object({
  as: z.enum(['archive', 'delete'], 'Reload the page and try again.'),
})
const failedAs = {
  archive: errorToast('Error archiving investor', 'Please try again later.'),
  delete: errorToast('Error deleting investor', 'Please try again later.'),
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const removable = await lookAsAdmin(context, (admin) =>
    findRemovableInvestor(admin, params.investorId),
  )
  if (!removable) throw notFound()
  const person = await signedIn(context)
  const isOneself = removable.investor.account?.id === person?.userId
  return {
    removable,
    isOneself,
    removal: removalOf(removable.history),
    confirm: await needsConfirmation(context),
  }
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const removable = await asAdmin(context, (admin) =>
    findRemovableInvestor(admin, params.investorId),
  )
  if (!removable) throw notFound()
  const form = await readForm(request)
  const parsed = parseForm(RemovalSchema, form)
  if (!parsed.ok) return refuse(refuseForm(form, { message: 'Reload the page and try again.' }))
  const { as } = parsed.value
  // It closes a sign-in account, as the status dialog of Manage Users does.
  const unconfirmed = removable.investor.account && (await demandConfirmation(context, form))
  if (unconfirmed) return refuse(unconfirmed)
  try {
    const removed = await asAdmin(context, (admin) => removeInvestor(admin, params.investorId, as))
    if ('refused' in removed) {
      if (removed.refused === 'not-found') throw notFound()
      return refuse(refuseForm(form, { message: whyNotRemoved(removed) }))
    }
    const title = removed.removed === 'deleted' ? 'Investor deleted' : 'Investor archived'
    return redirectWithToast(`${investorsHome}${url.search}`, { title, kind: 'success' })
  } catch (fault) {
    return fail(context, form, fault, failedAs[as])
  }
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
              <WhatGoes removable={removable} removal={removal} />
              {removable.investor.account && <ConfirmYourself {...confirm} />}
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

/** What keeps the question from being asked at all. */
function whyKept({ removable, isOneself }: Route.ComponentProps['loaderData']): string | null {
  const { investor, history } = removable
  const { activeInvestments: active } = history
  if (investor.isArchived) return 'This investor is archived already.'
  if (isOneself) return ownAccount
  if (active === 0) return null
  return `They have ${counted(active, 'active investment')}. Complete or cancel ${active === 1 ? 'it' : 'them'} first, then archive the investor.`
}
