import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { InvestorPasswordSchema } from '../../../domain/accounts/administration-schema.ts'
import { requestRecoveryFor } from '../../../domain/accounts/mail-requests.server.ts'
import { setPassword } from '../../../domain/accounts/set-password.server.ts'
import type {
  InvestorAccount,
  KnownInvestor,
} from '../../../domain/investors/find-investor.server.ts'
import { asAdmin, type Context, signedIn } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { Alert } from '../../../ui/alert.tsx'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { demandConfirmation, needsConfirmation } from '../../parts/confirm-yourself.server.ts'
import { fail, opener, refuse } from '../../users/answer.server.ts'
import { whyNotSet } from '../../users/password-refusal.ts'
import { errorToast } from '../../users/reply.ts'
import { homeBehind } from '../parts/investors-home.ts'
import { demandInvestor } from '../parts/known-investor.server.ts'
import type { Route } from './+types/route.ts'
import { PasswordForm } from './password-form.tsx'

const noUserId = 'No user ID provided'
const notSet = errorToast(
  'Error with password',
  'The password could not be set. Nothing was changed.',
)
const notSent = errorToast(
  'Password reset failed',
  'The reset email could not be sent. Nothing was changed.',
)

export async function loader({ params, context }: Route.LoaderArgs) {
  const investor = await demandInvestor(context, params.investorId)
  const person = await signedIn(context)
  const isOneself = investor.account !== null && investor.account.id === person?.userId
  return { investor, isOneself, key: randomUUID(), confirm: await needsConfirmation(context) }
}

/** One path, for the account of this very investor: it works or it fails (MIN-038, W-07). */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const investor = await demandInvestor(context, params.investorId)
  const form = await readForm(request)
  const { account } = investor
  if (!account)
    return refuse(refuseForm(form, { message: noUserId }), errorToast(noUserId, withoutAccount))
  const parsed = parseForm(InvestorPasswordSchema, form)
  if (!parsed.ok) return refuse(parsed.reply)
  const unconfirmed = await demandConfirmation(context, form)
  if (unconfirmed) return refuse(unconfirmed)
  const { mode, key, password } = parsed.value
  const home = new URL(homeBehind(url, investor.id), url)
  if (mode === 'instead') return mailLink(context, form, account, home)
  try {
    const set = await setPassword(opener(context), { key, userId: account.id, password })
    if ('refused' in set) {
      const why = whyNotSet(set)
      return refuse(
        refuseForm(form, why),
        why.message ? errorToast(notSet.title, why.message) : null,
      )
    }
  } catch (fault) {
    return fail(context, form, fault, notSet)
  }
  return redirectWithToast(`${url.pathname}/set${url.search}`, {
    kind: 'success',
    title: 'Password set successfully',
  })
}

/** Only because the administrator took the offer after a direct set had failed (MIN-036, W-07). */
async function mailLink(context: Context, form: FormData, account: InvestorAccount, home: URL) {
  try {
    const sent = await asAdmin(context, (admin) => requestRecoveryFor(admin, account.id))
    if ('refused' in sent)
      return refuse(refuseForm(form, { message: whyNotSent[sent.refused] }), notSent)
    const text = 'The password was not set. A reset link was mailed instead.'
    const toast = { kind: 'info', title: 'Password reset email sent', text } as const
    return redirectWithToast(`${home.pathname}${home.search}`, toast)
  } catch (fault) {
    return fail(context, form, fault, notSent)
  }
}

const whyNotSent = {
  unknown: 'This account is not there any more.',
  inactive: 'This account is inactive, so no link would open it. Make it active first.',
  'too-many':
    'This address was mailed as often as it may be within an hour. Please try again later.',
}

const withoutAccount = 'This investor has no sign-in account whose password could be set.'

export const meta: Route.MetaFunction = (args) => pageTitle('Set New Password', args)

export default function SetInvestorPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { investor, isOneself, confirm } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  // The first key stays, however often the page is read again: it is what makes sending twice harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  const isOffered = answer?.toast?.text === notSet.text || answer?.toast?.title === notSent.title
  return (
    <RouteDialog title="Set New Password" subtitle={<Whose investor={investor} />}>
      {investor.account === null || isOneself ? (
        <NoPassword isOneself={isOneself} />
      ) : (
        <PasswordForm
          {...{ investor, confirm, reply: answer?.reply, fetcher, formKey: key, isOffered }}
        />
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

function Whose({ investor: { fullName, email, account } }: { investor: KnownInvestor }) {
  return (
    <>
      <bdi>{fullName}</bdi>, <bdi className="wrap-anywhere">{account?.email ?? email}</bdi>
    </>
  )
}

function NoPassword({ isOneself }: { isOneself: boolean }) {
  return (
    <>
      <DialogBody>
        <Alert tone={isOneself ? 'info' : 'negative'}>
          {isOneself ? (
            'This is your own account. Change your password under Security, where you are asked for the present one.'
          ) : (
            <>
              <p className="font-[560]">{noUserId}</p>
              <p>{withoutAccount}</p>
            </>
          )}
        </Alert>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}
