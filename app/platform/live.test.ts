import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { asSuperuser } from '../../tests/database.ts'
import { listenFor, startListening, stopListening } from './live.server.ts'

afterEach(stopListening)

/** The server's processes that listen for us, as it sees them. */
function listening(): Promise<number[]> {
  return asSuperuser(async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and usename = 'msingi_web' and query in ('listen msingi', 'select 1')`,
    )
    return rows.map(({ pid }) => pid)
  })
}

test('a connection that cannot listen is not left open', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query').mockRejectedValueOnce(new Error('no') as never)
  await expect(startListening()).rejects.toThrow('no')
  query.mockRestore()
  const connected = () =>
    asSuperuser((client) =>
      client.query("select from pg_stat_activity where datname = current_database() and usename = 'msingi_web'"),
    )
  await vi.waitFor(async () => expect((await connected()).rows).toEqual([]))
})

test('a stop while it still connects leaves nothing open', async () => {
  const starting = startListening()
  await stopListening()
  await starting
  await vi.waitFor(async () => expect(await listening()).toEqual([]))
})

test('a line that died without a word is replaced within half a minute, and everybody is told', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await startListening()
  const [silent = 0] = await listening()
  const changed = vi.fn()
  const stop = listenFor(['admin'], changed)
  process.kill(silent, 'SIGSTOP')
  try {
    vi.advanceTimersByTime(30_000)
    await vi.waitFor(async () => expect((await listening()).filter((pid) => pid !== silent)).toHaveLength(1), 15_000)
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce())
  } finally {
    process.kill(silent, 'SIGCONT')
    vi.useRealTimers()
    stop()
  }
})

test('RT-005 RT-010 (decisions §6) what is told without a topic, or without an id, is ignored and logged; what follows is heard', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await startListening()
  const changed = vi.fn()
  const stop = listenFor(['admin'], changed)
  const tell = (payload: string) => asSuperuser((client) => client.query("select pg_notify('msingi', $1)", [payload]))
  const bad = ['', 'everybody', '{"id":1}', 'investor', 'investor:', 'investor:7', 'project:undefined', 'admin:x']
  for (const payload of bad) await tell(payload)
  await tell('admin')
  await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce())
  const logged = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('without a topic'))
  expect(logged).toHaveLength(bad.length)
  stop()
})
