import { spawn } from 'node:child_process'
import { closeSync, openSync, renameSync, statSync } from 'node:fs'
import { readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { logins } from './login-password.ts'
import {
  connectionOf,
  type Place,
  preparePlace,
  spawnOptions,
  sweepPlace,
  urlOf,
} from './postgres-place.ts'
import { declareDead, readPostmaster, stopPostmaster } from './postmaster.ts'
import { isFault } from './write-once.ts'

type Log = (line: string) => void

/** `url` is a superuser's address of the database `msingi`, which exists. */
export type EmbeddedPostgres = { url: string; stop: () => Promise<void> }

/** A session lock in database `postgres`: who holds it owns the installation, and a killed owner drops it at once. */
const ownership = 2_020_0317
const database = 'msingi'
/** Bytes. A longer log is put aside at the next start, in the place of the one before. */
const longestLog = 10_000_000

/** A server of ours; `ended` says how, once it has. */
type Launched = { ended: string | null }

type Answer = { client: pg.Client } | 'starting' | 'silent'

async function ask(place: Place): Promise<Answer> {
  const client = new pg.Client({
    ...connectionOf(place),
    database: 'postgres',
    connectionTimeoutMillis: 5000,
  })
  // A connection that breaks while nobody waits on it must not end the program; `end` follows and is listened to.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return { client }
  } catch (error) {
    await client.end().catch(() => undefined)
    // cannot_connect_now, admin_shutdown, too_many_connections, disk_full: a server is there and will be able to answer.
    if (isFault(error, '57P03', '57P01', '53300', '53100')) return 'starting'
    if (isFault(error, '28P01')) {
      throw new Error(
        `The password in DATA_DIR does not open the database in ${place.cluster}. Do they belong together? If it is ` +
          'lost: docs/operations.md, "When the password of the database is lost".',
      )
    }
    if (error instanceof pg.DatabaseError) throw error
    return 'silent'
  }
}

function putAsideLong(logFile: string): void {
  try {
    if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > longestLog)
      renameSync(logFile, `${logFile}.1`)
  } catch (error) {
    // Another start was faster.
    if (!isFault(error, 'ENOENT')) throw error
  }
}

function launch(place: Place): Launched {
  putAsideLong(place.logFile)
  const log = openSync(place.logFile, 'a', 0o600)
  const settings = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: place.sockets,
    log_checkpoints: 'off',
    // This program starts it again. By itself it can hang for ever when a full disk ends its recovery too.
    restart_after_crash: 'off',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(place.binaries, 'bin/postgres'), ['-D', place.cluster, ...options], {
    ...spawnOptions(place),
    // A session of its own: Ctrl-C in our terminal must reach us only, and we stop it after the last query.
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

async function faultOf(place: Place, ended: string): Promise<Error> {
  const lines = (await readFile(place.logFile, 'utf8')).trimEnd().split('\n').slice(-8)
  return new Error(
    `PostgreSQL does not start: ${ended}. The end of ${place.logFile}:\n  ${lines.join('\n  ')}`,
  )
}

/** Whether waiting makes sense: our own server until it ends, somebody's server of this cluster while it runs. */
async function isComing(place: Place, launched: Launched | null): Promise<boolean> {
  if (launched) return launched.ended === null
  return (await readPostmaster(place.cluster))?.state === 'running'
}

/** The server of this place once it answers; else nobody is coming, or a left-over one runs but is silent for 5 seconds. */
async function listenFor(
  place: Place,
  launched: Launched | null,
  log: Log,
): Promise<pg.Client | 'nobody' | 'mute'> {
  const pause = 50
  for (let waits = 1, silence = 0; launched || silence < 5000; waits += 1) {
    const answer = await ask(place)
    if (typeof answer === 'object') return answer.client
    if (answer === 'silent' && !(await isComing(place, launched))) return 'nobody'
    if (answer === 'silent') silence += pause
    else if (waits % 200 === 0) log('PostgreSQL is recovering from an interruption…')
    await sleep(pause)
  }
  return 'mute'
}

/** Two segments of its write-ahead log: without room for the next one PostgreSQL ends itself and cannot start again. */
const neededBytes = 2 * 16 * 1024 * 1024

/** How a start waits for room on a disk that is full. Whoever starts the program is told instead of kept waiting. */
type Patience = { onFullDisk: (isFull: boolean) => void; isStopping: () => boolean }

async function isDiskFull(place: Place): Promise<boolean> {
  const { bavail, bsize } = await statfs(place.cluster)
  return bavail * bsize < neededBytes
}

/** Waits until there is room; false when there was no lack of it. */
async function waitForRoom(place: Place, { onFullDisk, isStopping }: Patience): Promise<boolean> {
  if (!(await isDiskFull(place))) return false
  onFullDisk(true)
  while (await isDiskFull(place)) {
    if (isStopping()) throw new Error('The program stops.')
    await sleep(500)
  }
  onFullDisk(false)
  return true
}

async function clearPidFile(place: Place): Promise<void> {
  const postmaster = await readPostmaster(place.cluster)
  if (postmaster?.state !== 'zombie' && postmaster?.state !== 'stranger') return
  await declareDead(place.cluster, postmaster.pid)
  await rm(join(place.sockets, '.s.PGSQL.5432.lock'), { force: true })
}

/**
 * Connects to the server of this place, after starting it when none answers. A server left over by a killed program is
 * used again; a mute one has lost its socket and is stopped first. A start may fail for a while because backends of a
 * killed server are still leaving, or because another program's start won: then that one's server is listened for. One
 * that was started here and does not let us in is stopped again. With `patience` a full disk is no failure.
 */
async function reach(place: Place, log: Log, patience: Patience | null): Promise<pg.Client> {
  let launched: Launched | null = null
  const stopLaunched = async (fault: unknown) => {
    if (launched) await stopPostmaster(place.cluster)
    throw fault
  }
  for (let failures = 0; ; ) {
    const found: pg.Client | 'nobody' | 'mute' = await listenFor(place, launched, log).catch(
      stopLaunched,
    )
    if (typeof found === 'object') return found
    if (launched?.ended) {
      if (patience && (await waitForRoom(place, patience))) failures = 0
      else failures += 1
      if (failures === 20) throw await faultOf(place, launched.ended)
      launched = null
      await sleep(failures * 50)
    } else {
      if (found === 'mute') await stopPostmaster(place.cluster)
      await clearPidFile(place)
      launched = launch(place)
    }
  }
}

/** Somebody else's running program owns this DATA_DIR; `url` is the address of its database. */
class AlreadyRunning extends Error {
  // Private, because it holds a password and errors are printed with their properties.
  readonly #url: string

  constructor(dataDir: string, folder: string, url: string) {
    super(
      `Another Msingi is already running with DATA_DIR ${dataDir}, or a copy of it: its database is in ${folder}. ` +
        'Stop it, or set DATA_DIR (and PORT) to run a second one.',
    )
    this.#url = url
  }

  get url() {
    return this.#url
  }
}

async function takeOwnership(client: pg.Client, dataDir: string, place: Place): Promise<void> {
  const { rows } = await client.query<{ ours: boolean }>(
    'select pg_try_advisory_lock($1) as ours',
    [ownership],
  )
  if (rows[0]?.ours) return
  await client.end()
  throw new AlreadyRunning(dataDir, place.folder, urlOf(place, database))
}

/**
 * Keeps refused statements of the program's logins out of the server's log, because they name whom they were about; the
 * program logs that they were refused, without that. What the server itself does, as autovacuum, is logged as ever.
 */
export async function quietLogins(client: pg.Client): Promise<void> {
  for (const login of logins) await client.query(`alter role ${login} set log_min_messages = 'log'`)
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (!rowCount) await client.query(`create database ${database}`)
}

/**
 * Starts the PostgreSQL of a DATA_DIR, or takes over the one a killed program left running. It listens on a private
 * socket only. While this program lives it is started again should it die; `onLost` tells when that is impossible. On a
 * full disk, which ends PostgreSQL, it is started again when there is room; `onFullDisk` tells of both.
 * Refuses with an Error when another living program owns the same DATA_DIR, and, unless it may make one (as by default),
 * when there is no database.
 */
export async function startPostgres(options: {
  dataDir: string
  log: Log
  onLost?: (error: unknown) => void
  onFullDisk?: (isFull: boolean) => void
  mayMake?: boolean
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, onFullDisk = () => undefined } = options
  const onLost = options.onLost ?? ((error) => log(String(error)))
  const place = await preparePlace(dataDir, log, options.mayMake)
  let stopping = false

  async function own(patience: Patience | null): Promise<void> {
    if (patience) await waitForRoom(place, patience)
    const client = await reach(place, log, patience)
    await takeOwnership(client, dataDir, place)
    await ensureDatabase(client).catch(async (fault) => {
      await stopPostmaster(place.cluster)
      throw fault
    })
    client.once('end', () => {
      if (stopping) return
      log('The connection to PostgreSQL was lost; starting it again if need be.')
      owned = own({ onFullDisk, isStopping: () => stopping })
      owned.catch(onLost)
    })
  }

  let owned = own(null)
  await owned
  await sweepPlace(place)
  return {
    url: urlOf(place, database),
    // Ownership ends with the server and not before, or the next owner's server could be the one we stop.
    stop: async () => {
      stopping = true
      await owned.catch(() => undefined)
      await stopPostmaster(place.cluster)
    },
  }
}

/** For a command beside the running program: uses its server when there is one, else starts it for this command only. */
export async function joinPostgres(options: {
  dataDir: string
  log: Log
  mayMake?: boolean
}): Promise<EmbeddedPostgres> {
  try {
    return await startPostgres(options)
  } catch (error) {
    if (error instanceof AlreadyRunning) return { url: error.url, stop: async () => undefined }
    throw error
  }
}
