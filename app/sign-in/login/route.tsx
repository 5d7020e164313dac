import { useEffect } from 'react'
import { data, Link, redirect, useLocation } from 'react-router'
import { configuredProvider } from '../../domain/accounts/provider/provider.server.ts'
import { proveForResend } from '../../domain/accounts/recovery/confirmation.server.ts'
import { shortLivedCookie } from '../../domain/accounts/sign-in/short-lived-cookies.server.ts'
import { type SignInResult, signIn } from '../../domain/accounts/sign-in/sign-in.server.ts'
import { SignInSchema } from '../../domain/accounts/sign-in/sign-in-schema.ts'
import { findInstallation } from '../../domain/company/company.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { type ActionReply, anyone, formAction } from '../../platform/http/form-action.server.ts'
import { takeToast } from '../../platform/http/toast.server.ts'
import {
  currentUser,
  dashboardOf,
  guestQuery,
  visitorContext,
} from '../../platform/session/session.server.ts'
import { buttonClass } from '../../ui/button.tsx'
import { clearOfflineCopies } from '../../ui/connection/stored-copies.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { suppliedPicture } from '../../ui/pictures.ts'
import { timeUntil } from '../../values/relative-time.ts'
import type { Toast } from '../../values/toast.ts'
import { footClass } from '../parts/foot-class.ts'
import { PasskeyButton } from '../parts/passkey-button.tsx'
import { redirectAfterSignIn } from '../parts/redirect-after-sign-in.server.ts'
import { SignInLayout } from '../parts/sign-in-layout.tsx'
import { usePasskeySignIn } from '../parts/use-passkeys.ts'
import type { Route } from './+types/route.ts'
import { pageAfterSignIn } from './next-page.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const person = await currentUser(context)
  if (person)
    throw redirect(pageAfterSignIn(dashboardOf(person.role), url.searchParams.get('next'), url))
  const { demo } = await guestQuery(context, findInstallation)
  const { toast, headers } = takeToast(request)
  const picture = suppliedPicture('twin-towers-4')
  const email = shortLivedCookie(request.headers.get('cookie'), 'sign-in-email') ?? ''
  const provider = configuredProvider?.settings.name ?? null
  return data(
    { demo, email, toast, picture, provider, hasEnded: url.searchParams.has('ended') },
    { headers },
  )
}

export function action(args: Route.ActionArgs) {
  const { request, url, context } = args
  return formAction(args, {
    guard: anyone,
    schema: SignInSchema,
    run: async ({ value }) => {
      const cookies = request.headers.get('cookie')
      const { clientAddress } = context.get(visitorContext)
      const userAgent = request.headers.get('user-agent')
      const result = await signIn({ ...value, clientAddress, cookies, userAgent })
      const isUnconfirmed = 'refused' in result && result.refused === 'unconfirmed'
      return { ...result, resend: isUnconfirmed ? proveForResend(value.email) : null }
    },
    refusals: (result) => ({
      message: sentenceFor(result, clock.now()),
      status: result.refused === 'too-many' ? 429 : 422,
      facts: { resend: result.resend },
    }),
    refusedToast: ({ message }) =>
      message ? { kind: 'error', title: loginFailed, text: message } : null,
    done: (result) =>
      'secondFactor' in result
        ? redirect(`/login/second-factor${url.search}`, { status: 303, headers: result.headers })
        : redirectAfterSignIn(result.role, url, announced, result.headers),
    // People who cannot sign in see no other page.
    failed: { title: loginFailed, text: 'An unexpected error occurred during login' },
  })
}

const loginFailed = 'Login failed'
const announced: Toast = {
  kind: 'success',
  title: 'Login successful',
  text: 'Redirecting you to your dashboard',
}

export function meta(args: Route.MetaArgs) {
  return [
    ...pageTitle('Sign in', args),
    { name: 'description', content: 'Sign in to see your investments, documents and payments.' },
  ]
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { picture, demo, email, toast, provider, hasEnded } = loaderData
  const answer: ActionReply<{ resend: string | null }> | undefined = actionData
  // Offline copies and queued sign-outs only concern signed-in people.
  useEffect(() => void clearOfflineCopies(), [])
  const { offer, ...passkeys } = usePasskeySignIn('first')
  return (
    <SignInLayout picture={picture} demo={demo}>
      <h1>Welcome back</h1>
      <p className="pt-2 text-muted">Sign in to see your investments, documents and payments.</p>
      {hasEnded && !answer && toast === null && (
        <div className="pt-5">
          <Alert>Your session ended. Please sign in again.</Alert>
        </div>
      )}
      <ActionForm
        reply={answer?.reply}
        replace
        className="grid gap-5 pt-7 *:data-form-alert:mb-0"
        onFocus={offer}
      >
        <TextField
          name="email"
          label="Email"
          type="email"
          defaultValue={email}
          autoComplete="username webauthn"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <ForgotLink />
        <SubmitButton pendingLabel="Signing in" className="w-full">
          Sign in
        </SubmitButton>
      </ActionForm>
      <div className="grid gap-3 pt-3">
        <PasskeyButton {...passkeys} label="Sign in with a passkey" />
        {provider && <ProviderLink name={provider} />}
      </div>
      {answer?.resend && <ResendConfirmation proof={answer.resend} />}
      <p className={footClass}>
        No account yet? <Link to="/#contact">Contact us to register</Link>
      </p>
      <Toaster toast={answer?.toast ?? toast} phone="top" />
    </SignInLayout>
  )
}

/** Leads to another site, so that the router must not load it. */
function ProviderLink({ name }: { name: string }) {
  const { search } = useLocation()
  const next = new URLSearchParams(search).get('next')
  return (
    <a
      href={`/login/provider${next === null ? '' : `?next=${encodeURIComponent(next)}`}`}
      className={buttonClass('secondary', 'normal', 'w-full')}
    >
      Sign in with {name}
    </a>
  )
}

/** Only offered after a correct password for an unconfirmed address. */
function ResendConfirmation({ proof }: { proof: string }) {
  const { search } = useLocation()
  return (
    <ActionForm reply={undefined} action={`/login/resend${search}`} className="pt-4">
      <input type="hidden" name="proof" value={proof} />
      <button
        type="submit"
        className="min-h-11 text-start text-link underline underline-offset-[0.2em]"
      >
        Resend the confirmation email
      </button>
    </ActionForm>
  )
}

function ForgotLink() {
  return (
    <p className="-mt-3 -mb-1">
      <Link
        to="/login/forgot"
        className="inline-flex min-h-11 items-center text-[0.9375rem] text-link underline underline-offset-[0.2em]"
      >
        Forgot password?
      </Link>
    </p>
  )
}

type Refusal = Extract<SignInResult, { refused: string }>

function sentenceFor(refusal: Refusal, now: Date): string {
  switch (refusal.refused) {
    case 'wrong':
      return 'Invalid email or password. Please check your credentials.'
    case 'unconfirmed':
      return 'Email not confirmed. Please check your inbox for a confirmation email.'
    case 'inactive':
      return 'Your account is not active. Please contact support.'
    case 'too-many':
      return `Too many failed attempts. Please try again in ${timeUntil(refusal.retryAt, now)}.`
    default:
      return refusal satisfies never
  }
}
