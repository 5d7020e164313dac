import { data, Link } from 'react-router'
import { passwordMessages } from '../../domain/accounts/password.ts'
import { changeOwnPassword } from '../../domain/accounts/recovery/change-own-password.server.ts'
import { OwnPasswordSchema } from '../../domain/accounts/sign-in/sign-in-schema.ts'
import { formAction } from '../../platform/http/form-action.server.ts'
import { takeToast } from '../../platform/http/toast.server.ts'
import { requireUser } from '../../platform/session/session.server.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { OwnPasswordFields } from '../../ui/fields/own-password-form.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import type { Toast } from '../../values/toast.ts'
import { footClass } from '../parts/foot-class.ts'
import { pageAfterAct, signInPageProps, waitSentence } from '../parts/own-account.server.ts'
import { SignInLayout } from '../parts/sign-in-layout.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const self = await requireUser(context)
  const { demo, picture } = await signInPageProps(context)
  const { toast, headers } = takeToast(request)
  const { hold, email } = self
  return data(
    { demo, picture, toast, email, forced: hold === 'password', next: pageAfterAct(self, url) },
    { headers },
  )
}

export function action(args: Route.ActionArgs) {
  return formAction(args, {
    guard: requireUser,
    schema: OwnPasswordSchema,
    run: ({ value: { currentPassword: present, password }, subject: self }) =>
      changeOwnPassword(self, { present, password }),
    refusals: {
      wrong: { errors: { currentPassword: 'This is not your current password.' } },
      'too-many': ({ retryAt }) => ({ message: waitSentence(retryAt), status: 429 }),
      password: ({ fault }) => ({
        errors: { password: fault === 'same' ? same : passwordMessages[fault] },
      }),
    },
    done: (_, { subject: self }) => ({ to: pageAfterAct(self, args.url), toast: done }),
    failed: 'The password could not be changed',
  })
}

const done: Toast = {
  kind: 'success',
  title: 'Password changed',
  text: 'All other devices were signed out.',
}
const same = 'Choose a different password from the current one.'

export function meta(args: Route.MetaArgs) {
  return [...pageTitle('New password', args), { name: 'robots', content: 'noindex' }]
}

export default function NewPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { demo, picture, toast, email, forced, next } = loaderData
  return (
    <SignInLayout picture={picture} demo={demo}>
      <h1>{forced ? 'Choose your own password' : 'Change your password'}</h1>
      <p className="pt-2 text-muted">
        {forced
          ? 'Your password was set by someone else. Choose your own to continue.'
          : 'All other devices are signed out.'}
      </p>
      <ActionForm
        reply={actionData?.reply}
        replace
        className="grid gap-5 pt-7 *:data-form-alert:mb-0"
      >
        <OwnPasswordFields email={email} />
      </ActionForm>
      {forced ? (
        <form method="post" action="/logout" className={footClass}>
          <button type="submit" className="min-h-11 text-link underline underline-offset-[0.2em]">
            Sign out
          </button>
        </form>
      ) : (
        <p className={footClass}>
          <Link to={next}>Cancel</Link>
        </p>
      )}
      <Toaster toast={toast} phone="top" />
    </SignInLayout>
  )
}
