import { data, redirect } from 'react-router'
import { dropKept } from '../../domain/accounts/brief-cookies.server.ts'
import { recoveryMailFacts } from '../../domain/accounts/mail-trouble.server.ts'
import { passwordMessages } from '../../domain/accounts/password.ts'
import {
  completeRecovery,
  findRecovery,
  requestFreshLink,
} from '../../domain/accounts/recovery.server.ts'
import { NewPasswordSchema } from '../../domain/accounts/recovery-schema.ts'
import { signOut } from '../../domain/accounts/sign-out.server.ts'
import { findInstallation } from '../../domain/company/company.server.ts'
import {
  asGuest,
  type Context,
  comerIn,
  logFault,
  signedIn,
} from '../../platform/session.server.ts'
import { readForm } from '../../platform/upload.server.ts'
import { pageTitle } from '../../ui/page-title.ts'
import { suppliedPicture } from '../../ui/pictures.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { type FormReply, parseForm, refuseForm } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'
import { Door } from '../parts/door.tsx'
import {
  anotherLinkSentence,
  hidden,
  isForAnotherLink,
  keptToken,
  withoutToken,
  withSignInEmail,
} from '../parts/link-cookie.server.ts'
import { resetFailed } from '../parts/mail-trouble.ts'
import type { Route } from './+types/route.ts'
import {
  type AskedLink,
  askedLink,
  readSecret,
  type SecretLink,
  writeSecret,
} from './asked-link.ts'
import { RecoveryScreen } from './recovery-screen.tsx'
import { invalid, type RecoveryState, stateOf } from './recovery-state.ts'
import { useCleanAddress } from './use-clean-address.ts'

const picture = suppliedPicture('corner-plaza-3')

const path = '/reset-password'

/**
 * The secret of a link goes into a cookie, and every other address of the page leads to the one: a reload and a new tab
 * find the link again. Opening it uses nothing up, and the present session stays signed in.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { secret, email } = askedLink(url.searchParams)
  const to = email === '' ? path : `${path}?${new URLSearchParams({ email })}`
  if (secret) throw withoutToken(to, 'recovery-link', writeSecret(secret))
  if (url.pathname !== path) throw redirect(to, { headers: hidden })
  return lookUp(context, { secret: readSecret(keptToken(context, 'recovery-link')), email })
}

async function lookUp(context: Context, asked: AskedLink) {
  try {
    const { found, facts } = await asGuest(context, async (guest) => ({
      found: asked.secret && (await findRecovery(guest, asked.secret.token)),
      facts: { ...(await recoveryMailFacts(guest)), demo: (await findInstallation(guest)).demo },
    }))
    const other = await otherSignedIn(context, found?.state === 'open' ? found.email : null)
    return data({ state: stateOf(asked, found), facts, other, picture }, { headers: hidden })
  } catch (fault) {
    const reference = logFault(context, 'a recovery link was not looked up', fault)
    const message = `There was a problem validating your reset link. Reference ${reference}`
    const state: RecoveryState = { shown: 'problem', message }
    return data({ state, facts: null, other: null, picture }, { headers: hidden })
  }
}

/** Who is signed in here with another account than the link's. */
async function otherSignedIn(context: Context, email: string | null): Promise<string | null> {
  const person = email === null ? null : await signedIn(context)
  return person && person.email !== email ? person.name : null
}

type Answer = {
  state: RecoveryState
  reply?: FormReply
  toast?: Toast
  status?: number
  headers?: Headers
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const secret = readSecret(keptToken(context, 'recovery-link'))
  const answer: Answer = !secret
    ? { state: invalid(null) }
    : form.get('intent') === 'fresh'
      ? await sendFreshLink(context, form, secret)
      : await setPassword(context, form, secret)
  const { status = 200, headers = new Headers(), ...shown } = answer
  for (const [name, value] of Object.entries(hidden)) headers.set(name, value)
  return data(shown, { status, headers })
}

async function sendFreshLink(
  context: Context,
  form: FormData,
  secret: SecretLink,
): Promise<Answer> {
  try {
    return await asGuest(context, async (guest) => {
      const link = await requestFreshLink(guest, secret.token)
      if (link === 'closed') return { state: invalid(secret) }
      const headers = new Headers({ 'Set-Cookie': dropKept('recovery-link') })
      return {
        state: { shown: 'sent', trouble: (await recoveryMailFacts(guest)).trouble },
        headers,
      }
    })
  } catch (fault) {
    const message = `Password reset failed. Reference ${logFault(context, 'a fresh link was not requested', fault)}`
    return {
      ...{ state: { shown: 'expired' }, status: 500, toast: resetFailed },
      reply: refuseForm(form, { message }),
    }
  }
}

async function setPassword(context: Context, form: FormData, secret: SecretLink): Promise<Answer> {
  const email = form.get('email')
  const state: RecoveryState = { shown: 'form', email: typeof email === 'string' ? email : '' }
  const parsed = parseForm(NewPasswordSchema, form)
  if (!parsed.ok) return { state, reply: parsed.reply, status: 422 }
  try {
    const found = await asGuest(context, (guest) => findRecovery(guest, secret.token))
    if (found.state === 'open' && isForAnotherLink(form, found.email)) {
      return { state, reply: refuseForm(form, { message: anotherLinkSentence }), status: 422 }
    }
    const completed = await completeRecovery(
      (work) => asGuest(context, work),
      secret.token,
      parsed.value.password,
    )
    // Nobody is signed in by this, and somebody else who is would be led past the sign-in page (AUTH-059).
    if ('completed' in completed) {
      const usedBy = found.state === 'open' ? found.email : ''
      const headers = withSignInEmail(await signOut(comerIn(context)), usedBy)
      return { state: { shown: 'done' }, toast: changed, headers }
    }
    if (completed.refused === 'link')
      return { state: stateOf({ secret, email: '' }, { state: completed.state }) }
    return {
      state,
      reply: refuseForm(form, { errors: { password: passwordMessages[completed.fault] } }),
      status: 422,
    }
  } catch (fault) {
    const message = `An unexpected error occurred. Reference ${logFault(context, 'a password was not reset', fault)}`
    return { state, reply: refuseForm(form, { message }), status: 500 }
  }
}

const changed: Toast = {
  kind: 'success',
  title: 'Password reset successful',
  text: 'Sign in with your new password.',
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('X-Robots-Tag') ? actionHeaders : loaderHeaders
}

export function meta(args: Route.MetaArgs) {
  return [
    ...pageTitle('Reset password', args),
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'same-origin' },
  ]
}

export default function Recovery({ loaderData, actionData }: Route.ComponentProps) {
  useCleanAddress()
  const { facts, other } = loaderData
  return (
    <Door picture={loaderData.picture} demo={facts?.demo ?? false}>
      <RecoveryScreen
        state={actionData?.state ?? loaderData.state}
        reply={actionData?.reply}
        {...{ facts, other }}
      />
      <Toaster toast={actionData?.toast} phone="top" />
    </Door>
  )
}
