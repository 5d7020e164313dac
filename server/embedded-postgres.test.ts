import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type EmbeddedPostgres, joinPostgres, quietLogins, startPostgres } from './embedded-postgres.ts'
import { withoutInstallation } from './postgres-folder.ts'
import { removeDatabase } from './postgres-place.ts'

const dataDirs: string[] = []
const servers: EmbeddedPostgres[] = []

async function aDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'msingi postgres-'))
  dataDirs.push(dataDir)
  return dataDir
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, log: () => undefined })
  servers.push(server)
  return server
}

async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const answer = await client.query({ text: question, rowMode: 'array' })
    // Of several statements there are as many answers, and nobody reads them.
    return Array.isArray(answer) ? [] : answer.rows.flat()
  } finally {
    await client.end()
  }
}

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
  const url = await new Promise<string>((resolve) => program.stdout.once('data', (line) => resolve(`${line}`.trim())))
  const ended = new Promise((resolve) => program.once('exit', resolve))
  const kill = async () => {
    program.kill('SIGKILL')
    await ended
  }
  return { url, kill }
}

const clusterOf = async (url: string) => String((await ask(url, 'show data_directory'))[0])

async function pidOf(url: string): Promise<number> {
  return Number((await readFile(join(await clusterOf(url), 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** The text a stopped server's pid file would have had, had it been killed; its first line is for the test to choose. */
async function leavePidFile(cluster: string, pid: number): Promise<void> {
  await writeFile(join(cluster, 'postmaster.pid'), `${pid}\n${cluster}\n1700000000\n5432\n/nowhere\n\n`)
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  await Promise.all(dataDirs.splice(0).map(removeDatabase))
})

describe('startPostgres', { timeout: 30_000 }, () => {
  test('gives a durable, private database and keeps it from start to start', async () => {
    const dataDir = await aDataDir()
    const first = await start(dataDir)
    expect(await ask(first.url, "select name, setting from pg_settings where name in ('fsync', 'listen_addresses')")) //
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
    await vi.waitFor(async () => expect(await ask(url, 'select weight from brick')).toEqual([7]), { timeout: 15_000 })
    expect(await pidOf(url)).not.toBe(killed)
  })

  test('its log names nobody, and is put aside when it is long', async () => {
    const dataDir = await aDataDir()
    const log = join(dataDir, 'postgres.log')
    const server = await start(dataDir)
    await ask(server.url, 'create role msingi_web; create role msingi_office; create role msingi_system')
    await ask(
      server.url,
      "create role msingi_auth login password 'opens'; grant create on schema public to msingi_auth",
    )
    await quietly(server.url)
    const login = Object.assign(new URL(server.url), { username: 'msingi_auth', password: 'opens' }).href
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

  test('a data folder is removed together with the server that a killed program left', async () => {
    const dataDir = await aDataDir()
    const { url, kill } = await anotherProgram(dataDir)
    const cluster = await clusterOf(url)
    await kill()
    await removeDatabase(dataDirs.pop() ?? '')
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

  test.runIf(process.platform === 'linux')('a pid file that names a zombie does not either', async () => {
    const dataDir = await aDataDir()
    const first = await start(dataDir)
    const cluster = await clusterOf(first.url)
    await first.stop()
    // The parent becomes `sleep`, which never collects the child that ended before.
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
    const zombie = await new Promise<number>((resolve) => parent.stdout.once('data', (line) => resolve(Number(line))))
    await vi.waitFor(async () => expect(await readFile(`/proc/${zombie}/stat`, 'utf8')).toContain(') Z '))
    await leavePidFile(cluster, zombie)

    const second = await start(dataDir)
    expect(await ask(second.url, 'select 1')).toEqual([1])
    parent.kill()
  })

  test('a pid file of a server that is gone does not either', async () => {
    const dataDir = await aDataDir()
    const first = await start(dataDir)
    const cluster = await clusterOf(first.url)
    await first.stop()
    await leavePidFile(cluster, 2 ** 22 + 1)
    const second = await start(dataDir)
    expect(await ask(second.url, 'select 1')).toEqual([1])
  })

  test('a database whose password is lost is refused, and its note may be lost', async () => {
    const dataDir = await aDataDir()
    const first = await start(dataDir)
    await ask(first.url, 'create table kept as select 1')
    await first.stop()
    await rm(join(dataDir, 'postgres-place.txt'), { force: true })
    const second = await start(dataDir)
    expect(await ask(second.url, 'select * from kept')).toEqual([1])
    await second.stop()
    await rename(join(dataDir, 'postgres-password'), join(dataDir, 'away'))
    await expect(start(dataDir)).rejects.toThrow('postgres-password is missing or empty, and the database')
    expect(existsSync(join(dataDir, 'postgres-password'))).toBe(false)
    // What a power cut may leave.
    await writeFile(join(dataDir, 'postgres-password'), '')
    await expect(start(dataDir)).rejects.toThrow('postgres-password is missing or empty, and the database')
    await rm(join(dataDir, 'postgres-password'))
    await mkdir(join(dataDir, 'postgres-password'))
    await expect(start(dataDir)).rejects.toThrow('postgres-password is no file.')
  })

  test('a database that is missing from its noted place is never replaced by an empty one', async () => {
    const dataDir = await aDataDir()
    await writeFile(join(dataDir, 'postgres-place.txt'), '/var/lib/msingi/gone\n')
    await expect(start(dataDir)).rejects.toThrow('/var/lib/msingi/gone/cluster, which is missing')
    await writeFile(join(dataDir, 'postgres-place.txt'), '')
    await expect(start(dataDir)).rejects.toThrow('postgres-place.txt is empty. Remove it')
    await rm(join(dataDir, 'postgres-place.txt'))
    await promisify(execFile)('mkfifo', [join(dataDir, 'postgres-place.txt')])
    await expect(start(dataDir)).rejects.toThrow('postgres-place.txt is no file.')
    await rm(join(dataDir, 'postgres-place.txt'))
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })

  test('the empty folder of a disk that is not mounted is no place for a new database', async () => {
    const dataDir = await aDataDir()
    const first = await start(dataDir)
    const cluster = await clusterOf(first.url)
    await first.stop()
    await rename(cluster, `${cluster}-away`)
    await mkdir(cluster)
    await expect(start(dataDir)).rejects.toThrow(cluster)
    // Root's is known by its password, too.
    await rm(join(dataDir, 'postgres-place.txt'), { force: true })
    await expect(start(dataDir)).rejects.toThrow(`There is no database in ${cluster}. Bring back what was there`)
    expect(await readdir(cluster)).toEqual([])
  })

  test.runIf(process.getuid?.() === 0)('a database of root whose note and password are lost is told of', async () => {
    const dataDir = await aDataDir()
    expect(await withoutInstallation(dataDir)).toBe(`There is no installation in DATA_DIR ${dataDir}.`)
    const first = await start(dataDir)
    const folder = dirname(await clusterOf(first.url))
    await first.stop()
    const [note, password] = [join(dataDir, 'postgres-place.txt'), join(dataDir, 'postgres-password')]
    for (const path of [note, password]) await rename(path, `${path}-away`)
    await expect(joinPostgres({ dataDir, log: () => undefined, mayMake: false })).rejects.toThrow(
      `There is no installation in DATA_DIR ${dataDir}. A database that was made for it lies in ${folder}. If it is to`,
    )
    for (const path of [note, password]) await rename(`${path}-away`, path)
  })
})
