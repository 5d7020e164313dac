import { redirect } from 'react-router'
import { resendConfirmation } from '../../domain/accounts/recovery/confirmation.server.ts'
import { anyone, formAction } from '../../platform/http/form-action.server.ts'
import { guestCommand } from '../../platform/session/session.server.ts'
import type { Toast } from '../../values/toast.ts'
import type { Route } from './+types/resend.ts'

export function loader() {
  return redirect('/login')
}

/** Requires the proof of a correct password. */
export function action(args: Route.ActionArgs) {
  const to = `/login${args.url.search}`
  return formAction(args, {
    guard: anyone,
    run: ({ form }) =>
      guestCommand(args.context, (guest) =>
        resendConfirmation(guest, String(form.get('proof') ?? '')),
      ),
    refusals: {},
    done: (isResent) => ({ to, toast: isResent ? resent : proofIsOver }),
    failed: { title, to },
  })
}

const title = 'Failed to resend confirmation email'
const resent: Toast = {
  kind: 'success',
  title: 'Confirmation email resent',
  text: 'Please check your inbox.',
}
const proofIsOver: Toast = {
  kind: 'error',
  title,
  text: 'Please sign in again, and ask for it then.',
}
