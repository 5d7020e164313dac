import type { data } from 'react-router'
import { parseToast, type Toast } from '../app/values/toast.ts'
import { visitTo } from './visits.ts'

type Action = (visit: never) => Promise<unknown>
type Sent = { cookie: string; form: Record<string, string>; params?: Record<string, string> }

/** What an action answers: where it leads with which toast, or what it refuses, with the rest of what it gives. */
export type Answered = {
  status: number
  location: string | null
  toast: Toast | null
  /** By field; what concerns the whole form stands under `form`. */
  errors: Record<string, string>
  rest: Record<string, unknown>
}

/** Sends a form to an action and reads its answer, also where `ask` of product.tsx cannot: a redirect's toast. */
export async function answerTo(action: Action, path: string, sent: Sent): Promise<Answered> {
  const answer = await action(visitTo<never>(path, sent))
  if (answer instanceof Response) return redirected(answer)
  const refused = answer as ReturnType<typeof data<Refusal>>
  const { reply, toast, ...rest } = refused.data
  const errors = reply.message ? { ...reply.errors, form: reply.message } : reply.errors
  return { status: refused.init?.status ?? 200, location: null, toast, errors, rest }
}

type Refusal = { reply: { errors: Record<string, string>; message?: string }; toast: Toast | null }

function redirected({ status, headers }: Response): Answered {
  const cookie = headers.getSetCookie().find((set) => set.startsWith('toast='))
  const [, value = ''] = /^toast=([^;]*)/.exec(cookie ?? '') ?? []
  return {
    status,
    location: headers.get('location'),
    toast: parseToast(decodeURIComponent(value)),
    errors: {},
    rest: {},
  }
}
