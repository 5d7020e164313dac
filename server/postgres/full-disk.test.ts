import { execFile, execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { aDataDir, ask, clusterOf, start } from '../../tests/embedded-servers.ts'
import { startPostgres } from './embedded-postgres.ts'

const run = promisify(execFile)

/** Mounting needs rights that not every machine gives. */
function mayMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Puts a stopped cluster onto a separate disk of this size. */
async function ontoSmallDisk(cluster: string, megabytes: number): Promise<void> {
  const draft = `${cluster}-small-disk`
  await mkdir(draft)
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', draft])
  await run('cp', ['-a', `${cluster}/.`, draft])
  await run('mount', ['--bind', draft, cluster])
  await run('umount', [draft])
  await rm(draft, { recursive: true })
}

/** Connected while there is room: on a full disk PostgreSQL accepts no connection. */
async function connected(url: string): Promise<{ client: pg.Client; ended: () => boolean }> {
  const client = new pg.Client({ connectionString: url })
  let isEnded = false
  client
    .on('error', () => undefined)
    .on('end', () => {
      isEnded = true
    })
  await client.connect()
  return { client, ended: () => isEnded }
}

/** Writes rows, each into a new file of the write-ahead log, until the database is gone; answers which were confirmed. */
async function writeUntilLost({
  client,
  ended,
}: Awaited<ReturnType<typeof connected>>): Promise<number[]> {
  const confirmed: number[] = []
  for (let number = 0; !ended(); number += 1) {
    await client.query('insert into kept values ($1)', [number]).then(
      () => confirmed.push(number),
      () => undefined,
    )
    await client.query('select pg_switch_wal()').catch(() => undefined)
  }
  return confirmed
}

test('LIM-418 a database that ended on a full disk is started again when there is room', async ({
  skip,
}) => {
  skip(!mayMount(), 'no right to mount')
  const dataDir = await aDataDir()
  const first = await start(dataDir)
  const cluster = await clusterOf(first.url)
  await ask(first.url, "alter system set min_wal_size = '32MB'")
  await ask(first.url, 'create table kept (number int)')
  await ask(first.url, 'insert into kept values (-1)')
  await first.stop()
  await ontoSmallDisk(cluster, 160)
  const onFullDisk = vi.fn()
  const onLost = vi.fn()
  const server = await startPostgres({ dataDir, log: () => undefined, onLost, onFullDisk })
  try {
    const writer = await connected(server.url)
    const filler = join(cluster, 'filler')
    await writeFile(filler, Buffer.alloc(400 * 1024 * 1024)).catch(() => undefined)
    const confirmed = await writeUntilLost(writer)
    await vi.waitFor(() => expect(onFullDisk).toHaveBeenLastCalledWith(true), 20_000)
    await rm(filler)
    await vi.waitFor(() => expect(onFullDisk).toHaveBeenLastCalledWith(false), 20_000)
    await vi.waitFor(async () => expect(await ask(server.url, 'select 1')).toEqual([1]), 20_000)
    const kept = await ask(server.url, 'select number from kept')
    expect(confirmed.filter((number) => !kept.includes(number))).toEqual([])
    expect(onLost).not.toHaveBeenCalled()
  } finally {
    await server.stop()
    await run('umount', ['--lazy', cluster])
  }
}, 180_000)
