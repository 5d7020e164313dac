import { afterAll, expect, test, vi } from 'vitest'
import { app } from '../../../server/app.ts'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin } from '../../../tests/people.ts'
import { cookiesOf } from '../../../tests/visits.ts'
import { stopListening } from './live.server.ts'

afterAll(stopListening)

const connection = {
  incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 40_000, remoteFamily: 'IPv4' } },
}
const fetchPath = (path: string, init: RequestInit = {}) => app.request(path, init, connection)

/** What is answered while no one may read projects, and what the log then has. */
async function answerWithout(path: string, cookie = '') {
  const roles = 'msingi_guest, msingi_admin, msingi_system'
  const logged = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await asSuperuser((client) => client.query(`revoke select on app.project from ${roles}`))
  try {
    const answer = await fetchPath(path, { headers: { cookie } })
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)))
    return {
      answer,
      reference: answer.headers.get('X-Request-Id') ?? '',
      body: await answer.text(),
      lines,
    }
  } finally {
    await asSuperuser((client) => client.query(`grant select on app.project to ${roles}`))
    vi.restoreAllMocks()
  }
}

test.each(['/investments', '/admin-dashboard/projects'])(
  'the page for a fault of %s names the id under which the log has it, and nothing else of it',
  async (path) => {
    const cookie = path.startsWith('/admin') ? await cookiesOf(await anAdmin()) : ''
    const { answer, reference, body, lines } = await answerWithout(path, cookie)
    expect(answer.status).toBe(500)
    expect(reference).toMatch(/^[0-9a-f-]{36}$/)
    expect(body.replace(/<[^>]+>/g, '')).toContain(`Reference ${reference}`)
    expect(body).not.toContain('permission denied')
    expect(lines.filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({
        requestId: reference,
        method: 'GET',
        path,
        fault: expect.stringContaining('permission denied'),
      }),
    ])
  },
)

test('the data of a page, which script asks for, names it too', async () => {
  const { answer, reference, body } = await answerWithout(
    '/admin-dashboard/projects.data',
    await cookiesOf(await anAdmin()),
  )
  expect(answer.status).toBe(500)
  expect(body).toContain(reference)
  expect(body).not.toContain('permission denied')
})

test('a file that cannot be made says it in a sentence', async () => {
  const { answer, reference, body } = await answerWithout(
    '/admin-dashboard/projects/export',
    await cookiesOf(await anAdmin()),
  )
  expect([answer.status, body]).toEqual([
    500,
    `Something went wrong on our side. Reference: ${reference}`,
  ])
})

test('every answer has its own id, a kept document and a refused form too', async () => {
  const answers = await Promise.all([
    fetchPath('/contact'),
    fetchPath('/contact'),
    fetchPath('/login', { method: 'PUT' }),
  ])
  const ids = answers.map(({ headers }) => headers.get('X-Request-Id'))
  expect(new Set(ids).size).toBe(3)
  expect(ids).not.toContain(null)
})
