import { randomUUID } from 'node:crypto'
import { RouterContextProvider } from 'react-router'
import { expect } from 'vitest'
import { signIn } from '../app/domain/accounts/sign-in/sign-in.server.ts'
import { takeToast } from '../app/platform/http/toast.server.ts'
import { visitorContext } from '../app/platform/session/session.server.ts'
import { password } from './people.ts'

/** Who asks, with what in their form, and from where; a guest from their own address when nothing is said. */
type Sent = {
  cookie?: string
  form?: Record<string, string> | URLSearchParams
  clientAddress?: string
  params?: Record<string, string>
  headers?: Record<string, string>
}

const origin = 'http://127.0.0.1:3000'

/**
 * What the router gives a loader or action for this address, with real cookies: for what a session decides. Where it is
 * enough that someone is signed in, `requestBy` of requests.ts is shorter.
 */
export function visitTo<Args>(
  path: string,
  { cookie, form, clientAddress, params = {}, headers = {} }: Sent = {},
): Args {
  const url = new URL(path, origin)
  const request = new Request(url, {
    headers: { ...headers, ...(cookie ? { cookie } : {}) },
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  })
  const context = new RouterContextProvider()
  context.set(visitorContext, {
    request,
    clientAddress: clientAddress ?? anAddress(),
    requestId: randomUUID(),
    nonce: undefined,
  })
  return { request, url, params, pattern: path, context } as Args
}

let addresses = 0
/** A client address no one else has, so that one test's failures are no other's. */
export function anAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Signs a person of tests/people.ts in, and gives the cookies their browser would send from then on. */
export async function cookiesOf({ email }: { email: string }): Promise<string> {
  const result = await signIn({
    email,
    password,
    clientAddress: anAddress(),
    cookies: null,
    userAgent: null,
  })
  if ('refused' in result) throw new Error(`${email} could not sign in: ${result.refused}`)
  return cookiesIn(result.headers)
}

/** The cookies an answer sets, as the next request would send them. */
export function cookiesIn(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** The answer a loader or action throws: a redirect, or a refusal with a status. */
export async function thrownBy(
  work: Promise<unknown>,
): Promise<{ status: number; location: string | null }> {
  try {
    await work
  } catch (answer) {
    if (answer instanceof Response)
      return { status: answer.status, location: answer.headers.get('location') }
    const { init } = answer as { init?: { status?: number } | null }
    if (typeof init?.status === 'number') return { status: init.status, location: null }
    throw answer
  }
  return expect.unreachable('nothing was thrown')
}

/** The toast that a browser with these cookies is shown next. */
export const toastIn = (cookies = '') =>
  takeToast(new Request('http://127.0.0.1', { headers: { cookie: cookies } })).toast
