import { data, Link, redirect } from 'react-router'
import { z } from 'zod'
import {
  confirmSelf,
  isConfirmed,
  renewSession,
} from '../../domain/accounts/confirm-self.server.ts'
import { findSecondFactor } from '../../domain/accounts/second-factor.server.ts'
import { endOtherSessions, endOwnSession } from '../../domain/accounts/sessions.server.ts'
import { type Context, demandSelf, keepSession } from '../../platform/session.server.ts'
import type { Self } from '../../platform/signed-in.ts'
import { redirectWithToast } from '../../platform/toast.server.ts'
import { readForm } from '../../platform/upload.server.ts'
import { ActionForm } from '../../ui/form.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { counted } from '../../values/counted.ts'
import { type FormReply, refuseForm } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'
import { Door } from '../parts/door.tsx'
import { doorFacts, pageAfterAct, waitSentence, withoutCode } from '../parts/own-account.server.ts'
import type { Route } from './+types/route.ts'

/** Nothing is asked here until one of the buttons of the list was pressed. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const self = await demandSelf(context)
  const next = pageAfterAct(self, url)
  if (request.method === 'GET' && url.searchParams.get('end') === null) throw redirect(next)
  const { demo, picture } = await doorFacts(context)
  return { demo, picture, next, factor: (await findSecondFactor(self.userId)).on }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const self = await demandSelf(context)
  const form = await readForm(request)
  const which = z.union([z.literal('others'), z.uuid()]).safeParse(url.searchParams.get('end'))
  if (!which.success) return redirect(pageAfterAct(self, url), 303)
  const refusal = (await isConfirmed(self.sessionId)) ? null : await confirm(context, self, form)
  if (refusal) return data(refusal, { status: 422 })
  return redirectWithToast(pageAfterAct(self, url), await end(self, which.data))
}

async function end(self: Self, which: string): Promise<Toast> {
  if (which === 'others') {
    const many = await endOtherSessions(self)
    return {
      kind: 'success',
      title: 'Signed out elsewhere',
      text: `${counted(many, 'other session')} ended.`,
    }
  }
  return (await endOwnSession(self, which))
    ? { kind: 'success', title: 'Session ended', text: 'That device has to sign in again.' }
    : { kind: 'warning', title: 'Session was over', text: 'It had ended already.' }
}

/** Ending sessions asks once in a quarter of an hour who does it: whoever finds a page open must not lock its owner out. */
async function confirm(context: Context, self: Self, form: FormData): Promise<FormReply | null> {
  const field = (await findSecondFactor(self.userId)).on ? 'code' : 'currentPassword'
  const typed = form.get(field)
  // The first time there was no field to fill in.
  if (typed === null) return refuseForm(form, {})
  if (String(typed) === '')
    return refuse(form, field, field === 'code' ? 'Enter the code' : 'Enter your password')
  const proven = await confirmSelf(
    self,
    field === 'code' ? { code: String(typed) } : { password: String(typed) },
  )
  if ('confirmed' in proven) {
    await keepSession(context, await renewSession(self.sessionId))
    return null
  }
  if (proven.refused === 'too-many') return refuse(form, field, waitSentence(proven.retryAt))
  return refuse(
    form,
    field,
    field === 'code'
      ? 'This code is not right, or it was used already.'
      : 'This is not your password.',
  )
}

const refuse = (form: FormData, field: string, sentence: string) =>
  withoutCode(refuseForm(form, { errors: { [field]: sentence } }))

export function meta(args: Route.MetaArgs) {
  return [...pageTitle('Confirm that it is you', args), { name: 'robots', content: 'noindex' }]
}

export default function EndSessions({ loaderData, actionData }: Route.ComponentProps) {
  const { demo, picture, next, factor } = loaderData
  return (
    <Door picture={picture} demo={demo}>
      <h1 className="door-title">Confirm that it is you</h1>
      <p className="pt-2 text-muted">
        Before a device is signed out. You are not asked again for 15 minutes.
      </p>
      <ActionForm reply={actionData} replace className="grid gap-5 pt-7 *:data-form-alert:mb-0">
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
      <p className="door-foot">
        <Link to={next}>Back, and change nothing</Link>
      </p>
    </Door>
  )
}
