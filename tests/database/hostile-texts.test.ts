import { afterAll, expect, test, vi } from 'vitest'
import { stopListening } from '../../app/platform/live.server.ts'
import { textFault } from '../../app/values/typed-text.ts'
import { formFields, formWith, texts } from '../../bench/limits/hostile.ts'
import { answerTo, comeIn } from '../access-visits.ts'

const cookies = await comeIn()
afterAll(stopListening)
const fields = await formFields()
const routes = [...new Set(fields.map(({ route }) => route.pattern))]

test('LIM-203 every form of the product is found', () => {
  expect(routes.length).toBeGreaterThan(50)
  expect(routes).toEqual(
    expect.arrayContaining(['/login', '/login/forgot', '/contact', '/admin-dashboard/investors/new']),
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
          return { path, init: { method: 'POST', headers: sent, body: body as Buffer<ArrayBuffer> } }
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
