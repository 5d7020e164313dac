import { useEffect } from 'react'
import { data, Link, redirect } from 'react-router'
import { proveForResend } from '../../domain/accounts/recovery/confirmation.server.ts'
import { shortLivedCookie } from '../../domain/accounts/sign-in/short-lived-cookies.server.ts'
import { signIn } from '../../domain/accounts/sign-in/sign-in.server.ts'
import { SignInSchema } from '../../domain/accounts/sign-in/sign-in-schema.ts'
import { findInstallation } from '../../domain/company/company.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { type ActionReply, anyone, formAction } from '../../platform/http/form-action.server.ts'
import { takeToast } from '../../platform/http/toast.server.ts'
import {
  currentUser,
  dashboardOf,
  guestCommand,
  visitorContext,
} from '../../platform/session/session.server.ts'
import { clearOfflineCopies } from '../../ui/connection/offline-copies.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { suppliedPicture } from '../../ui/pictures.ts'
import type { Toast } from '../../values/toast.ts'
import { ResendConfirmation } from '../confirmation/resend-form.tsx'
import { footClass } from '../parts/foot-class.ts'
import { redirectAfterSignIn } from '../parts/redirect-after-sign-in.server.ts'
import { SignInLayout } from '../parts/sign-in-layout.tsx'
import type { Route } from './+types/route.ts'
import { ForgotLink } from './forgot-link.tsx'
import { pageAfterSignIn } from './next-page.ts'
import { sentenceFor } from './refusals.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const person = await currentUser(context)
  if (person)
    throw redirect(pageAfterSignIn(dashboardOf(person.role), url.searchParams.get('next'), url))
  const { demo } = await guestCommand(context, findInstallation)
  const { toast, headers } = takeToast(request)
  const picture = suppliedPicture('twin-towers-4')
  const email = shortLivedCookie(request.headers.get('cookie'), 'sign-in-email') ?? ''
  return data({ demo, email, toast, picture, hasEnded: url.searchParams.has('ended') }, { headers })
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
  const { picture, demo, email, toast, hasEnded } = loaderData
  const answer: ActionReply<{ resend: string | null }> | undefined = actionData
  // Offline copies and queued sign-outs only concern signed-in people.
  useEffect(() => void clearOfflineCopies(), [])
  return (
    <SignInLayout picture={picture} demo={demo}>
      <h1>Welcome back</h1>
      <p className="pt-2 text-muted">Sign in to see your investments, documents and payments.</p>
      {hasEnded && !answer && toast === null && (
        <div className="pt-5">
          <Alert>Your session ended. Please sign in again.</Alert>
        </div>
      )}
      <ActionForm reply={answer?.reply} replace className="grid gap-5 pt-7 *:data-form-alert:mb-0">
        <TextField
          name="email"
          label="Email"
          type="email"
          defaultValue={email}
          autoComplete="username"
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
      {answer?.resend && <ResendConfirmation proof={answer.resend} />}
      <p className={footClass}>
        No account yet? <Link to="/#contact">Contact us to register</Link>
      </p>
      <Toaster toast={answer?.toast ?? toast} phone="top" />
    </SignInLayout>
  )
}
