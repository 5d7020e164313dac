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

export async function send(form: Record<string, string>, cookie = '') {
  const { data, init } = await action(
    visitTo<Route.ActionArgs>('/reset-password', { form, cookie }),
  )
  return { status: init?.status, ...data, headers: new Headers(init?.headers) }
}

export const choose = (
  token: string,
  form: { password: string; confirmPassword?: string; email?: string },
  cookie = '',
) => send({ confirmPassword: form.password, ...form }, `${keeping(token)}; ${cookie}`)
