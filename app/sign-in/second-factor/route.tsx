import { data, Link, redirect } from 'react-router'
import {
  findPendingSignIn,
  hasPendingCookie,
} from '../../domain/accounts/second-factor/pending-sign-in.server.ts'
import { signInWithCode } from '../../domain/accounts/second-factor/second-factor-sign-in.server.ts'
import { CodeSchema } from '../../domain/accounts/sign-in/sign-in-schema.ts'
import { anyone, formAction } from '../../platform/http/form-action.server.ts'
import { redirectWithToast, takeToast } from '../../platform/http/toast.server.ts'
import { clientInfo, currentUser, dashboardOf } from '../../platform/session/session.server.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import type { FormReply } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'
import { pageAfterSignIn } from '../login/next-page.ts'
import { ContactHint } from '../parts/contact-hint.tsx'
import { footClass } from '../parts/foot-class.ts'
import { signInPageProps, waitSentence } from '../parts/own-account.server.ts'
import { PasskeyButton } from '../parts/passkey-button.tsx'
import { redirectAfterSignIn } from '../parts/redirect-after-sign-in.server.ts'
import { SignInLayout } from '../parts/sign-in-layout.tsx'
import { usePasskeySignIn } from '../parts/use-passkeys.ts'
import type { Route } from './+types/route.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const person = await currentUser(context)
  if (person)
    throw redirect(pageAfterSignIn(dashboardOf(person.role), url.searchParams.get('next'), url))
  const cookies = request.headers.get('cookie')
  const pending = await findPendingSignIn(cookies)
  if (!pending)
    throw hasPendingCookie(cookies)
      ? redirectWithToast(toLogin(url), failed(isOver))
      : redirect(toLogin(url))
  const { toast, headers } = takeToast(request)
  const { email, firstFactor, hasCode, hasPasskey } = pending
  const ways = { email, firstFactor, hasCode, hasPasskey }
  return data({ ...(await signInPageProps(context)), ...ways, toast }, { headers })
}

export function action(args: Route.ActionArgs) {
  const { request, url, context } = args
  const userAgent = request.headers.get('user-agent')
  return formAction(args, {
    guard: anyone,
    schema: CodeSchema,
    run: ({ value }) => signInWithCode(clientInfo(context), { ...value, userAgent }),
    refusals: {
      over: () => ({ to: toLogin(url), toast: failed(isOver) }),
      wrong: { errors: { code: wrong }, toast: failed(wrong) },
      'too-many': ({ retryAt }) => {
        const message = waitSentence(retryAt)
        return { message, toast: failed(message), status: 429 }
      },
    },
    done: ({ role, name, headers }) => redirectAfterSignIn(role, url, welcome(name), headers),
    failed: failed('An unexpected error occurred during login'),
  })
}

const wrong = 'This code is wrong or was already used.'
const isOver = 'The second factor timed out. Please sign in again.'
const failed = (text: string): Toast => ({ kind: 'error', title: 'Login failed', text })
const welcome = (name: string): Toast => ({
  kind: 'success',
  title: 'Login successful',
  text: `Welcome back, ${name}!`,
})
const toLogin = (url: URL) => `/login${nextOf(url)}`

/** Only `next` is kept in the address between the two steps. */
function nextOf({ searchParams }: URL): string {
  const next = searchParams.get('next')
  return next === null ? '' : `?next=${encodeURIComponent(next)}`
}

export function meta(args: Route.MetaArgs) {
  return [...pageTitle('Second factor', args), { name: 'robots', content: 'noindex' }]
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { picture, demo, email, supportEmail, firstFactor, hasCode, hasPasskey, toast } = loaderData
  const { offer: _, ...passkeys } = usePasskeySignIn('second')
  return (
    <SignInLayout picture={picture} demo={demo}>
      <h1>One more step</h1>
      <p className="pt-2 text-muted">
        {firstFactor === 'password' ? 'Your password was right' : 'The first step is done'},{' '}
        <b className="font-[550] break-words">{email}</b>.{' '}
        {hasCode
          ? 'Now enter the code that your authenticator app shows.'
          : 'Now use your passkey.'}
      </p>
      {hasCode && <CodeForm reply={actionData?.reply} />}
      {hasPasskey && (
        <div className={hasCode ? 'pt-3' : 'pt-7'}>
          <PasskeyButton {...passkeys} label="Use your passkey" />
          {!(passkeys.supported || hasCode) && (
            <Alert>This browser has no passkeys. Use the device that holds yours.</Alert>
          )}
        </div>
      )}
      <p className={footClass}>
        {hasCode ? 'Lost your phone and your recovery codes?' : 'Lost your passkey?'}{' '}
        <ContactHint supportEmail={supportEmail} />, or{' '}
        <Link to="/login" replace>
          sign in with another account
        </Link>
      </p>
      <Toaster toast={actionData?.toast ?? toast} phone="top" />
    </SignInLayout>
  )
}

function CodeForm({ reply }: { reply: FormReply | undefined }) {
  return (
    <ActionForm reply={reply} replace className="grid gap-5 pt-7 *:data-form-alert:mb-0">
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
  )
}
