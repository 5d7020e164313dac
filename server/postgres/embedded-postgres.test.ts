import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { aDataDir, ask, pidOf, start } from '../../tests/embedded-servers.ts'
import { quietLogins } from './embedded-postgres.ts'

async function quietly(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await quietLogins(client).finally(() => client.end())
}

describe('startPostgres', { timeout: 30_000 }, () => {
  test('gives a durable, private database and keeps it from start to start', async () => {
    const dataDir = await aDataDir()
    const first = await start(dataDir)
    expect(
      await ask(
        first.url,
        "select name, setting from pg_settings where name in ('fsync', 'listen_addresses')",
      ),
    ) //
      .toEqual(['fsync', 'on', 'listen_addresses', ''])
    await ask(first.url, 'create table brick as select 7 as weight')
    await first.stop()
    await expect(ask(first.url, 'select 1')).rejects.toThrow()

    const second = await start(dataDir)
    expect(await ask(second.url, 'select weight from brick')).toEqual([7])
  })

  test('a wrong password is refused on the socket too', async () => {
    const { url } = await start(await aDataDir())
    const wrong = new URL(url)
    wrong.password = 'wrong'
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  })

  test('two data folders run side by side', async () => {
    const [first, second] = await Promise.all([start(await aDataDir()), start(await aDataDir())])
    await ask(first.url, 'create table brick ()')
    expect(await ask(second.url, "select to_regclass('brick')")).toEqual([null])
  })

  test('of two starts on one data folder, one says that the other is running', async () => {
    const dataDir = await aDataDir()
    const both = await Promise.allSettled([start(dataDir), start(dataDir)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refusal = both.find((outcome) => outcome.status === 'rejected')
    expect(String(refusal?.reason)).toContain(`already running with DATA_DIR ${dataDir}`)
  })

  test('a killed server is started again, and what was confirmed is there', async () => {
    const { url } = await start(await aDataDir())
    await ask(url, 'create table brick as select 7 as weight')
    const killed = await pidOf(url)
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(async () => expect(await ask(url, 'select weight from brick')).toEqual([7]), {
      timeout: 15_000,
    })
    expect(await pidOf(url)).not.toBe(killed)
  })

  test('its log names no one, and is put aside when it is long', async () => {
    const dataDir = await aDataDir()
    const log = join(dataDir, 'postgres.log')
    const server = await start(dataDir)
    await ask(
      server.url,
      'create role msingi_web; create role msingi_office; create role msingi_system',
    )
    await ask(
      server.url,
      "create role msingi_auth login password 'opens'; grant create on schema public to msingi_auth",
    )
    await quietly(server.url)
    const login = Object.assign(new URL(server.url), {
      username: 'msingi_auth',
      password: 'opens',
    }).href
    await ask(login, 'create table person (email text unique)')
    await ask(login, "insert into person values ('anna@example.com')")
    const again = "insert into person values ('anna@example.com')"
    await expect(ask(login, again)).rejects.toThrow('duplicate key')
    await expect(ask(login, "select 'anna@example.com'::int")).rejects.toThrow('invalid input')
    // What the server or a superuser does is logged as ever.
    await expect(ask(server.url, 'select from nothing')).rejects.toThrow('does not exist')
    const written = await readFile(log, 'utf8')
    expect(written).toContain('relation "nothing" does not exist')
    expect(written).not.toMatch(/duplicate key|anna@example.com/)
    await server.stop()
    await writeFile(log, 'x'.repeat(10_000_001))
    await start(dataDir)
    expect((await readFile(`${log}.1`, 'utf8')).length).toBeGreaterThan(10_000_000)
    expect((await readFile(log, 'utf8')).length).toBeLessThan(10_000)
  })
})
