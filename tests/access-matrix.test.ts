import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startListening, stopListening } from '../app/platform/http/live.server.ts'
import { methodNotAllowed } from '../app/platform/http/live-stream.server.ts'
import { textFault } from '../app/values/typed-text.ts'
import { formFields, formWith, texts } from '../bench/limits/hostile.ts'
import { app } from '../server/app.ts'
import { type Address, type Answer, asInMap, matrix, type Row, visitors } from './access-matrix.ts'
import type { Way } from './access-requests.ts'
import { answerTo, comeIn, secrets, visit } from './access-visits.ts'
import { addresses } from './product.tsx'

const cookies = await comeIn()
afterAll(stopListening)

const isOfOneRole = ({ pattern }: Address) =>
  /^\/(admin-dashboard|manage-users|investment-dashboard|investment\/:slug\/invest)/.test(pattern)
const strangers = ['guest', 'another', 'inactive', 'held'] as const
const isStranger = (who: string) => strangers.some((stranger) => stranger === who)
/** The other way of asking is tried with these alone: those who may come in are answered by the same loaders and actions, at length. */
const rowOfStrangers = (row: Row) => Object.fromEntries(strangers.map((who) => [who, row[who]]))

/** Everyone asks, one after another. What is one investor's alone must stand in no one else's answer. */
async function met(
  address: Address,
  way: Way,
  act?: string,
  asking: readonly (typeof visitors)[number][] = visitors,
) {
  const row: Partial<Record<string, Answer | number>> = {}
  for (const who of asking) {
    const { answer, body } = await visit({
      who,
      cookie: cookies[who],
      pattern: address.pattern,
      way,
      ...(act === undefined ? {} : { act }),
    })
    row[who] = answer
    if (isStranger(who)) for (const secret of secrets) expect(body, who).not.toContain(secret)
  }
  return row
}

/** What the program answers next to the URL map: it has no data of a page. */
const unmapped = [...new Set(app.routes.map(({ path }) => path))].filter(
  (path) => !path.includes('*'),
)

const swapped = (row: Row, from: Answer, to: Answer): Row =>
  Object.fromEntries(visitors.map((who) => [who, row[who] === from ? to : row[who]])) as Row

test('what the matrix looks for as one investor’s secrets does stand on their own pages', async () => {
  for (const who of ['investor', 'viewing'] as const) {
    const pages = await Promise.all(
      ['', '/investments', '/documents'].map((page) =>
        visit({
          who,
          cookie: cookies[who],
          pattern: `/investment-dashboard${page}`,
          way: 'browser',
        }),
      ),
    )
    for (const secret of secrets)
      expect(pages.map(({ body }) => body).join(), who).toContain(secret)
  }
})

// server/app.ts listens when it is loaded, which an earlier file of this worker may have done.
beforeAll(startListening)

test.each(matrix)('who sees $pattern', async (address) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(await met(address, 'browser')).toEqual(address.get)
  const isNoPage = address.pattern.endsWith('/live') || unmapped.includes(address.pattern)
  const expected = isOfOneRole(address) ? swapped(address.get, 'home', 'nothing') : address.get
  expect(await met(address, 'script', undefined, strangers)).toEqual(
    rowOfStrangers(isNoPage ? swapped(expected, 'shown', 'nothing') : expected),
  )
})

const takingNothing = matrix.filter(({ acts: sent }) => sent.length === 0)

test.each(takingNothing)('nothing is taken at $pattern', async (address) => {
  const way = unmapped.includes(address.pattern) ? 'browser' : 'script'
  expect(await met(address, way, 'form')).toEqual(
    Object.fromEntries(visitors.map((who) => [who, 'not-taken'])),
  )
})

const acts = matrix.flatMap((address) =>
  address.acts.map(({ act, row }) => ({ ...address, act, row })),
)

test.each(acts)('who may send $act to $pattern', async ({ act, row, ...address }) => {
  const expected = isOfOneRole(address) ? swapped(row, 'sign-in', 'signed-out') : row
  expect(await met(address, 'script', act)).toEqual(expected)
  if (isOfOneRole(address))
    expect(await met(address, 'browser', act, strangers)).toEqual(rowOfStrangers(row))
})

/** Each of the others gets what one of these gets: what is typed in an address belongs to no one. */
const differing = ['guest', 'investor', 'admin', 'viewing'] as const
const withParts = matrix.filter(({ pattern }) => pattern.includes(':'))

/** The character with the number zero stands in no text of PostgreSQL: anyone who hands one on to it gets a fault. */
test.each(withParts)(
  '$pattern with a character that no database takes is a fault for no one',
  async (address) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const odd = { ...address, pattern: address.pattern.replaceAll(/:\w+/g, '%00') }
    const rows = await Promise.all([
      met(odd, 'browser', undefined, differing),
      ...address.acts.map(({ act }) => met(odd, 'browser', act, differing)),
    ])
    for (const answer of rows.flatMap(Object.values)) expect(answer).not.toBe(500)
  },
)

/** The module that answers a form at each address: of two routes at one address, the deeper. */
const takers = new Map(addresses().map(({ path, file }) => [path, file]))

test('every address of the product is in the matrix, and nothing else is', () => {
  expect(matrix.map(({ pattern }) => asInMap(pattern)).toSorted()).toEqual(
    [...takers.keys(), ...unmapped].toSorted(),
  )
})

test('every address with an action has an act in the matrix, and no other has one', async () => {
  for (const { pattern, acts: sent } of matrix) {
    const file = takers.get(asInMap(pattern))
    if (file === undefined) continue
    const { action } = (await import(/* @vite-ignore */ `../app/${file}`)) as { action?: unknown }
    expect(sent.length > 0, pattern).toBe(action !== undefined && action !== methodNotAllowed)
  }
})

test('every act that a button or hidden field of a screen names is in the matrix', async () => {
  const files = (await readdir('app', { recursive: true })).filter((path) =>
    /(?<!\.test)\.tsx$/.test(path),
  )
  const screens = await Promise.all(files.map((path) => readFile(`app/${path}`, 'utf8')))
  const named = screens.flatMap((text) =>
    [
      ...text.matchAll(
        /<(?:SubmitButton|button|input type="hidden")[^>]*? name="(\w+)"[^>]*? value="([^"]+)"/g,
      ),
    ].map(([, field, value]) => `${field}=${value}`),
  )
  expect(named).toContain('act=withdraw')
  const known = new Set(acts.map(({ act }) => act))
  expect([...new Set(named)].filter((act) => !known.has(act))).toEqual([])
})

const fields = await formFields()
const routes = [...new Set(fields.map(({ route }) => route.pattern))]

test('LIM-203 every form of the product is found', () => {
  expect(routes.length).toBeGreaterThan(50)
  expect(routes).toEqual(
    expect.arrayContaining([
      '/login',
      '/login/forgot',
      '/contact',
      '/admin-dashboard/investors/new',
    ]),
  )
})

/** What takes time with piles of marks is normalising alone, so that no clock is needed here; `npm run bench:limits` has one. */
test.each(routes)(
  'LIM-203 100 KB of combining marks in any field of %s are never normalised, and are no fault',
  async (pattern) => {
    const normalize = vi.spyOn(String.prototype, 'normalize')
    try {
      for (const field of fields.filter(({ route }) => route.pattern === pattern)) {
        const answer = await answerTo(async (parts) => {
          const { path, headers, body } = await formWith(texts['combining marks'], field, parts)
          const cookie = cookies[field.role]
          const sent = { ...headers, ...(cookie && { cookie }), origin: 'http://127.0.0.1:3000' }
          return {
            path,
            init: { method: 'POST', headers: sent, body: body as Buffer<ArrayBuffer> },
          }
        })
        await answer.body?.cancel()
        expect(answer.status, field.field).toBeLessThan(500)
        for (const name of ['location', 'set-cookie'])
          expect(answer.headers.get(name)?.length ?? 0).toBeLessThan(10_000)
      }
      const hostile = normalize.mock.contexts.filter((text) => textFault(String(text)) !== null)
      expect(hostile).toEqual([])
    } finally {
      normalize.mockRestore()
    }
  },
)
