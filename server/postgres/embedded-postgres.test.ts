import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { aDataDir, ask, clusterOf, start } from '../../tests/embedded-servers.ts'
import { quietLogins } from './embedded-postgres.ts'
import { removeDatabase } from './postgres-place.ts'

async function quietly(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await quietLogins(client).finally(() => client.end())
}

/** A program of its own that owns the data folder, as `npm start` is, and can be killed. */
async function anotherProgram(dataDir: string) {
  const script = join(import.meta.dirname, 'embedded-postgres.ts')
  const code = `const { startPostgres } = await import(${JSON.stringify(script)})
    const { url } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined })
    console.log(url); setInterval(() => {}, 1000)`
  const program = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve) =>
    program.stdout.once('data', (line) => resolve(`${line}`.trim())),
  )
  const ended = new Promise((resolve) => program.once('exit', resolve))
  const kill = async () => {
    program.kill('SIGKILL')
    await ended
  }
  return { url, kill }
}

async function pidOf(url: string): Promise<number> {
  return Number(
    (await readFile(join(await clusterOf(url), 'postmaster.pid'), 'utf8')).split('\n')[0],
  )
}

/** The text a stopped server's pid file would have had, had it been killed; its first line is for the test to choose. */
async function leavePidFile(cluster: string, pid: number): Promise<void> {
  await writeFile(
    join(cluster, 'postmaster.pid'),
    `${pid}\n${cluster}\n1700000000\n5432\n/nowhere\n\n`,
  )
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

  test('its log names nobody, and is put aside when it is long', async () => {
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

  test('a killed program’s server is taken over', async () => {
    const dataDir = await aDataDir()
    const { url, kill } = await anotherProgram(dataDir)
    const orphan = await pidOf(url)
    await expect(start(dataDir)).rejects.toThrow('already running')
    await kill()

    const server = await start(dataDir)
    expect(await pidOf(server.url)).toBe(orphan)
  })

  test('DATA-351 a server whose socket was removed is stopped, and another is started', async () => {
    const dataDir = await aDataDir()
    const { url, kill } = await anotherProgram(dataDir)
    const orphan = await pidOf(url)
    await ask(url, 'create table brick as select 7 as weight')
    await kill()
    await rm(new URL(url).searchParams.get('host') ?? '', { recursive: true })

    const server = await start(dataDir)
    expect(await ask(server.url, 'select weight from brick')).toEqual([7])
    expect(await pidOf(server.url)).not.toBe(orphan)
  })

  test('a data folder is removed together with the server that a killed program left', async () => {
    const dataDir = await aDataDir()
    const { url, kill } = await anotherProgram(dataDir)
    const cluster = await clusterOf(url)
    await kill()
    await removeDatabase(dataDir)
    expect(existsSync(cluster)).toBe(false)
    await expect(ask(url, 'select 1')).rejects.toThrow()
  })

  test('a pid file that names a stranger does not keep the server from starting, and the stranger lives', async () => {
    const dataDir = await aDataDir()
    const first = await start(dataDir)
    const cluster = await clusterOf(first.url)
    await first.stop()
    const stranger = spawn('sleep', ['60'], { uid: process.getuid?.() === 0 ? 65534 : undefined })
    await leavePidFile(cluster, stranger.pid ?? 0)

    const second = await start(dataDir)
    expect(await ask(second.url, 'select 1')).toEqual([1])
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
    stranger.kill()
  })

  test.runIf(process.platform === 'linux')(
    'a pid file that names a zombie does not either',
    async () => {
      const dataDir = await aDataDir()
      const first = await start(dataDir)
      const cluster = await clusterOf(first.url)
      await first.stop()
      // The parent becomes `sleep`, which never collects the child that ended before.
      const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const zombie = await new Promise<number>((resolve) =>
        parent.stdout.once('data', (line) => resolve(Number(line))),
      )
      await vi.waitFor(async () =>
        expect(await readFile(`/proc/${zombie}/stat`, 'utf8')).toContain(') Z '),
      )
      await leavePidFile(cluster, zombie)

      const second = await start(dataDir)
      expect(await ask(second.url, 'select 1')).toEqual([1])
      parent.kill()
    },
  )

  test('a pid file of a server that is gone does not either', async () => {
    const dataDir = await aDataDir()
    const first = await start(dataDir)
    const cluster = await clusterOf(first.url)
    await first.stop()
    await leavePidFile(cluster, 2 ** 22 + 1)
    const second = await start(dataDir)
    expect(await ask(second.url, 'select 1')).toEqual([1])
  })
})
