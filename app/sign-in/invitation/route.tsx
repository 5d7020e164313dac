import { data, redirect } from 'react-router'
import {
  acceptInvitation,
  findInvitation,
} from '../../domain/accounts/invitations/invitations.server.ts'
import { passwordMessages } from '../../domain/accounts/password.ts'
import { FirstPasswordSchema } from '../../domain/accounts/sign-in/sign-in-schema.ts'
import { signOut } from '../../domain/accounts/sign-in/sign-out.server.ts'
import { companyFacts, findInstallation } from '../../domain/company/company.server.ts'
import { latestInquiryProject } from '../../domain/inquiries/latest-inquiry-project.server.ts'
import { anyone, formAction } from '../../platform/http/form-action.server.ts'
import {
  clientInfo,
  currentUser,
  guestCommand,
  guestQuery,
  logFault,
} from '../../platform/session/session.server.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { suppliedPicture } from '../../ui/pictures.ts'
import type { FormReply } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'
import { ContactHint } from '../parts/contact-hint.tsx'
import { footClass } from '../parts/foot-class.ts'
import {
  anotherLinkSentence,
  hidden,
  isForAnotherLink,
  keptToken,
  openLink,
  withSignInEmail,
} from '../parts/link-cookie.server.ts'
import { NewPasswordFields } from '../parts/new-password-fields.tsx'
import { SignInLayout } from '../parts/sign-in-layout.tsx'
import type { Route } from './+types/route.ts'
import { ClosedInvitation } from './closed-invitation.tsx'

const link = { page: '/invitation', cookie: 'invitation-link' } as const

/** Moves the token to a cookie for an hour and redirects. Opening the link does not use it up. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const found = await guestQuery(context, async (guest) => ({
    invitation: await openLink(context, { url, token: params.token }, link, (token) =>
      findInvitation(guest, token),
    ),
    company: await companyFacts(guest),
    demo: (await findInstallation(guest)).demo,
  }))
  const { invitation, company, demo } = found
  const { name, supportEmail } = company
  const other = (await currentUser(context))?.name ?? null
  return data(
    {
      invitation,
      company: { name, supportEmail },
      demo,
      other,
      picture: suppliedPicture('twin-towers-5'),
    },
    { status: invitation.state === 'unknown' ? 404 : 200, headers: hidden },
  )
}

export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: anyone,
    schema: FirstPasswordSchema,
    run: async ({ form, value: { password } }) => {
      const token = keptToken(context, 'invitation-link')
      const found = await guestCommand(context, (guest) => findInvitation(guest, token))
      if (found.state !== 'open') throw redirect('/invitation', 303)
      if (isForAnotherLink(form, found.email)) return { refused: 'another-link' }
      const accepted = await acceptInvitation(
        (work) => guestCommand(context, work),
        token,
        password,
      )
      // The page itself shows what happened to the link since.
      if ('refused' in accepted && accepted.refused === 'link') throw redirect('/invitation', 303)
      if ('refused' in accepted) return accepted
      const to = await wayOn(context, accepted.userId)
      // Signs out another account, to whose dashboard the sign-in page would redirect.
      return { to, headers: withSignInEmail(await signOut(clientInfo(context)), found.email) }
    },
    refusals: {
      'another-link': anotherLinkSentence,
      password: ({ fault }) => ({ errors: { password: passwordMessages[fault] } }),
    },
    done: ({ to, headers }) => ({ to, toast: passwordSet, headers }),
    failed: 'The password could not be set',
    headers: hidden,
  })
}

/** Redirects to sign-in, then to the project of the person's inquiry. Never fails: the password is set. */
async function wayOn(context: Route.ActionArgs['context'], userId: string): Promise<string> {
  try {
    const slug = await guestCommand(context, (guest) => latestInquiryProject(guest, userId))
    return slug === null
      ? '/login'
      : `/login?next=${encodeURIComponent(`/investment/${slug}/invest`)}`
  } catch (fault) {
    logFault(context, 'could not find the project of the request', fault)
    return '/login'
  }
}

const passwordSet: Toast = {
  kind: 'success',
  title: 'Password set',
  text: 'Sign in with your email and new password.',
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('X-Robots-Tag') ? actionHeaders : loaderHeaders
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return [
    ...pageTitle(loaderData?.invitation.state === 'open' ? 'Welcome' : 'Invitation', args),
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'same-origin' },
  ]
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { invitation, company, demo, other, picture } = loaderData
  return (
    <SignInLayout picture={picture} demo={demo}>
      {invitation.state === 'open' ? (
        <>
          <h1>Welcome, {invitation.name}</h1>
          <p className="pt-2 text-muted">
            {company.name} opened an account for you. Choose a password to activate it.
          </p>
          <p className="mt-5 flex flex-wrap gap-x-3 border-y border-line py-3 text-md">
            <b className="font-[550]">Your sign-in email</b>
            <span className="min-w-0 break-words text-muted">{invitation.email}</span>
          </p>
          {other !== null && (
            <div className="mt-5">
              <Alert>
                You are signed in here as <bdi>{other}</bdi>. Setting this password signs{' '}
                <bdi>{other}</bdi> out of this browser.
              </Alert>
            </div>
          )}
          <PasswordForm email={invitation.email} reply={actionData?.reply} />
          <p className={footClass}>
            Not you, or a wrong address? <ContactHint supportEmail={company.supportEmail} />
          </p>
        </>
      ) : (
        <ClosedInvitation state={invitation.state} supportEmail={company.supportEmail} />
      )}
    </SignInLayout>
  )
}

function PasswordForm({ email, reply }: { email: string; reply: FormReply | undefined }) {
  return (
    <ActionForm
      reply={reply}
      action="/invitation"
      replace
      className="grid gap-5 pt-7 *:data-form-alert:mb-0"
    >
      <NewPasswordFields email={email} reply={reply} />
      <SubmitButton pendingLabel="Setting password" className="w-full">
        Set password
      </SubmitButton>
    </ActionForm>
  )
}
