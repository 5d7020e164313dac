import { useEffect } from 'react'
import { data, redirect } from 'react-router'
import { recoveryMailFacts } from '../../domain/accounts/administration/mail-availability.server.ts'
import { type PasswordFault, passwordMessages } from '../../domain/accounts/password.ts'
import {
  completeRecovery,
  findRecovery,
  requestFreshLink,
} from '../../domain/accounts/recovery/recovery.server.ts'
import { NewPasswordSchema } from '../../domain/accounts/recovery/recovery-schema.ts'
import { clearShortLivedCookie } from '../../domain/accounts/sign-in/short-lived-cookies.server.ts'
import { signOut } from '../../domain/accounts/sign-in/sign-out.server.ts'
import { findInstallation } from '../../domain/company/company.server.ts'
import { type ActionReply, anyone, formAction } from '../../platform/http/form-action.server.ts'
import {
  type Context,
  clientInfo,
  currentUser,
  guestCommand,
  logFault,
} from '../../platform/session/session.server.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { suppliedPicture } from '../../ui/pictures.ts'
import { type ParsedForm, parseForm } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'
import {
  anotherLinkSentence,
  hidden,
  isForAnotherLink,
  keptToken,
  withoutToken,
  withSignInEmail,
} from '../parts/link-cookie.server.ts'
import { resetFailed } from '../parts/mail-trouble.ts'
import { SignInLayout } from '../parts/sign-in-layout.tsx'
import type { Route } from './+types/route.ts'
import {
  parseRecoveryLink,
  type RecoveryLinkParams,
  readSecret,
  type SecretLink,
  writeSecret,
} from './recovery-link.ts'
import { RecoveryScreen } from './recovery-screen.tsx'
import { invalid, type RecoveryState, stateOf } from './recovery-state.ts'

const picture = suppliedPicture('corner-plaza-3')

const path = '/reset-password'

/** Moves the secret into a cookie and redirects. Neither uses the link up nor ends the current session. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { secret, email } = parseRecoveryLink(url.searchParams)
  const to = email === '' ? path : `${path}?${new URLSearchParams({ email })}`
  if (secret) throw withoutToken(to, 'recovery-link', writeSecret(secret))
  if (url.pathname !== path) throw redirect(to, { headers: hidden })
  return lookUp(context, { secret: readSecret(keptToken(context, 'recovery-link')), email })
}

async function lookUp(context: Context, params: RecoveryLinkParams) {
  try {
    const { found, facts } = await guestCommand(context, async (guest) => ({
      found: params.secret && (await findRecovery(guest, params.secret.token)),
      facts: { ...(await recoveryMailFacts(guest)), demo: (await findInstallation(guest)).demo },
    }))
    const other = await otherSignedIn(context, found?.state === 'open' ? found.email : null)
    return data({ state: stateOf(params, found), facts, other, picture }, { headers: hidden })
  } catch (fault) {
    const reference = logFault(context, 'a recovery link could not be looked up', fault)
    const message = `There was a problem validating your reset link. Reference ${reference}`
    const state: RecoveryState = { shown: 'problem', message }
    return data({ state, facts: null, other: null, picture }, { headers: hidden })
  }
}

/** Another account that is signed in here. */
async function otherSignedIn(context: Context, email: string | null): Promise<string | null> {
  const person = email === null ? null : await currentUser(context)
  return person && person.email !== email ? person.name : null
}

export function action(args: Route.ActionArgs) {
  const { context } = args
  const secret = readSecret(keptToken(context, 'recovery-link'))
  return formAction(args, {
    guard: anyone,
    parse: (form): ParsedForm<{ password?: string }> =>
      !secret || isFresh(form) ? { ok: true, value: {} } : parseForm(NewPasswordSchema, form),
    run: async ({ form, value: { password } }): Promise<Done | NotSet> => {
      if (!secret) return { state: invalid(null) }
      return password === undefined
        ? sendFreshLink(context, secret)
        : setPassword(context, form, secret, password)
    },
    refusals: {
      'another-link': (_, form) => ({ message: anotherLinkSentence, facts: formState(form) }),
      password: ({ fault }, form) => ({
        errors: { password: passwordMessages[fault] },
        facts: formState(form),
      }),
    },
    unreadable: (reply, form) => ({ ...reply, facts: formState(form) }),
    done: ({ state, toast = null, headers = {} }) => ({ toast, headers, facts: { state } }),
    failed: (form) =>
      isFresh(form)
        ? { ...resetFailed, message: resetFailed.title, facts: { state: { shown: 'expired' } } }
        : { ...resetFailed, message: 'An unexpected error occurred', facts: formState(form) },
    headers: hidden,
  })
}

type Done = { state: RecoveryState; toast?: Toast; headers?: HeadersInit }
type NotSet = { refused: 'another-link' } | { refused: 'password'; fault: PasswordFault }

const isFresh = (form: FormData) => form.get('intent') === 'fresh'

/** Checks that the form was rendered for the link that is now in the cookie. */
function formState(form: FormData): { state: RecoveryState } {
  const email = form.get('email')
  return { state: { shown: 'form', email: typeof email === 'string' ? email : '' } }
}

function sendFreshLink(context: Context, secret: SecretLink): Promise<Done> {
  return guestCommand(context, async (guest) => {
    const link = await requestFreshLink(guest, secret.token)
    if (link === 'closed') return { state: invalid(secret) }
    const headers = new Headers({ 'Set-Cookie': clearShortLivedCookie('recovery-link') })
    return { state: { shown: 'sent', trouble: (await recoveryMailFacts(guest)).trouble }, headers }
  })
}

async function setPassword(
  context: Context,
  form: FormData,
  secret: SecretLink,
  password: string,
): Promise<Done | NotSet> {
  const found = await guestCommand(context, (guest) => findRecovery(guest, secret.token))
  if (found.state === 'open' && isForAnotherLink(form, found.email))
    return { refused: 'another-link' }
  const completed = await completeRecovery(
    (work) => guestCommand(context, work),
    secret.token,
    password,
  )
  if ('completed' in completed) {
    // Signs out another account, whose session would skip the sign-in page.
    const usedBy = found.state === 'open' ? found.email : ''
    const headers = withSignInEmail(await signOut(clientInfo(context)), usedBy)
    return { state: { shown: 'done' }, toast: changed, headers }
  }
  if (completed.refused === 'password') return completed
  return { state: stateOf({ secret, email: '' }, { state: completed.state }) }
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
  const answer: ActionReply<{ state: RecoveryState }> | undefined = actionData
  return (
    <SignInLayout picture={loaderData.picture} demo={facts?.demo ?? false}>
      <RecoveryScreen
        state={answer?.state ?? loaderData.state}
        reply={answer?.reply}
        facts={facts}
        other={other}
      />
      <Toaster toast={answer?.toast} phone="top" />
    </SignInLayout>
  )
}

/** Removes the token from the address bar and history. Bypasses the router, so that it does not refetch. */
function useCleanAddress() {
  useEffect(() => {
    if (location.search) history.replaceState(history.state, '', location.pathname)
  }, [])
}
