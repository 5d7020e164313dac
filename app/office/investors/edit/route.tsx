import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { companyPhoneReader } from '../../../domain/company/company.server.ts'
import { editInvestor } from '../../../domain/investors/edit-investor.server.ts'
import type { KnownInvestor } from '../../../domain/investors/find-investor.server.ts'
import { editInvestorSchema } from '../../../domain/investors/investor-schema.ts'
import { asAdmin, logFault, notFound } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { Alert } from '../../../ui/alert.tsx'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'
import { demandConfirmation, needsConfirmation } from '../../parts/confirm-yourself.server.ts'
import { homeBehind } from '../parts/investors-home.ts'
import { demandInvestor } from '../parts/known-investor.server.ts'
import type { Route } from './+types/route.ts'
import { EditInvestorForm } from './edit-form.tsx'
import { type EditReply, refuseEdit } from './refusal.ts'
import { openingToasts, savedToast, syncFailed } from './words.ts'

const failed: Toast = {
  title: 'Error updating investor',
  text: 'Please try again later.',
  kind: 'error',
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const investor = await demandInvestor(context, params.investorId)
  return { investor, key: randomUUID(), confirm: await needsConfirmation(context) }
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const investor = await demandInvestor(context, params.investorId)
  const form = await readForm(request)
  const parsed = parseForm(editInvestorSchema(await asAdmin(context, companyPhoneReader)), form)
  if (!parsed.ok) return refuse({ reply: parsed.reply, changes: [], toast: null })
  const { email, useAccountEmail } = parsed.value
  if (useAccountEmail || email !== investor.email) {
    const unconfirmed = await demandConfirmation(context, form)
    if (unconfirmed) return refuse({ reply: unconfirmed, changes: [], toast: null })
  }
  try {
    const edited = await asAdmin(context, (admin) => editInvestor(admin, investor.id, parsed.value))
    if ('refused' in edited) {
      if (edited.refused === 'not-found') throw notFound()
      return refuse(refuseEdit(form, edited))
    }
    const toast = savedToast(edited.email, email, investor.account?.hasPassword ?? false)
    return redirectWithToast(homeBehind(url, investor.id), toast)
  } catch (fault) {
    const reference = logFault(context, 'an investor was not changed', fault)
    const toast = useAccountEmail ? syncFailed : failed
    const message = `${toast.title}. ${failed.text} Reference ${reference}`
    return data<EditReply>(
      { reply: refuseForm(form, { message }), changes: [], toast },
      { status: 500 },
    )
  }
}

const refuse = (reply: EditReply) => data<EditReply>(reply, { status: 422 })

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Investor', args)

export default function EditInvestor({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
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
  return (
    <>
      <DialogBody>
        <Alert tone="info">This investor is archived. Restore them first.</Alert>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}
