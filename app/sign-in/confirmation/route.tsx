import { data, redirect } from 'react-router'
import { confirmAddress, findConfirmation } from '../../domain/accounts/confirmation.server.ts'
import { companyFacts, findInstallation } from '../../domain/company/company.server.ts'
import { asGuest, logFault } from '../../platform/session.server.ts'
import { redirectWithToast } from '../../platform/toast.server.ts'
import { readForm } from '../../platform/upload.server.ts'
import { ActionForm } from '../../ui/form.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { suppliedPicture } from '../../ui/pictures.ts'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { refuseForm } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'
import { toClosedLink } from '../parts/closed-link.server.ts'
import { Door } from '../parts/door.tsx'
import { WriteToSupport } from '../parts/reset-link-form.tsx'
import { WhomToAsk } from '../parts/whom-to-ask.tsx'
import type { Route } from './+types/route.ts'
import { ClosedConfirmation } from './closed-confirmation.tsx'

/** The address is a secret: no other site may learn it, no search engine and no cache keep it. */
const hidden = { 'Referrer-Policy': 'same-origin', 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' }

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await asGuest(context, async (guest) => ({
    confirmation: await findConfirmation(guest, params.token),
    supportEmail: (await companyFacts(guest)).supportEmail,
    demo: (await findInstallation(guest)).demo,
  }))
  const { state } = found.confirmation
  if (state !== 'open' && state !== 'unknown') throw toClosedLink('/confirm', state)
  const status = state === 'unknown' ? 404 : 200
  return data({ ...found, picture: suppliedPicture('corner-plaza-3') }, { status, headers: hidden })
}

/** Only this confirms: a mail scanner opens links, and sends no forms. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  try {
    const confirmed = await asGuest(context, (guest) => confirmAddress(guest, params.token))
    // What became of the link meanwhile is told by this very page.
    return confirmed ? redirectWithToast('/login', done) : redirect(url.pathname, 303)
  } catch (fault) {
    const message = `The address could not be confirmed. Please try again later. Reference ${logFault(context, 'an address was not confirmed', fault)}`
    return data(refuseForm(form, { message }), { status: 500, headers: hidden })
  }
}

const noPassword = 'No password yet? You choose one by the invitation that is mailed to you separately.'
const done: Toast = { kind: 'success', title: 'Email confirmed', text: `Sign in with your password. ${noPassword}` }

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
    <Door picture={picture} demo={demo}>
      {confirmation.state === 'open' ? (
        <>
          <h1 className="door-title">Confirm your email</h1>
          <p className="pt-2 text-muted">
            One press confirms this address, which you use with your password. {noPassword}
          </p>
          <p className="mt-5 flex flex-wrap gap-x-3 border-y border-line py-3 text-md">
            <b className="font-[550]">Your sign-in email</b>
            <span className="min-w-0 break-words text-muted">{confirmation.email}</span>
          </p>
          <ActionForm reply={actionData} className="pt-7">
            <SubmitButton pendingLabel="Confirming" className="w-full">
              Confirm this address
            </SubmitButton>
          </ActionForm>
          <p className="door-foot">
            Not your address? Confirm nothing, and <WhomToAsk supportEmail={supportEmail} isStart={false} />
          </p>
        </>
      ) : (
        <>
          <ClosedConfirmation state={confirmation.state} />
          <WriteToSupport supportEmail={supportEmail} />
        </>
      )}
    </Door>
  )
}
