import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { aDataDir, ask, clusterOf, pidOf, start } from '../../tests/embedded-servers.ts'
import { removeDatabase } from './postgres-place.ts'

/** A separate program that owns the data folder, as `npm start` is, and can be killed. */
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

/** The text a stopped server's pid file would have had, had it been killed; its first line is for the test to choose. */
async function leavePidFile(cluster: string, pid: number): Promise<void> {
  await writeFile(
    join(cluster, 'postmaster.pid'),
    `${pid}\n${cluster}\n1700000000\n5432\n/nowhere\n\n`,
  )
}

describe('what a killed program left', { timeout: 30_000 }, () => {
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
