import { Link } from 'react-router'
import {
  ResetPasswordSchema,
  UpdatePasswordSchema,
} from '../../../domain/accounts/administration/administration-schema.ts'
import { passwordLengthFault, passwordMessages } from '../../../domain/accounts/password.ts'
import { setPassword } from '../../../domain/accounts/recovery/set-password.server.ts'
import { mayActAlone } from '../../../domain/approvals/acts-by-one-person.server.ts'
import { type ActionReply, formAction } from '../../../platform/http/form-action.server.ts'
import { adminQuery } from '../../../platform/session/session.server.ts'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import type { FormReply } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'
import {
  accountSteps,
  addressAfter,
  asAdmin,
  loadAccountAction,
  mailResetLink,
} from '../account-action.server.ts'
import { AccountDialog, AccountTab } from '../account-action.tsx'
import { ChoiceSwitch } from '../choice-switch.tsx'
import {
  colleaguesPassword,
  errorToast,
  passwordRefusals,
  toastOf,
  unresolvedRefusals,
  whyNotMailed,
} from '../messages.ts'
import type { Route } from './+types/route.ts'
import { EmailInstead, NewPassword } from './new-password.tsx'

const title = 'Error with password'
const notSet = errorToast(title, 'The password could not be set. Nothing was changed.')
const notSent = errorToast(title, 'The reset email could not be sent. Nothing was changed.')

export async function loader(args: Route.LoaderArgs) {
  const facts = await loadAccountAction(args)
  const isStaff = facts.account?.role === 'admin' && !facts.isOneself
  const needsTwo = isStaff && !(await adminQuery(args.context, (admin) => mayActAlone(admin)))
  return { ...facts, needsTwo }
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const isTab = params.userId === undefined
  return formAction(args, {
    ...accountSteps(
      args,
      isTab ? UpdatePasswordSchema : ResetPasswordSchema,
      async ({ id: userId }, { mode, key, password }) =>
        mode === 'direct'
          ? setPassword(asAdmin(context), { key, userId, password })
          : mailResetLink(context, userId),
    ),
    refusals: {
      ...unresolvedRefusals(title),
      ...passwordRefusals,
      'not-mailed': ({ why }) => ({ message: whyNotMailed[why], toast: notSent }),
    },
    refusedToast: (reply) =>
      reply.message === colleaguesPassword ? null : (isTab ? tabToast : toastOf(title))(reply),
    needsApproval: colleaguesPassword,
    done: (done, { value: { mode } }) => ({
      to: addressAfter(args),
      toast: 'sentTo' in done ? mailed(mode, done.sentTo) : updated(done.account.name),
    }),
    failed: (form) => (isTab || form.get('mode') === 'direct' ? notSet : notSent),
  })
}

/** The tab's titles for invalid input. */
function tabToast(reply: FormReply) {
  const isShort = reply.errors.password?.startsWith(passwordMessages.short)
  return toastOf(title, {
    userId: 'User ID required',
    password: isShort ? 'Password too short' : title,
    confirmPassword: "Passwords don't match",
  })(reply)
}

function updated(name: string): Toast {
  const text = `${name} signs in with it once, then chooses a new one.`
  return { kind: 'success', title: 'Password updated', text }
}

/** Sent by choice, or as the accepted offer after a failed direct reset. */
function mailed(mode: string, sentTo: string): Toast {
  const title = 'Password reset email sent'
  return mode === 'instead'
    ? { kind: 'info', title, text: 'The password was not set. A reset link was emailed instead.' }
    : { kind: 'success', title, text: `A reset link is on its way to ${sentTo}.` }
}

export const meta: Route.MetaFunction = (args) =>
  pageTitle(args.params.userId ? 'Reset Password' : 'Update Password', args)

export default function Password({ loaderData, actionData }: Route.ComponentProps) {
  const { account, first, isOneself, needsTwo } = loaderData
  if (first || !account)
    return (
      <AccountTab
        facts={loaderData}
        actionData={actionData}
        tab={'Update Password'}
        act={'Update Password'}
        pendingAct="Updating password"
        isReady={isComplete}
        offer={(answer) => isColleague(answer) && <EmailInstead />}
      >
        <NewPassword of="The account’s email" twice />
      </AccountTab>
    )
  return (
    <AccountDialog
      facts={loaderData}
      actionData={actionData}
      title={'Reset Password'}
      offer={offerEmail}
      act={isOneself || needsTwo ? 'Send reset email' : <ActLabels />}
    >
      {isOneself && <OwnPassword />}
      {needsTwo && <ColleaguesPassword name={account.name} email={account.email} />}
      {!isOneself && !needsTwo && <Modes name={account.name} email={account.email} />}
    </AccountDialog>
  )
}

/** After a failure, and for a colleague, whose password no one sets alone. */
function offerEmail(answer: ActionReply | undefined) {
  const isOffered = answer?.toast?.text === notSet.text || isColleague(answer)
  return isOffered && <EmailInstead />
}

const isColleague = (answer: ActionReply | undefined) =>
  answer?.reply.message === colleaguesPassword

function isComplete(form: FormData) {
  const password = String(form.get('password'))
  return (
    form.get('userId') !== '' &&
    passwordLengthFault(password) === null &&
    password === form.get('confirmPassword')
  )
}

const modes = [
  { value: 'direct', label: 'Set password directly' },
  { value: 'email', label: 'Send reset email' },
]
// CSS hides the fields of the other mode, so that this works without JavaScript.
const onlyDirect = 'group-has-[[value=email]:checked]/mode:hidden'
const onlyEmail = 'hidden group-has-[[value=email]:checked]/mode:contents'

function Modes({ name, email }: { name: string; email: string }) {
  return (
    <>
      <ChoiceSwitch name="mode" label="How to reset it" options={modes} defaultValue="direct" />
      <div className={`col-span-full grid gap-4 ${onlyDirect}`}>
        <NewPassword of={name} />
      </div>
      <p className={onlyEmail}>
        <span className="col-span-full">
          A link to choose a new password goes to <bdi className="wrap-anywhere">{email}</bdi>. The
          current password works until it is used.
        </span>
      </p>
    </>
  )
}

function ActLabels() {
  return (
    <>
      <span className={onlyDirect}>Set password</span>
      <span className={onlyEmail}>Send reset email</span>
    </>
  )
}

/** No one sets it alone, because with it one could approve in their name. */
function ColleaguesPassword({ name, email }: { name: string; email: string }) {
  return (
    <p className="col-span-full">
      <input type="hidden" name="mode" value="email" />
      <bdi>{name}</bdi> is a member of staff, so one person alone cannot set their password. A link
      to choose a new one goes to <bdi className="wrap-anywhere">{email}</bdi>. The current password
      works until it is used.
    </p>
  )
}

/** People change their own password with the current one; they can also email themselves a link. */
function OwnPassword() {
  return (
    <p className="col-span-full">
      <input type="hidden" name="mode" value="email" />
      This is your own account. Change your password under{' '}
      <Link to="/admin-dashboard/security" className="text-link underline">
        Security
      </Link>
      , or have a link emailed to you.
    </p>
  )
}
