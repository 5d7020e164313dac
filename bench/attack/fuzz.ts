import type { Who } from '../../tests/access-matrix.ts'
import { comeIn, markers, type Target } from './arrange.ts'
import { type Asked, ask, type Heard } from './ask.ts'
import type { Outcome } from './findings.ts'
import { type Field, type ServedForm, type Surface, surfaceOf } from './forms.ts'
import { type Chance, chanceOf, escaped, nastyValues, oneOf, shortNasty } from './nasty.ts'

const requests = 10_000
/** How many of them are a stranger's, before the administrator's begin: those may publish what was hidden. */
const ofStrangers = 6_000
const atOnce = 4
const slowest = 5_000
const freshSessionsEvery = 500

/** Sends the requests that follow from the seed: each has a chance of its own, so that one can be repeated alone. */
export async function fuzz(target: Target, seed: number): Promise<Outcome> {
  const surface = await surfaceOf(target)
  const findings: string[] = []
  const slow: number[] = []
  let { cookies } = target
  for (let first = 0; first < requests; first += atOnce) {
    // A form that was right signs somebody out, or ends their sessions.
    if (first % freshSessionsEvery === 0 && first > 0) cookies = { ...cookies, ...(await stillIn(target, cookies)) }
    const group = Array.from({ length: atOnce }, async (_, place) => {
      const number = first + place
      const chance = chanceOf(seed * 100_003 + number)
      const who: Who = number < ofStrangers ? oneOf(chance, ['guest', 'another'] as const) : 'admin'
      const asked = askedFor(chance, surface, target.address, cookies[who])
      const heard = await ask(target.address, asked)
      slow.push(heard.ms)
      const faults = faultsIn(heard, who)
      if (faults.length > 0) findings.push(`request ${number}, ${who}: ${shown(asked)}: ${faults.join('; ')}`)
    })
    await Promise.all(group)
  }
  const fields = new Set(surface.forms.flatMap(({ path, fields }) => fields.map(({ name }) => `${path} ${name}`)))
  const tried =
    `${requests} requests, seed ${seed}: ${surface.paths.length} addresses, ${surface.forms.length} forms, ` +
    `${fields.size} fields; slowest ${Math.round(Math.max(...slow))} ms`
  return { part: 'fuzzer', tried, findings }
}

/** Whose session ended signs in again; who was locked out by a right form stays outside. */
const stillIn = ({ address }: Target, cookies: Target['cookies']) =>
  comeIn(address).catch((fault: Error) => {
    console.log(`Nobody could sign in again, the old sessions go on: ${fault.message}`)
    return cookies
  })

export function faultsIn({ status, body, ms }: Heard, who: Who): string[] {
  const seen = who === 'admin' ? [] : markers.filter((marker) => body.includes(marker))
  return [
    ...(status === 0 ? [`no answer (${body})`] : []),
    ...(status >= 500 ? [`${status}`] : []),
    ...(ms > slowest ? [`${Math.round(ms)} ms`] : []),
    ...(seen.length > 0 ? [`shows ${seen.join(', ')}`] : []),
  ]
}

function shown({ method, path, headers, body }: Asked): string {
  const sent = body === undefined ? '' : ` ${headers?.['content-type']} ${JSON.stringify(String(body).slice(0, 200))}`
  return `${method} ${path.slice(0, 300)}${sent}`
}

function askedFor(chance: Chance, surface: Surface, origin: string, cookie: string | null): Asked {
  const signedIn: Record<string, string> = cookie ? { cookie } : {}
  const kind = chance()
  if (kind < 0.25) return { method: 'GET', path: bentPath(chance, oneOf(chance, surface.paths)), headers: signedIn }
  if (kind < 0.4)
    return { method: 'GET', path: queried(chance, oneOf(chance, surface.paths), surface), headers: signedIn }
  const form = oneOf(chance, surface.forms)
  const fields = bentFields(chance, form)
  if (form.method === 'GET') {
    const query = fields.map(({ name, value }) => `${escaped(name)}=${escaped(value.slice(0, 1_500))}`).join('&')
    return { method: 'GET', path: `${form.path.split('?')[0]}?${query}`, headers: signedIn }
  }
  const { type, body } = bodyOf(chance, form, fields)
  const path = chance() < 0.3 ? forScript(form.path) : form.path
  return { method: 'POST', path, headers: { ...signedIn, origin, 'content-type': type }, body }
}

/** The address under which script asks for a page. */
function forScript(path: string): string {
  const [name = '', query] = path.split('?')
  return `${name === '/' ? '/_' : name}.data${query === undefined ? '' : `?${query}`}`
}

/** One part of the address is replaced by what stands nowhere in any. */
function bentPath(chance: Chance, path: string): string {
  const parts = path.split('/')
  parts[Math.max(1, Math.floor(chance() * parts.length))] = escaped(shortNasty(chance))
  const bent = parts.join('/')
  return chance() < 0.3 ? forScript(bent) : bent
}

const usualNames = [
  'q',
  'page',
  'sort',
  'from',
  'to',
  'investorId',
  'status',
  'order',
  'size',
  'returnTo',
  '_routes',
  'index',
]

function queried(chance: Chance, path: string, { forms }: Surface): string {
  const known = forms.filter(({ method }) => method === 'GET').flatMap(({ fields }) => fields.map(({ name }) => name))
  const names = [...usualNames, ...known]
  const query = Array.from({ length: 1 + Math.floor(chance() * 4) }, () => {
    return `${escaped(chance() < 0.9 ? oneOf(chance, names) : shortNasty(chance))}=${escaped(shortNasty(chance))}`
  }).join('&')
  return `${chance() < 0.3 ? forScript(path) : path}?${query}`
}

/** Mostly one field is nasty, so that the rest is taken; sometimes all are, one is missing, or one comes many times. */
function bentFields(chance: Chance, { fields }: ServedForm): Field[] {
  if (fields.length === 0) return [{ name: shortNasty(chance), value: oneOf(chance, nastyValues) }]
  const chosen = Math.floor(chance() * fields.length)
  const way = chance()
  if (way < 0.1) return fields.filter((_, place) => place !== chosen)
  if (way < 0.25) return fields.map(({ name }) => ({ name, value: shortNasty(chance) }))
  const bent = fields.map((field, place) =>
    place === chosen ? { name: field.name, value: oneOf(chance, nastyValues) } : field,
  )
  const [again] = bent.slice(chosen)
  if (way < 0.35 && again) return [...bent, again, { ...again, value: shortNasty(chance) }]
  if (way < 0.4 && again)
    return [...bent, { name: `${again.name}[]`, value: 'x' }, { name: `${again.name}[a]`, value: 'y' }]
  return bent
}

const wrongTypes = ['application/json', 'text/plain', 'text/xml', 'nonsense', 'multipart/form-data', '']

function bodyOf(chance: Chance, form: ServedForm, fields: Field[]): { type: string; body: string } {
  const encoded = fields.map(({ name, value }) => `${escaped(name)}=${escaped(value)}`).join('&')
  const way = chance()
  if (way < 0.06) return { type: oneOf(chance, wrongTypes), body: encoded }
  if (way < 0.1) return { type: 'application/json', body: JSON.stringify({ fields, __proto__: { admin: true } }) }
  if (!form.isMultipart && way < 0.85) return { type: 'application/x-www-form-urlencoded', body: encoded }
  const type = 'multipart/form-data; boundary=edge'
  const body = `${fields.map(({ name, value }) => part(name, value)).join('')}--edge--\r\n`
  // Broken off, without an end, with a head that is none.
  if (way > 0.97) return { type, body: body.slice(0, Math.floor(chance() * body.length)) }
  if (way > 0.94) return { type, body: body.replace('Content-Disposition', shortNasty(chance)) }
  return { type, body }
}

const part = (name: string, value: string) =>
  `--edge\r\nContent-Disposition: form-data; name="${name.replace(/[\r\n"]/g, ' ')}"\r\n\r\n${value}\r\n`
