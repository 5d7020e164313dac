import { data } from 'react-router'
import {
  type LinkMailFacts,
  recoveryMailFacts,
} from '../../../domain/accounts/administration/mail-availability.server.ts'
import { requestLink } from '../../../domain/accounts/recovery/mail-requests.server.ts'
import { RecoveryRequestSchema } from '../../../domain/accounts/recovery/recovery-schema.ts'
import { findInstallation } from '../../../domain/company/company.server.ts'
import { anyone, formAction } from '../../../platform/http/form-action.server.ts'
import { takeToast } from '../../../platform/http/toast.server.ts'
import { guestCommand, guestQuery } from '../../../platform/session/session.server.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { suppliedPicture } from '../../../ui/pictures.ts'
import type { Toast } from '../../../values/toast.ts'
import { mailTroubleMessage, resetFailed } from '../../parts/mail-trouble.ts'
import { OtherOptions, ResetLinkForm, WriteToSupport } from '../../parts/reset-link-form.tsx'
import { SignInLayout } from '../../parts/sign-in-layout.tsx'
import type { Route } from './+types/route.ts'

/** Also open to signed-in people: it shows no personal data. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const facts = await guestQuery(context, async (guest) => ({
    ...(await recoveryMailFacts(guest)),
    demo: (await findInstallation(guest)).demo,
  }))
  const { toast, headers } = takeToast(request)
  const sent = url.searchParams.has('sent')
  return data({ ...facts, sent, toast, picture: suppliedPicture('twin-towers-4') }, { headers })
}

/** Known and unknown addresses get the same response after the same work. */
export function action(args: Route.ActionArgs) {
  return formAction(args, {
    guard: anyone,
    schema: RecoveryRequestSchema,
    run: ({ value: { email } }) =>
      guestCommand(args.context, async (guest) => {
        await requestLink(guest, email, 'recovery')
        return recoveryMailFacts(guest)
      }),
    refusals: {},
    done: (facts) => ({ to: '/login/forgot?sent', toast: announced(facts) }),
    failed: { ...resetFailed, message: resetFailed.title },
  })
}

function announced({ trouble, supportEmail, lifetime }: LinkMailFacts): Toast {
  if (trouble) {
    return {
      kind: 'warning',
      title: 'Password reset initiated',
      text: mailTroubleMessage(supportEmail),
      seconds: 8,
    }
  }
  const text = `If there is an account with this address, the link is on its way. It is valid for ${lifetime}.`
  return { kind: 'success', title: 'Password reset email sent', text }
}

export function meta(args: Route.MetaArgs) {
  return [...pageTitle('Forgot password', args), { name: 'robots', content: 'noindex' }]
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { demo, picture, sent, lifetime, supportEmail, trouble, toast } = loaderData
  return (
    <SignInLayout picture={picture} demo={demo}>
      {sent ? (
        <LinkSent lifetime={lifetime} supportEmail={supportEmail} trouble={trouble} />
      ) : (
        <>
          <h1>Forgot password</h1>
          <p className="pt-2 text-muted">
            We send a link to your address. It works once and is valid for {lifetime}.
          </p>
          <ResetLinkForm reply={actionData?.reply} />
          <OtherOptions supportEmail={supportEmail} />
        </>
      )}
      {sent && <WriteToSupport supportEmail={supportEmail} />}
      <Toaster toast={actionData?.toast ?? toast} phone="top" />
    </SignInLayout>
  )
}

type Props = { lifetime: string; supportEmail: string | null; trouble: boolean }

/** The same for every address; it varies only with the state of the email system. */
function LinkSent({ lifetime, supportEmail, trouble }: Props) {
  return (
    <>
      <h1>{trouble ? 'Your request was received' : 'Check your email'}</h1>
      <div className="pt-6">
        {trouble ? (
          <Alert tone="warning">{mailTroubleMessage(supportEmail)}</Alert>
        ) : (
          <Alert>If there is an account with this address, the link is on its way.</Alert>
        )}
      </div>
      <p className="pt-5 text-muted">
        {trouble
          ? 'The email will be sent as soon as possible. Your password is unchanged until you use its link.'
          : `The link works once and is valid for ${lifetime}. No email after a few minutes? Check the spam folder, then try again.`}
      </p>
      <ButtonLink to="/login" look="outline" className="mt-7 w-full">
        Back to sign-in
      </ButtonLink>
    </>
  )
}
