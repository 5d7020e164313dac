import { useEffect } from 'react'
import { data, Link, type RouterContextProvider, redirect } from 'react-router'
import { briefCookie } from '../../domain/accounts/brief-cookies.server.ts'
import { proveForResend } from '../../domain/accounts/confirmation.server.ts'
import { type SignInResult, signIn } from '../../domain/accounts/sign-in.server.ts'
import { SignInSchema } from '../../domain/accounts/sign-in-schema.ts'
import { findInstallation } from '../../domain/company/company.server.ts'
import { clock } from '../../platform/clock.server.ts'
import {
  asGuest,
  dashboardOf,
  logFault,
  signedIn,
  visitorContext,
} from '../../platform/session.server.ts'
import { takeToast } from '../../platform/toast.server.ts'
import { readForm } from '../../platform/upload.server.ts'
import { Alert } from '../../ui/alert.tsx'
import { ActionForm } from '../../ui/form.tsx'
import { forgetOwnCopies } from '../../ui/kept-copies.ts'
import { pageTitle } from '../../ui/page-title.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { suppliedPicture } from '../../ui/pictures.ts'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Toaster } from '../../ui/toaster.tsx'
import { parseForm, refuseForm } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'
import { ResendConfirmation } from '../confirmation/resend-form.tsx'
import { Door } from '../parts/door.tsx'
import { leadIn } from '../parts/lead-in.server.ts'
import type { Route } from './+types/route.ts'
import { ForgotLink } from './forgot-link.tsx'
import { pageAfterSignIn } from './next-page.ts'
import { sentenceFor } from './refusals.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const person = await signedIn(context)
  if (person)
    throw redirect(pageAfterSignIn(dashboardOf(person.role), url.searchParams.get('next'), url))
  const { demo } = await asGuest(context, findInstallation)
  const { toast, headers } = takeToast(request)
  const picture = suppliedPicture('twin-towers-4')
  const email = briefCookie(request.headers.get('cookie'), 'sign-in-email') ?? ''
  return data({ demo, email, toast, picture, hasEnded: url.searchParams.has('ended') }, { headers })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const parsed = parseForm(SignInSchema, form)
  if (!parsed.ok) return data({ reply: parsed.reply, toast: null, resend: null }, { status: 422 })
  const result = await trySignIn(context, request, parsed.value)
  if ('failed' in result) {
    const text = 'An unexpected error occurred during login'
    const reply = refuseForm(form, { message: `${text}. Reference ${result.reference}` })
    return data({ reply, toast: failed(text), resend: null }, { status: 500 })
  }
  if ('refused' in result) {
    const sentence = sentenceFor(result, clock.now())
    const status = result.refused === 'too-many' ? 429 : 422
    const resend = result.refused === 'unconfirmed' ? proveForResend(parsed.value.email) : null
    return data(
      { reply: refuseForm(form, { message: sentence }), toast: failed(sentence), resend },
      { status },
    )
  }
  if ('secondFactor' in result)
    return redirect(`/login/second-factor${url.search}`, { status: 303, headers: result.headers })
  return leadIn(result.role, url, announced, result.headers)
}

const announced: Toast = {
  kind: 'success',
  title: 'Login successful',
  text: 'Redirecting you to your dashboard',
}
const failed = (text: string): Toast => ({ kind: 'error', title: 'Login failed', text })

/** Somebody who cannot even sign in has nothing but this page: a fault is told here, with the id it is logged under. */
async function trySignIn(
  context: Readonly<RouterContextProvider>,
  request: Request,
  typed: { email: string; password: string },
): Promise<SignInResult | { failed: true; reference: string }> {
  const { clientAddress } = context.get(visitorContext)
  try {
    return await signIn({
      ...typed,
      clientAddress,
      cookies: request.headers.get('cookie'),
      userAgent: request.headers.get('user-agent'),
    })
  } catch (fault) {
    return { failed: true, reference: logFault(context, 'sign-in failed', fault) }
  }
}

export function meta(args: Route.MetaArgs) {
  return [
    ...pageTitle('Sign in', args),
    { name: 'description', content: 'Sign in to see your investments, documents and payments.' },
  ]
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { picture, demo, email, toast, hasEnded } = loaderData
  // Nobody is signed in here: nothing that was kept is theirs to read, and no logout is owed.
  useEffect(() => void forgetOwnCopies(), [])
  return (
    <Door picture={picture} demo={demo}>
      <h1 className="door-title">Welcome back</h1>
      <p className="pt-2 text-muted">Sign in to see your investments, documents and payments.</p>
      {hasEnded && !actionData && toast === null && (
        <div className="pt-5">
          <Alert>Your session ended. Please sign in again.</Alert>
        </div>
      )}
      <ActionForm
        reply={actionData?.reply}
        replace
        className="grid gap-5 pt-7 *:data-form-alert:mb-0"
      >
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
      {actionData?.resend && <ResendConfirmation proof={actionData.resend} />}
      <p className="door-foot">
        No account yet? <Link to="/#contact">Contact us to register</Link>
      </p>
      <Toaster toast={actionData?.toast ?? toast} phone="top" />
    </Door>
  )
}
