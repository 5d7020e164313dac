import { data, Link, redirect } from 'react-router'
import {
  findPendingSignIn,
  hasPendingCookie,
  type SecondFactorResult,
  signInWithCode,
} from '../../domain/accounts/second-factor-sign-in.server.ts'
import { CodeSchema } from '../../domain/accounts/sign-in-schema.ts'
import { comerIn, dashboardOf, logFault, signedIn } from '../../platform/session.server.ts'
import { redirectWithToast, takeToast } from '../../platform/toast.server.ts'
import { readForm } from '../../platform/upload.server.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { ActionForm } from '../../ui/form.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Toaster } from '../../ui/toaster.tsx'
import { parseForm, refuseForm } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'
import { pageAfterSignIn } from '../login/next-page.ts'
import { Door } from '../parts/door.tsx'
import { leadIn } from '../parts/lead-in.server.ts'
import { doorFacts, waitSentence, withoutCode } from '../parts/own-account.server.ts'
import { WhomToAsk } from '../parts/whom-to-ask.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const person = await signedIn(context)
  if (person)
    throw redirect(pageAfterSignIn(dashboardOf(person.role), url.searchParams.get('next'), url))
  const cookies = request.headers.get('cookie')
  const pending = await findPendingSignIn(cookies)
  if (!pending) throw hasPendingCookie(cookies) ? again(url) : redirect(toLogin(url))
  const { toast, headers } = takeToast(request)
  return data({ ...(await doorFacts(context)), email: pending.email, toast }, { headers })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const parsed = parseForm(CodeSchema, form)
  if (!parsed.ok) return data({ reply: parsed.reply, toast: null }, { status: 422 })
  const comer = comerIn(context)
  let result: SecondFactorResult
  try {
    result = await signInWithCode(comer, {
      ...parsed.value,
      userAgent: request.headers.get('user-agent'),
    })
  } catch (fault) {
    const text = 'An unexpected error occurred during login'
    const message = `${text}. Reference ${logFault(context, 'second factor of a sign-in failed', fault)}`
    return data(
      { reply: withoutCode(refuseForm(form, { message })), toast: failed(text) },
      { status: 500 },
    )
  }
  if ('role' in result) return leadIn(result.role, url, welcome(result.name), result.headers)
  if (result.refused === 'over') return again(url)
  const waits = result.refused === 'too-many'
  const sentence = result.refused === 'too-many' ? waitSentence(result.retryAt) : wrong
  const reply = refuseForm(form, waits ? { message: sentence } : { errors: { code: sentence } })
  return data({ reply: withoutCode(reply), toast: failed(sentence) }, { status: waits ? 429 : 422 })
}

const wrong = 'This code is not right, or it was used already.'
const failed = (text: string): Toast => ({ kind: 'error', title: 'Login failed', text })
const welcome = (name: string): Toast => ({
  kind: 'success',
  title: 'Login successful',
  text: `Welcome back, ${name}!`,
})
const toLogin = (url: URL) => `/login${nextOf(url)}`

/** Only where to go on is kept in the address between the two steps. */
function nextOf({ searchParams }: URL): string {
  const next = searchParams.get('next')
  return next === null ? '' : `?next=${encodeURIComponent(next)}`
}

function again(url: URL) {
  const text = 'The time for the second factor is over. Please sign in again.'
  return redirectWithToast(toLogin(url), failed(text))
}

export function meta(args: Route.MetaArgs) {
  return [...pageTitle('Second factor', args), { name: 'robots', content: 'noindex' }]
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { picture, demo, email, supportEmail, toast } = loaderData
  return (
    <Door picture={picture} demo={demo}>
      <h1 className="door-title">One more step</h1>
      <p className="pt-2 text-muted">
        Your password was right, <b className="font-[550] break-words">{email}</b>. Now enter the
        code that your authenticator app shows.
      </p>
      <ActionForm
        reply={actionData?.reply}
        replace
        className="grid gap-5 pt-7 *:data-form-alert:mb-0"
      >
        <TextField
          name="code"
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          hint="Six digits, or one of your recovery codes"
        />
        <CheckboxField name="rememberDevice" label="Remember this device for 30 days" />
        <SubmitButton pendingLabel="Signing in" className="w-full">
          Sign in
        </SubmitButton>
      </ActionForm>
      <p className="door-foot">
        Lost your phone and your recovery codes? <WhomToAsk supportEmail={supportEmail} />, or{' '}
        <Link to="/login" replace>
          sign in as somebody else
        </Link>
      </p>
      <Toaster toast={actionData?.toast ?? toast} phone="top" />
    </Door>
  )
}
