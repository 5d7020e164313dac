import { addressOf } from '../../tests/access-requests.ts'
import type { Role, Stage } from './arrange.ts'
import type { AttackRequest } from './ask.ts'
import type { Field, Served } from './forms.ts'
import { honestValue } from './honest.ts'
import { type Chance, escaped, nastyValues, oneOf, plainNasty, shortNasty } from './nasty.ts'
import type { Attacked } from './route-table.ts'

/** What one request is about: a route, and of what it reads the one thing that is bent; none in a request as a page sends it. */
export type Aim = {
  route: Attacked
  method: 'GET' | 'POST'
  part: 'address' | 'query' | 'field' | null
  name: string
}

/** Who sends the requests of one round, about whose rows, with the forms that were served of these. */
export type Round = { role: Role; isFirst: boolean; stage: Stage; served: Served }

/** Every aim at a route, once: each part of its address, each name it looks for, each field it or a page of it knows. */
export function aimsAt(route: Attacked, served: Served): Aim[] {
  const aim = (method: Aim['method'], part: Aim['part'], name = ''): Aim => ({
    route,
    method,
    part,
    name,
  })
  const looked = new Set([...(route.looked?.query ?? []), ...namesServed(route, served, 'GET')])
  const fields = fieldsOf(route, served)
  return [
    aim('GET', null),
    ...route.params.map((name) => aim('GET', 'address', name)),
    ...[...looked].map((name) => aim('GET', 'query', name)),
    aim('POST', null),
    ...(route.acted ? route.params.map((name) => aim('POST', 'address', name)) : []),
    ...[...(route.acted?.query ?? [])].map((name) => aim('POST', 'query', name)),
    ...fields.map((name) => aim('POST', 'field', name)),
  ]
}

/** Every field that the action reads or a page sends to it. */
export function fieldsOf(
  { pattern, acted }: Pick<Attacked, 'pattern' | 'acted'>,
  served: Served,
): string[] {
  return acted
    ? [...new Set([...acted.form.keys(), ...namesServed({ pattern }, served, 'POST')])]
    : []
}

const namesServed = ({ pattern }: Pick<Attacked, 'pattern'>, served: Served, method: string) =>
  (served.get(pattern) ?? []).flatMap((form) =>
    form.method === method ? form.fields.map(({ name }) => name) : [],
  )

/**
 * The request of an aim. In the first round the one thing is bent and all else honest, so that what stands behind the other
 * fields is reached; in later ones fields are missing, repeated or all bent as well, and bodies broken.
 */
export function requestFor(
  chance: Chance,
  aim: Aim,
  { stage, served, isFirst }: Round,
): AttackRequest {
  const { route, method, part, name } = aim
  const bent = part === 'address' ? escaped(shortNasty(chance)) : null
  const place = name === '*' ? name : new RegExp(`:${name}\\b`)
  const plain = addressOf(
    bent === null ? route.pattern : route.pattern.replace(place, () => bent),
    stage.parts,
  )
  const query = queryOf(chance, aim, stage)
  const shownAs = !isFirst && chance() < 0.3 ? forScript(plain) : plain
  const index = method === 'POST' && route.isIndex ? ['index'] : []
  const search = [
    ...index,
    ...query.map(({ name, value }) => `${escaped(name)}=${escaped(value)}`),
  ].join('&')
  const path = search === '' ? shownAs : `${shownAs}?${search}`
  if (method === 'GET') return { method, path }
  const honest = honestFields(chance, route, stage, served)
  const isMultipart = route.acted?.takesFiles ?? false
  if (isFirst || part === null) {
    const value = plainNasty(chance)
    const fields = honest.map((field) =>
      part === 'field' && field.name === name ? { name, value } : field,
    )
    return { method, path, ...wellFormed(fields, isMultipart) }
  }
  return { method, path, ...bodyOf(chance, isMultipart, bentFields(chance, honest, name)) }
}

function queryOf(chance: Chance, { route, method, part, name }: Aim, { parts }: Stage): Field[] {
  const known = method === 'GET' ? [] : [...(route.acted?.query ?? [])]
  const honest = known.map((field) => ({
    name: field,
    value: honestValue(chance, field, undefined, '', parts),
  }))
  if (part !== 'query') return honest
  return [...honest.filter((field) => field.name !== name), { name, value: shortNasty(chance) }]
}

function honestFields(chance: Chance, route: Attacked, { parts }: Stage, served: Served): Field[] {
  const forms = (served.get(route.pattern) ?? []).filter(({ method }) => method === 'POST')
  // One of several forms of a page at a time, with what else the action reads.
  const standing = new Map(
    (forms.length > 0 ? oneOf(chance, forms).fields : []).map(({ name, value }) => [name, value]),
  )
  return fieldsOf(route, served).map((name) => ({
    name,
    value: honestValue(chance, name, route.acted?.form.get(name), standing.get(name) ?? '', parts),
  }))
}

/** The address under which script asks for a page. */
function forScript(path: string): string {
  return `${path === '/' ? '/_' : path}.data`
}

/** Mostly one field is nasty, so that the rest is taken; sometimes all are, one is missing, or one comes many times. */
function bentFields(chance: Chance, fields: Field[], name: string): Field[] {
  const again = { name: name || shortNasty(chance), value: oneOf(chance, nastyValues) }
  const others = fields.filter((field) => field.name !== name)
  const way = chance()
  if (way < 0.1) return others
  if (way < 0.25) return fields.map((field) => ({ name: field.name, value: shortNasty(chance) }))
  if (way < 0.35) return [...others, again, again, { ...again, value: shortNasty(chance) }]
  if (way < 0.4)
    return [
      ...others,
      again,
      { name: `${again.name}[]`, value: 'x' },
      { name: `${again.name}[a]`, value: 'y' },
    ]
  return [...others, again]
}

type Body = { headers: Record<string, string>; body: string }
const wrongTypes = [
  'application/json',
  'text/plain',
  'text/xml',
  'nonsense',
  'multipart/form-data',
  '',
]
const multipart = 'multipart/form-data; boundary=edge'

const encoded = (fields: Field[]) =>
  fields.map(({ name, value }) => `${escaped(name)}=${escaped(value)}`).join('&')
const inParts = (fields: Field[]) =>
  `${fields.map(({ name, value }) => part(name, value)).join('')}--edge--\r\n`
const typed = (type: string, body: string): Body => ({ headers: { 'content-type': type }, body })

function wellFormed(fields: Field[], isMultipart: boolean): Body {
  if (isMultipart) return typed(multipart, inParts(fields))
  return typed('application/x-www-form-urlencoded', encoded(fields))
}

function bodyOf(chance: Chance, isMultipart: boolean, fields: Field[]): Body {
  const way = chance()
  if (way < 0.06) return typed(oneOf(chance, wrongTypes), encoded(fields))
  if (way < 0.1)
    return typed('application/json', JSON.stringify({ fields, __proto__: { admin: true } }))
  if (way < 0.85) return wellFormed(fields, isMultipart)
  const body = inParts(fields)
  // Broken off, without an end, with a head that is none.
  if (way > 0.97) return typed(multipart, body.slice(0, Math.floor(chance() * body.length)))
  if (way > 0.94) return typed(multipart, body.replace('Content-Disposition', shortNasty(chance)))
  return typed(multipart, body)
}

const part = (name: string, value: string) =>
  `--edge\r\nContent-Disposition: form-data; name="${name.replace(/[\r\n"]/g, ' ')}"\r\n\r\n${value}\r\n`
