import type { ActionReply } from '../app/platform/http/form-action.server.ts'
import type { Route } from '../app/sign-in/recovery/+types/route.ts'
import { action, loader } from '../app/sign-in/recovery/route.tsx'
import { visitTo } from './visits.ts'

/** The cookie that a browser has once a link with this token was opened. */
export const keeping = (token: string, sentAs = 'token') =>
  `recovery-link=${encodeURIComponent(`${sentAs}:${token}`)}`

export async function open(token: string) {
  const { data, init } = await loader(
    visitTo<Route.LoaderArgs>('/reset-password', { cookie: keeping(token) }),
  )
  return { state: data.state, headers: Object.fromEntries(new Headers(init?.headers)) }
}

type Opened = Awaited<ReturnType<typeof open>>

export async function send(form: Record<string, string>, cookie = '') {
  const answer = await action(visitTo<Route.ActionArgs>('/reset-password', { form, cookie }))
  if (answer instanceof Response) throw new Error(`it leads to ${answer.headers.get('location')}`)
  const { data, init } = answer
  const { state, ...replied }: ActionReply<Pick<Opened, 'state'>> = data
  return { status: init?.status, ...replied, state, headers: new Headers(init?.headers) }
}

export const choose = (
  token: string,
  form: { password: string; confirmPassword?: string; email?: string },
  cookie = '',
) => send({ confirmPassword: form.password, ...form }, `${keeping(token)}; ${cookie}`)
