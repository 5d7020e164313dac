import type { Answer, Who } from './access-matrix.ts'

/** Asked for by the browser, as a page, file or form; or by script, for the data of a page alone. */
export type Way = 'browser' | 'script'
export type Visit = { who: Who; cookie: string | null; pattern: string; act?: string; way: Way }
/** What stands in an address, or is sent, for each of its parts; `investorId` is whom an administrator views. */
export type Parts = Record<string, string>
export type Met = { answer: Answer | number; body: string }

const filledIn = (text: string, parts: Parts) =>
  text.replace(/:(\w+)/g, (_, part: string) => parts[part] ?? '')

/** A pattern of the matrix as an address that is asked for. */
export const addressOf = (pattern: string, parts: Parts) =>
  pattern === '/share/:file'
    ? '/share/site.jpg'
    : filledIn(pattern, parts).replace('*', 'nowhere/at-all')

/** The request of one cell of the matrix. */
export function requestOf({ who, cookie, pattern, act, way }: Visit, parts: Parts, origin: string) {
  const path = addressOf(pattern, parts)
  const url = new URL(way === 'browser' ? path : path === '/' ? '/_.data' : `${path}.data`, origin)
  if (who === 'viewing') url.searchParams.set('investorId', parts.investorId ?? '')
  const headers = { ...(cookie && { cookie }), ...(act !== undefined && { origin }) }
  const [field = '', value = ''] = (act ?? '').split('=')
  const form = new URLSearchParams(act === 'form' ? {} : { [field]: filledIn(value, parts) })
  return { url, init: { headers, ...(act === undefined ? {} : { method: 'POST', body: form }) } }
}

/** An answer in the words of the matrix, or its status where it has none. */
export async function readAnswer(answered: Response, isForm: boolean): Promise<Met> {
  const isStream = answered.headers.get('Content-Type') === 'text/event-stream'
  if (isStream) await answered.body?.cancel()
  const body = isStream ? '' : await answered.text()
  const to = answered.headers.get('Location') ?? (answered.status === 202 ? leadIn(body) : null)
  return { answer: to === null ? meaningOf(answered.status, isForm) : wayTo(to, isForm), body }
}

const leadIn = (body: string) => /"redirect","([^"]+)"/.exec(body)?.[1] ?? null

function wayTo(address: string, isForm: boolean): Answer {
  if (/^\/login(\?|$)/.test(address)) return 'sign-in'
  if (address.startsWith('/login/new-password')) return 'hold'
  if (/^\/(admin|investment)-dashboard$/.test(address)) return 'home'
  return isForm ? 'heard' : 'elsewhere'
}

const meanings: Record<number, Answer> = {
  401: 'signed-out',
  404: 'nothing',
  405: 'not-taken',
  413: 'too-large',
}

function meaningOf(status: number, isForm: boolean): Answer | number {
  const isRead = isForm ? [200, 400, 409, 422, 429].includes(status) : status === 200
  return meanings[status] ?? (isRead ? (isForm ? 'heard' : 'shown') : status)
}
