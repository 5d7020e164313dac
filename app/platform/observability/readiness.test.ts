import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { app } from '../../../server/app.ts'
import { asSuperuser } from '../../../tests/database.ts'
import { config } from '../config.server.ts'
import { authDatabase, connectionPools } from '../database/connections.server.ts'
import { startListening, stopListening } from '../http/live.server.ts'
import { isReadyWithout, noteFullDisk } from './readiness.server.ts'

const store = join(config.dataDir, 'files')
const readiness = async () => {
  const answer = await app.request('/readyz', {
    headers: { cookie: 'msingi.session_token=nonsense' },
  })
  return { status: answer.status, told: await answer.json() }
}

// The program listens from its first import on: in this process that may have been another test's, and have ended with it.
beforeAll(async () => {
  await stopListening()
  await startListening()
})
// What was found stands for a second, so that each test begins more than one later.
const now = performance.now.bind(performance)
let laterMs = 0
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  laterMs += 1_050
  vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)
})
afterAll(stopListening)

test('a process that has all it needs is ready; the answer is kept nowhere and gives no cookie', async () => {
  const answer = await app.request('/readyz')
  expect([answer.status, await answer.json()]).toEqual([200, { ready: true }])
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(answer.headers.getSetCookie()).toEqual([])
  expect((await app.request('/healthz')).status).toBe(200)
})

test('a database that lacks the newest migration of this process is told, and no name of one', async () => {
  const lack = (name: string) => `update migrations.applied set name = ${name} where name = `
  await asSuperuser(async (client) => {
    const { rows } = await client.query(
      "select max(name) as newest from migrations.applied where name <> 'access'",
    )
    await client.query(`${lack("'0000-before'")}'${rows[0].newest}'`)
    expect(await readiness()).toEqual({
      status: 503,
      told: { ready: false, missing: ['migrations'] },
    })
    await client.query(`${lack(`'${rows[0].newest}'`)}'0000-before'`)
  })
})

test('a database that newer processes migrated is no reason to go', async () => {
  await asSuperuser((client) =>
    client.query("insert into migrations.applied (name, sha256) values ('9999-after', '')"),
  )
  expect(await readiness()).toEqual({ status: 200, told: { ready: true } })
  await asSuperuser((client) =>
    client.query("delete from migrations.applied where name = '9999-after'"),
  )
})

test('a lost database is told, while the process says that it lives', async () => {
  await stopListening()
  expect(await readiness()).toEqual({ status: 503, told: { ready: false, missing: ['database'] } })
  expect((await app.request('/healthz')).status).toBe(200)
  await startListening()
})

test('LIM-413 a pool whose connections do not answer is told, while the listening connection does', async () => {
  await authDatabase.selectNoFrom(sql`1`.as('one')).execute()
  const backends = await asSuperuser(async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where usename = 'msingi_auth' and datname = current_database()",
    )
    return rows.map(({ pid }) => pid)
  })
  expect(backends).not.toEqual([])
  for (const pid of backends) process.kill(pid, 'SIGSTOP')
  try {
    expect(await readiness()).toEqual({
      status: 503,
      told: { ready: false, missing: ['database'] },
    })
  } finally {
    for (const pid of backends) process.kill(pid, 'SIGCONT')
  }
  await vi.waitFor(async () => expect((await readiness()).status).toBe(200), {
    timeout: 5_000,
    interval: 500,
  })
})

test('LIM-413 a pool whose connections all work is not asked and is no reason to go', async () => {
  const clients = await Promise.all(Array.from({ length: 10 }, () => connectionPools.web.connect()))
  try {
    expect(await readiness()).toEqual({ status: 200, told: { ready: true } })
  } finally {
    for (const client of clients) client.release()
  }
})

test('LIM-419 a database that waits for room on its disk is told with the disk', async () => {
  noteFullDisk(true)
  await stopListening()
  expect(await readiness()).toEqual({
    status: 503,
    told: { ready: false, missing: ['database', 'disk'] },
  })
  noteFullDisk(false)
  await startListening()
})

test('files that cannot be written are told, and a look leaves none behind', async () => {
  await mkdir(store, { recursive: true })
  const before = await readdir(store)
  await rename(store, `${store}-away`)
  await writeFile(store, 'a file where the folder should be')
  expect(await readiness()).toEqual({ status: 503, told: { ready: false, missing: ['files'] } })
  await rename(store, `${store}-blocked`)
  await rename(`${store}-away`, store)
  expect(await readdir(store)).toEqual(before)
})

test('a bucket that is down takes no one out, since all processes share it; nothing else is excused', () => {
  expect(isReadyWithout(['files'], true)).toBe(true)
  expect(isReadyWithout(['files'], false)).toBe(false)
  expect(isReadyWithout(['database', 'files'], true)).toBe(false)
  expect(isReadyWithout([], false)).toBe(true)
})
