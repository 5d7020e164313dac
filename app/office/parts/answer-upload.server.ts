import { data } from 'react-router'
import { redirectWithToast } from '../../platform/toast.server.ts'
import type { FormReply } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'

/** What became of a form with a file: `stored`, or what is wrong with it, and the status that says whose fault it is. */
export type FormTaken = { stored: true } | { stored: false; reply: FormReply; status: 422 | 500 }

/** Where a stored form leads, and the toast that says so there. */
type Onward = { to: string; toast: Toast }

/** The answer of the form's own page. */
export function answerPage(taken: FormTaken, { to, toast }: Onward) {
  return taken.stored ? redirectWithToast(to, toast) : data(taken.reply, { status: taken.status })
}

/**
 * The answer to script that counts the bytes on their way: the reply as JSON, or the way to go on in `Location`, with the
 * toast, under a status that no browser follows by itself.
 */
export function answerScript(taken: FormTaken, { to, toast }: Onward): Response {
  if (!taken.stored) return Response.json(taken.reply, { status: taken.status })
  return new Response(null, { status: 204, headers: redirectWithToast(to, toast).headers })
}
