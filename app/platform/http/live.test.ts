import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { changed, notify, openStream, settled } from '../../../tests/live-streams.ts'
import { anInvestor } from '../../../tests/people.ts'
import { stallEventLoop } from '../../../tests/stall.ts'
import { cookiesOf } from '../../../tests/visits.ts'
import { clock, setClock } from '../clock.server.ts'
import { connectionPools } from '../database/connections.server.ts'
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
  const query = vi
    .spyOn(pg.Client.prototype, 'query')
    .mockRejectedValueOnce(new Error('no') as never)
  await expect(startListening()).rejects.toThrow('no')
  query.mockRestore()
  const connected = () =>
    asSuperuser((client) =>
      client.query(
        "select from pg_stat_activity where datname = current_database() and usename = 'msingi_web'",
      ),
    )
  await vi.waitFor(async () => expect((await connected()).rows).toEqual([]))
})

test('a stop while it still connects leaves nothing open', async () => {
  const starting = startListening()
  await stopListening()
  await starting
  await vi.waitFor(async () => expect(await listening()).toEqual([]))
})

test('LIM-410 LIM-414 a listening connection that died without a word is replaced, and all pools with it', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await startListening()
  const [silent = 0] = await listening()
  const [pooled] = (
    await connectionPools.web.query<{ pid: number }>('select pg_backend_pid() as pid')
  ).rows
  const dark = [silent, pooled?.pid ?? 0]
  const changed = vi.fn()
  const stop = listenFor(['admin'], changed)
  for (const pid of dark) process.kill(pid, 'SIGSTOP')
  try {
    await vi.waitFor(
      async () => expect((await listening()).filter((pid) => pid !== silent)).toHaveLength(1),
      15_000,
    )
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce())
    expect((await connectionPools.web.query('select 1 as answer')).rows).toEqual([{ answer: 1 }])
  } finally {
    for (const pid of dark) process.kill(pid, 'SIGCONT')
    stop()
  }
}, 30_000)

test('LIM-414 a stalled event loop is no silence of the listening connection', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  const nextQuestion = async () => {
    queries.mockClear()
    await vi.waitFor(() => expect(queries).toHaveBeenCalledWith('select 1'), 3_000)
  }
  await startListening()
  const [before] = await listening()
  // A question is on its way when the stall begins, and its answer waits to be read at the end.
  process.kill(before ?? 0, 'SIGSTOP')
  await nextQuestion()
  process.kill(before ?? 0, 'SIGCONT')
  await stallEventLoop(5_500)
  await nextQuestion()
  expect(await listening()).toEqual([before])
  expect(written).not.toHaveBeenCalled()
}, 30_000)

test('RT-005 RT-010 (decisions §6) what is told without a topic, or without an id, is ignored and logged; what follows is heard', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await startListening()
  const changed = vi.fn()
  const stop = listenFor(['admin'], changed)
  const tell = (payload: string) =>
    asSuperuser((client) => client.query("select pg_notify('msingi', $1)", [payload]))
  const bad = [
    '',
    'everybody',
    '{"id":1}',
    'investor',
    'investor:',
    'investor:7',
    'project:undefined',
    'admin:x',
  ]
  for (const payload of bad) await tell(payload)
  await tell('admin')
  await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce())
  const logged = written.mock.calls
    .map(([line]) => String(line))
    .filter((line) => line.includes('without a topic'))
  expect(logged).toHaveLength(bad.length)
  stop()
})

describe('what a stream begins with', () => {
  let now = 0
  /** Clocks of processes may differ a little, so that what changed shortly before counts too. */
  const passTime = () => {
    now += 60_000
  }
  beforeEach(async () => {
    await startListening()
    now = clock.now().getTime()
    setClock(() => new Date(now))
  })
  afterEach(() => setClock())
  const readNow = () => `?since=${clock.now().getTime()}`
  const firstOf = async (cookie: string, search: string, headers?: Record<string, string>) => {
    const stream = await openStream('/investment-dashboard/live', cookie, search, headers)
    stream.leave()
    await vi.waitFor(() => expect(stream.closed).toBe(true))
    return stream.text.includes('changed') ? 'changed' : 'nothing'
  }

  test('RT-500 a page reads itself again only if something that it shows changed since it was read', async () => {
    const [first, other] = [await anInvestor(), await anInvestor()]
    const cookie = await cookiesOf(first)
    passTime()
    const read = readNow()
    expect(await firstOf(cookie, read)).toBe('nothing')
    const stream = await openStream('/investment-dashboard/live', cookie, read)
    await notify(`investor:${other.investorId}`, 'admin')
    await settled()
    expect(await firstOf(cookie, read)).toBe('nothing')
    passTime()
    await notify(`investor:${first.investorId}`)
    await vi.waitFor(() => expect(stream.text).toMatch(changed))
    const [, heardAt = ''] = /id: (\d+)/.exec(stream.text) ?? []
    stream.leave()
    expect(await firstOf(cookie, read)).toBe('changed')
    expect(await firstOf(cookie, readNow())).toBe('changed')
    passTime()
    expect(await firstOf(cookie, readNow())).toBe('nothing')
    expect(await firstOf(cookie, read)).toBe('changed')
    const later = String(Number(heardAt) + 6_000)
    expect(await firstOf(cookie, read, { 'last-event-id': later })).toBe('nothing')
  })

  test('RT-500 it does when that is unknown: without a time, with a wrong one, or from before this process listened', async () => {
    const cookie = await cookiesOf(await anInvestor())
    passTime()
    const ahead = clock.now().getTime() + 5_000
    for (const search of ['', '?since=', '?since=x', '?since=-1', `?since=${ahead}`])
      expect(await firstOf(cookie, search), search).toBe('changed')
    const before = readNow()
    expect(await firstOf(cookie, before)).toBe('nothing')
    await stopListening()
    passTime()
    await startListening()
    expect(await firstOf(cookie, before)).toBe('changed')
    passTime()
    expect(await firstOf(cookie, readNow())).toBe('nothing')
  })
})
