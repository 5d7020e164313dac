import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { flushRepeatedLines, inRequest, log } from './log.server.ts'

/** The lines that `work` logs. */
async function linesOf(work: () => unknown): Promise<Record<string, unknown>[]> {
  const written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  try {
    await work()
    return written.mock.calls.map(([line]) => {
      expect(line).toMatch(/^\{.*\}\n$/)
      return JSON.parse(String(line))
    })
  } finally {
    written.mockRestore()
  }
}

test('a line is one JSON object with time, level and message, however many lines a fault has', async () => {
  const [line] = await linesOf(() =>
    log.error('request failed', new Error('first\nsecond'), { path: '/contact' }),
  )
  expect(line).toMatchObject({ level: 'error', message: 'request failed', path: '/contact' })
  expect(line?.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(line?.fault).toMatch(/^Error: first\nsecond\n +at /)
})

test('whatever is logged while a request is answered carries its id, and nothing of another', async () => {
  const work = async (name: string) => {
    await sleep(1)
    log.warn(name)
  }
  const lines = await linesOf(() =>
    Promise.all([inRequest('one', () => work('a')), inRequest('two', () => work('b')), work('c')]),
  )
  expect(lines.map(({ message, requestId }) => [message, requestId]).toSorted()).toEqual([
    ['a', 'one'],
    ['b', 'two'],
    ['c', undefined],
  ])
})

test('no person, token or query gets into the log by the words of a fault', async () => {
  const fault = new Error(
    'no mail to amina@example.com: GET /confirm/Zm9vYmFy?token=abc says +254712345678',
  )
  const [line] = await linesOf(() =>
    log.error('an email was not sent', fault, { reason: 'of Amina <amina@example.com>' }),
  )
  expect(JSON.stringify(line)).not.toMatch(/example\.com|Zm9vYmFy|abc|254712/)
})

test('what is thrown without being an Error is told by its message', async () => {
  const [line] = await linesOf(() =>
    log.error('jobs', { message: 'the queue is gone', queue: 'sweep' }),
  )
  expect(line?.fault).toBe('the queue is gone')
})

test('LIM-417 the same fault is logged once, wherever it came from, and another one is too', async () => {
  const failing = () => new Error('the database is gone')
  const lines = await linesOf(() => {
    for (let time = 0; time < 3; time += 1) {
      inRequest(`request ${time}`, () =>
        log.error('request failed', failing(), { path: `/page/${time}` }),
      )
      log.warn('slow query', { ms: 1_000 + time, statement: 'select 1' })
      const [requestId, worker] = [randomUUID(), randomUUID()]
      log.error('a page failed', failing(), { requestId, method: 'GET' })
      log.error('jobs', { message: `worker ${worker} lost the database` })
    }
    log.error('request failed', new Error('another'), { path: '/page/0' })
  })
  expect(lines.map(({ message, requestId }) => [message, requestId])).toEqual([
    ['request failed', 'request 0'],
    ['slow query', undefined],
    ['a page failed', expect.stringMatching(/^[\da-f-]{36}$/)],
    ['jobs', undefined],
    ['request failed', undefined],
  ])
  const flushed = await linesOf(flushRepeatedLines)
  expect(flushed).toMatchObject([
    {
      message: 'request failed',
      path: '/page/2',
      repeated: 2,
      requestIds: ['request 1', 'request 2'],
    },
    { message: 'slow query', ms: 1_002, repeated: 2 },
    { message: 'a page failed', repeated: 2 },
    { message: 'jobs', repeated: 2 },
  ])
})
