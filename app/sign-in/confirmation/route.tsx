import { data, redirect } from 'react-router'
import {
  confirmAddress,
  findConfirmation,
} from '../../domain/accounts/recovery/confirmation.server.ts'
import { companyFacts, findInstallation } from '../../domain/company/company.server.ts'
import { anyone, formAction } from '../../platform/http/form-action.server.ts'
import { guestCommand, guestQuery } from '../../platform/session/session.server.ts'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { suppliedPicture } from '../../ui/pictures.ts'
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
import { WriteToSupport } from '../parts/reset-link-form.tsx'
import { SignInLayout } from '../parts/sign-in-layout.tsx'
import type { Route } from './+types/route.ts'
import { ClosedConfirmation } from './closed-confirmation.tsx'

const link = { page: '/confirm', cookie: 'confirmation-link' } as const

/** Moves the token to a cookie for an hour and redirects. Opening the link confirms nothing. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const found = await guestQuery(context, async (guest) => ({
    confirmation: await openLink(context, { url, token: params.token }, link, (token) =>
      findConfirmation(guest, token),
    ),
    supportEmail: (await companyFacts(guest)).supportEmail,
    demo: (await findInstallation(guest)).demo,
  }))
  const { state } = found.confirmation
  const status = state === 'unknown' ? 404 : 200
  return data({ ...found, picture: suppliedPicture('corner-plaza-3') }, { status, headers: hidden })
}

/** Only a POST confirms, because email scanners open links. */
export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: anyone,
    run: async ({ form }) => {
      const token = keptToken(context, 'confirmation-link')
      const found = await guestQuery(context, (guest) => findConfirmation(guest, token))
      if (found.state !== 'open') throw redirect('/confirm', 303)
      if (isForAnotherLink(form, found.email)) return { refused: 'another-link' }
      const isConfirmed = await guestCommand(context, (guest) => confirmAddress(guest, token))
      if (!isConfirmed) throw redirect('/confirm', 303)
      return { headers: withSignInEmail(new Headers(), found.email) }
    },
    refusals: { 'another-link': anotherLinkSentence },
    done: ({ headers }) => ({ to: '/login', toast: done, headers }),
    failed: 'The address could not be confirmed',
    headers: hidden,
  })
}

const noPassword =
  'No password yet? Choose one with the invitation that is emailed to you separately.'
const done: Toast = {
  kind: 'success',
  title: 'Email confirmed',
  text: `Sign in with your password. ${noPassword}`,
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('X-Robots-Tag') ? actionHeaders : loaderHeaders
}

export function meta(args: Route.MetaArgs) {
  return [
    ...pageTitle('Confirm your email', args),
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'same-origin' },
  ]
}

export default function Confirmation({ loaderData, actionData }: Route.ComponentProps) {
  const { confirmation, supportEmail, demo, picture } = loaderData
  return (
    <SignInLayout picture={picture} demo={demo}>
      {confirmation.state === 'open' ? (
        <>
          <h1>Confirm your email</h1>
          <p className="pt-2 text-muted">
            Confirm this address. You sign in with it and your password. {noPassword}
          </p>
          <p className="mt-5 flex flex-wrap gap-x-3 border-y border-line py-3 text-md">
            <b className="font-[550]">Your sign-in email</b>
            <span className="min-w-0 break-words text-muted">{confirmation.email}</span>
          </p>
          <ActionForm reply={actionData?.reply} className="pt-7">
            <input type="hidden" name="email" value={confirmation.email} />
            <SubmitButton pendingLabel="Confirming" className="w-full">
              Confirm this address
            </SubmitButton>
          </ActionForm>
          <p className={footClass}>
            Not your address? Do not confirm it, and{' '}
            <ContactHint supportEmail={supportEmail} isStart={false} />
          </p>
        </>
      ) : (
        <>
          <ClosedConfirmation state={confirmation.state} />
          <WriteToSupport supportEmail={supportEmail} />
        </>
      )}
    </SignInLayout>
  )
}
