import { Link, redirect } from 'react-router'
import { z } from 'zod'
import { endOtherSessions, endOwnSession } from '../../domain/accounts/sign-in/sessions.server.ts'
import { formAction } from '../../platform/http/form-action.server.ts'
import { requireUser } from '../../platform/session/session.server.ts'
import type { RequestUser } from '../../platform/session/signed-in-user.ts'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { counted } from '../../values/counted.ts'
import type { Toast } from '../../values/toast.ts'
import { confirmOwn, findOwnProof } from '../parts/confirm-own.server.ts'
import { ConfirmOwnField } from '../parts/confirm-own-field.tsx'
import { footClass } from '../parts/foot-class.ts'
import { pageAfterAct, signInPageProps } from '../parts/own-account.server.ts'
import { SignInLayout } from '../parts/sign-in-layout.tsx'
import type { Route } from './+types/route.ts'

/** Asks for proof only after a button of the list was pressed. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const self = await requireUser(context)
  const next = pageAfterAct(self, url)
  if (request.method === 'GET' && url.searchParams.get('end') === null) throw redirect(next)
  const { demo, picture } = await signInPageProps(context)
  return { demo, picture, next, proof: await findOwnProof(self) }
}

export function action(args: Route.ActionArgs) {
  const { url, context } = args
  return formAction(args, {
    guard: requireUser,
    run: async ({ form, subject: self }) => {
      const to = pageAfterAct(self, url)
      const which = z.union([z.literal('others'), z.uuid()]).safeParse(url.searchParams.get('end'))
      if (!which.success) throw redirect(to, 303)
      return (await confirmOwn(context, self, form)) ?? { to, toast: await end(self, which.data) }
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

export function meta(args: Route.MetaArgs) {
  return [...pageTitle('Confirm your identity', args), { name: 'robots', content: 'noindex' }]
}

export default function EndSessions({ loaderData, actionData }: Route.ComponentProps) {
  const { demo, picture, next, proof } = loaderData
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
        <ConfirmOwnField {...proof} />
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
