import { redirect } from 'react-router'
import { resendConfirmation } from '../../domain/accounts/confirmation.server.ts'
import { asGuest, logFault } from '../../platform/session.server.ts'
import { redirectWithToast } from '../../platform/toast.server.ts'
import { readForm } from '../../platform/upload.server.ts'
import type { Toast } from '../../values/toast.ts'
import type { Route } from './+types/resend.ts'

/** A form is sent here, and nothing is to be seen. */
export function loader() {
  return redirect('/login')
}

/** Sends the confirmation again to whoever brings the proof of a correct password (AUTH-014, MAIL-004). */
export async function action({ request, url, context }: Route.ActionArgs) {
  const proof = (await readForm(request)).get('proof')
  const back = `/login${url.search}`
  try {
    const resent = await asGuest(context, (guest) =>
      resendConfirmation(guest, typeof proof === 'string' ? proof : ''),
    )
    return redirectWithToast(
      back,
      resent ? done : notDone('Please sign in again, and ask for it then.'),
    )
  } catch (fault) {
    const reference = logFault(context, 'a confirmation was not requested', fault)
    return redirectWithToast(back, notDone(`Please try again later. Reference ${reference}`))
  }
}

const done: Toast = {
  kind: 'success',
  title: 'Confirmation email resent',
  text: 'Please check your inbox.',
}
const notDone = (text: string): Toast => ({
  kind: 'error',
  title: 'Failed to resend confirmation email',
  text,
})
