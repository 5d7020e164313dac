import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync, renameSync, statSync } from 'node:fs'
import { constants, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { hasErrorCode, readIfThere } from '../durable-files.ts'

export type Owner = { uid: number; gid: number }

/** Where an installation's PostgreSQL is; `owner` is null when it runs as the current user, `major` is of `binaries`. */
export type Place = {
  dataDir: string
  folder: string
  cluster: string
  sockets: string
  binaries: string
  major: number
  logFile: string
  owner: Owner | null
  password: string
}

/** `ended` describes how the server ended. */
export type Launched = { ended: string | null }

/** Bytes. A longer log becomes `postgres.log.1` at the next start. */
const longestLog = 10_000_000
const fastShutdown = 'SIGINT'
const immediateShutdown = 'SIGQUIT'

/** A clean environment, so that the caller's PG… variables have no effect. */
export function spawnOptions({ folder, owner }: Pick<Place, 'folder' | 'owner'>) {
  return { cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' }, ...owner }
}

const pidFileOf = (cluster: string) => join(cluster, 'postmaster.pid')
const firstNumber = (text: string | null) => Number.parseInt(text ?? '', 10)

/** Empty for a process that is gone, or a zombie. */
async function commandLineOf(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux')
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
    return (await promisify(execFile)('/bin/ps', ['-ww', '-o', 'args=', '-p', `${pid}`])).stdout
  } catch (error) {
    // `ps` exits with 1 when there is no such process.
    if (hasErrorCode(error, 'ENOENT', 'ESRCH', '1')) return ''
    throw error
  }
}

/** The number may belong to another program by now. */
const isServing = async (pid: number, cluster: string) =>
  pid > 1 && (await commandLineOf(pid)).includes(`/postgres -D ${cluster} `)

/** The process id of this cluster's server; null when none runs. */
export async function runningPid(cluster: string): Promise<number | null> {
  const pid = firstNumber(await readIfThere(pidFileOf(cluster)))
  return (await isServing(pid, cluster)) ? pid : null
}

/**
 * Makes a new server see that the former one is dead. PostgreSQL would trust a zombie or reused
 * process id. The file cannot be deleted: it names shared memory a backend may still use.
 */
async function declareDead({ cluster, sockets }: Place): Promise<void> {
  const path = pidFileOf(cluster)
  if ((await readIfThere(path)) === null) return
  const file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW)
  try {
    const text = await file.readFile('utf8')
    if (await isServing(firstNumber(text), cluster)) return
    await file.truncate(0)
    await file.write(text.replace(/^\d+/, `${process.pid}`), 0)
  } finally {
    await file.close()
  }
  await rm(join(sockets, '.s.PGSQL.5432.lock'), { force: true })
}

export async function launch(place: Place): Promise<Launched> {
  await declareDead(place)
  const { size = 0 } = statSync(place.logFile, { throwIfNoEntry: false }) ?? {}
  if (size > longestLog) renameSync(place.logFile, `${place.logFile}.1`)
  const log = openSync(place.logFile, 'a', 0o600)
  const settings = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: place.sockets,
    log_checkpoints: 'off',
    // This program restarts it. PostgreSQL itself can hang when a full disk ends its recovery.
    restart_after_crash: 'off',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(place.binaries, 'bin/postgres'), ['-D', place.cluster, ...options], {
    ...spawnOptions(place),
    // Its own session, so that Ctrl-C reaches only this program, which then stops the server.
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const launched: Launched = { ended: null }
  server.once('error', (error) => {
    launched.ended = error.message
  })
  server.once('exit', (code, signal) => {
    launched.ended = `it ended with ${signal ?? `code ${code}`}`
  })
  server.unref()
  return launched
}

/** Stops this cluster's server: fast, and after five seconds immediately (it recovers at its next start). */
export async function stopPostmaster(cluster: string): Promise<void> {
  const pid = await runningPid(cluster)
  if (pid === null) return
  for (const [signal, seconds] of [
    [fastShutdown, 5],
    [immediateShutdown, 3],
  ] as const) {
    if (!(await isServing(pid, cluster))) return
    process.kill(pid, signal)
    for (let waited = 0; waited < seconds * 1000; waited += 25) {
      await sleep(25)
      if (!(await isServing(pid, cluster))) return
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop within 8 seconds.`)
}
