import { Link, redirect } from 'react-router'
import { z } from 'zod'
import { findSecondFactor } from '../../domain/accounts/second-factor/second-factor.server.ts'
import {
  confirmIdentity,
  isConfirmed,
  renewSession,
} from '../../domain/accounts/sign-in/confirm-identity.server.ts'
import { endOtherSessions, endOwnSession } from '../../domain/accounts/sign-in/sessions.server.ts'
import { formAction } from '../../platform/http/form-action.server.ts'
import {
  type Context,
  replaceSessionToken,
  requireUser,
} from '../../platform/session/session.server.ts'
import type { RequestUser } from '../../platform/session/signed-in-user.ts'
import { ActionForm } from '../../ui/fields/form.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { counted } from '../../values/counted.ts'
import { refuseForm } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'
import { footClass } from '../parts/foot-class.ts'
import { pageAfterAct, signInPageProps, waitSentence } from '../parts/own-account.server.ts'
import { SignInLayout } from '../parts/sign-in-layout.tsx'
import type { Route } from './+types/route.ts'

/** Asks for proof only after a button of the list was pressed. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const self = await requireUser(context)
  const next = pageAfterAct(self, url)
  if (request.method === 'GET' && url.searchParams.get('end') === null) throw redirect(next)
  const { demo, picture } = await signInPageProps(context)
  return { demo, picture, next, factor: (await findSecondFactor(self.userId)).on }
}

export function action(args: Route.ActionArgs) {
  const { url, context } = args
  return formAction(args, {
    guard: requireUser,
    run: async ({ form, subject: self }) => {
      const to = pageAfterAct(self, url)
      const which = z.union([z.literal('others'), z.uuid()]).safeParse(url.searchParams.get('end'))
      if (!which.success) throw redirect(to, 303)
      const refusal = (await isConfirmed(self.sessionId))
        ? null
        : await confirm(context, self, form)
      return refusal ?? { to, toast: await end(self, which.data) }
    },
    refusals: {},
    done: (onward) => onward,
    failed: 'The session could not be ended',
  })
}

async function end(self: RequestUser, which: string): Promise<Toast> {
  if (which === 'others') {
    const many = await endOtherSessions(self)
    return {
      kind: 'success',
      title: 'Signed out elsewhere',
      text: `${counted(many, 'other session')} ended.`,
    }
  }
  return (await endOwnSession(self, which))
    ? { kind: 'success', title: 'Session ended', text: 'That device must sign in again.' }
    : { kind: 'warning', title: 'Session already ended', text: 'It had already ended.' }
}

/** Requires confirmation within the last 15 minutes, so that an unattended page cannot lock its owner out. */
async function confirm(context: Context, self: RequestUser, form: FormData) {
  const field = (await findSecondFactor(self.userId)).on ? 'code' : 'currentPassword'
  const refuse = (sentence?: string) => ({
    refused: 'unconfirmed' as const,
    reply: refuseForm(form, sentence === undefined ? {} : { errors: { [field]: sentence } }),
  })
  const typed = form.get(field)
  // The first request had no field to fill in.
  if (typed === null) return refuse()
  if (String(typed) === '') return refuse(missing[field])
  const proof = field === 'code' ? { code: String(typed) } : { password: String(typed) }
  const proven = await confirmIdentity(self, proof)
  if ('refused' in proven)
    return refuse(proven.refused === 'wrong' ? wrong[field] : waitSentence(proven.retryAt))
  await replaceSessionToken(context, await renewSession(self.sessionId))
  return null
}

const missing = { code: 'Enter the code', currentPassword: 'Enter your password' }
const wrong = {
  code: 'This code is wrong or was already used.',
  currentPassword: 'This is not your password.',
}

export function meta(args: Route.MetaArgs) {
  return [...pageTitle('Confirm your identity', args), { name: 'robots', content: 'noindex' }]
}

export default function EndSessions({ loaderData, actionData }: Route.ComponentProps) {
  const { demo, picture, next, factor } = loaderData
  return (
    <SignInLayout picture={picture} demo={demo}>
      <h1>Confirm your identity</h1>
      <p className="pt-2 text-muted">
        Needed before a device is signed out. You will not be asked again for 15 minutes.
      </p>
      <ActionForm
        reply={actionData?.reply}
        replace
        className="grid gap-5 pt-7 *:data-form-alert:mb-0"
      >
        {factor ? (
          <TextField
            name="code"
            label="Code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            hint="Six digits from your app, or one of your recovery codes"
          />
        ) : (
          <PasswordField
            name="currentPassword"
            label="Your password"
            autoComplete="current-password"
          />
        )}
        <SubmitButton pendingLabel="Signing out" className="w-full">
          Confirm and sign out
        </SubmitButton>
      </ActionForm>
      <p className={footClass}>
        <Link to={next}>Cancel</Link>
      </p>
    </SignInLayout>
  )
}
