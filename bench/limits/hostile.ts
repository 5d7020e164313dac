import { addressOf, type Parts } from '../../tests/access-requests.ts'
import type { BroadRole } from '../attack/arrange.ts'
import type { AttackRequest } from '../attack/ask.ts'
import { type Attacked, routeTable } from '../attack/route-table.ts'

/** A request that was made to cost the server time, and what it is an example of. */
export type Hostile = { kind: string; asked: AttackRequest }

/** 100,000 bytes each: marks that normalising sorts one past the other, and runs at which a careless pattern tries again and again. */
export const texts = {
  'combining marks': `a${'\u0315\u0300'.repeat(25_000)}`,
  letters: 'a'.repeat(100_000),
  blanks: `${' '.repeat(100_000)}@`,
}

const get = (
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): AttackRequest => ({
  method,
  path,
  headers,
})
const paths = (count: number, turn: number) =>
  Array.from({ length: count }, (_, place) => `/${turn}a${place}`).join(',')

/** What any guest can send in an address or a head, by kinds; the number makes each request another one. */
const kinds: Record<string, (turn: number) => AttackRequest> = {
  'deep address': (turn) => get(`/x${turn}/${'a/'.repeat(4_000)}`),
  'deep address below a page': (turn) => get(`/investment/${turn}/${'a/'.repeat(4_000)}`),
  'deep address, another method': (turn) =>
    get(`/x${turn}/${'a/'.repeat(4_000)}`, {}, turn % 2 ? 'POST' : 'PUT'),
  'deep address, as data': (turn) => get(`/x${turn}/${'a/'.repeat(4_000)}b.data`),
  'long address': (turn) => get(`/${turn}${'a'.repeat(12_000)}`),
  'address that is not decodable': (turn) => get(`/%ZZ${turn}/${'a'.repeat(1_500)}`),
  'address with two slashes': (turn) => get(`//host${turn}:99999/${'a'.repeat(1_000)}`),
  'discovery of many routes': (turn) => get(`/__manifest?paths=${paths(1_000, turn)}`),
  'discovery of a deep route': (turn) => get(`/__manifest?paths=/${turn}${'/a'.repeat(3_000)}`),
  'many parameters': (turn) => get(`/investments?${turn}=&${'a&'.repeat(4_000)}`),
  'long range': () => get('/', { range: `bytes=${' '.repeat(10_000)}x` }),
  'many encodings': () => get('/', { 'accept-encoding': 'a;q=0.1,'.repeat(1_500) }),
  'many known versions': () => get('/', { 'if-none-match': 'W/"a",'.repeat(2_000) }),
  'many cookies': () =>
    get('/login', { cookie: `${'a=b; '.repeat(2_000)}msingi.session_token=x.y` }),
  'long browser name': () => get('/login', { 'user-agent': 'Mozilla/5.0 ('.repeat(800) }),
}

/** So many requests of guests, of each kind in turn. */
export function hostileRequests(count: number): Hostile[] {
  const makers = Object.entries(kinds)
  return Array.from({ length: count }, (_, turn) => {
    const [kind, make] = makers[turn % makers.length] ?? ['', () => get('/')]
    return { kind, asked: make(turn) }
  })
}

/** One field of a form of the product, with who may send it. */
export type FormField = { route: Attacked; field: string; role: BroadRole }

/** Every field that an action of the product reads; the fields that end the sessions which are used come last. */
export async function formFields(): Promise<FormField[]> {
  const routes = (await routeTable()).filter(({ pattern }) => pattern !== '/logout')
  const fields = routes.flatMap((route) =>
    [...(route.acted?.form.keys() ?? [])].map((field) => ({
      route,
      field,
      role: roleAt(route.pattern),
    })),
  )
  const isLast = ({ route }: FormField) =>
    /^\/login\/(new-password|sessions|second-factor)/.test(route.pattern)
  return [...fields.filter((field) => !isLast(field)), ...fields.filter(isLast)]
}

function roleAt(pattern: string): BroadRole {
  if (/^\/(admin-dashboard|manage-users|login\/second-factor\/)/.test(pattern)) return 'admin'
  return /^\/(investment-dashboard|investment\/|login\/(new-password|sessions))/.test(pattern)
    ? 'investor'
    : 'guest'
}

/** The form with this text in one field, and in the others the words between which the action chooses. */
export async function formWith(
  text: string,
  { route, field }: FormField,
  parts: Parts,
): Promise<AttackRequest> {
  const others = [...(route.acted?.form ?? [])].map(
    ([name, { words }]) => [name, [...words][0] ?? ''] as const,
  )
  const fields = new Map([...others, [field, text] as const])
  const path = `${addressOf(route.pattern, parts)}${route.isIndex ? '?index' : ''}`
  if (!route.acted?.takesFiles)
    return { method: 'POST', path, ...(await bodyOf(new URLSearchParams([...fields]))) }
  const form = new FormData()
  for (const [name, value] of fields) form.set(name, value)
  form.set('file', new File(['a'], `${text.slice(0, 5_000)}.txt`))
  return { method: 'POST', path, ...(await bodyOf(form)) }
}

async function bodyOf(
  form: FormData | URLSearchParams,
): Promise<Pick<AttackRequest, 'headers' | 'body'>> {
  const sent = new Response(form)
  return {
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    body: Buffer.from(await sent.arrayBuffer()),
  }
}
