import { readFile, statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { logins } from '../../config/login-password.ts'
import { hasErrorCode } from '../durable-files.ts'
import { refuseOtherMajor } from './major-version.ts'
import { incomplete, preparePlace, sweepPlace, urlOf } from './postgres-place.ts'
import { type Launched, launch, type Place, runningPid, stopPostmaster } from './postmaster.ts'

/*
 * The embedded server of one installation:
 *
 *   connecting ── a server answers ──▶ owning ── the connection ends ──▶ connecting …
 *     a server is starting or recovering: wait
 *     a server runs and is silent for 5 seconds: its socket is gone, so stop it
 *     none runs: wait for room on the disk, then start one
 *     the one we started ended: start another, 20 times
 *
 * A server that a killed program left is used again. Who owns the installation holds a session lock in it.
 */

/** `url` is a superuser's address of the existing database `msingi`. */
export type EmbeddedPostgres = { url: string; stop: () => Promise<void> }

/** `mayMake` (default true) creates a missing database; `place` is another than that of `dataDir`. */
type Options = {
  dataDir: string
  place?: Place
  log: (line: string) => void
  onLost?: (error: unknown) => void
  onFullDisk?: (isFull: boolean) => void
  mayMake?: boolean
}

type Server = {
  place: Place
  options: Options
  /** A server started while connecting, until it ends. */
  launched: Launched | null
  failures: number
  silentMs: number
  isRestart: boolean
  isDiskFull: boolean
  isStopping: boolean
}

/** A session lock in database `postgres`, which a killed owner releases immediately. */
const ownershipLock = 2_020_0317
const database = 'msingi'
const pauseMs = 50
const longestSilenceMs = 5000
const mostFailures = 20
/** Two WAL segments: without room for the next one PostgreSQL stops and cannot restart. */
const neededBytes = 2 * 16 * 1024 * 1024

async function tryConnect(place: Place): Promise<pg.Client | 'starting' | 'silent'> {
  const client = new pg.Client({
    connectionString: urlOf(place, 'postgres'),
    connectionTimeoutMillis: 5000,
  })
  // A lost connection must not end the program; `end` follows.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    // cannot_connect_now, admin_shutdown, too_many_connections, disk_full: temporary.
    if (hasErrorCode(error, '57P03', '57P01', '53300', '53100')) return 'starting'
    if (hasErrorCode(error, '28P01')) {
      const problem = `postgres-password does not open the database in ${place.cluster}`
      throw incomplete(place.dataDir, problem, 'the password of the database')
    }
    if (error instanceof pg.DatabaseError) throw error
    return 'silent'
  }
}

async function connect(server: Server): Promise<pg.Client> {
  Object.assign(server, { launched: null, failures: 0, silentMs: 0 })
  for (let tries = 1; !server.isStopping; tries += 1) {
    const answer = await tryConnect(server.place)
    if (typeof answer === 'object') return answer
    if (answer === 'silent') await startIfNoneComes(server)
    else if (tries % 200 === 0) server.options.log('PostgreSQL is recovering from an interruption…')
    await sleep(pauseMs)
  }
  throw new Error('The program stops.')
}

async function startIfNoneComes(server: Server): Promise<void> {
  const { place, launched } = server
  if (launched?.ended) {
    server.launched = null
    server.failures += 1
    if (server.failures === mostFailures) throw await whyItEnded(place, launched.ended)
    await sleep(server.failures * pauseMs)
  } else if (launched) {
    // It will listen soon.
  } else if (server.silentMs < longestSilenceMs && (await runningPid(place.cluster))) {
    server.silentMs += pauseMs
  } else if (await hasRoom(server)) {
    await refuseOtherMajor(place)
    await stopPostmaster(place.cluster)
    server.launched = await launch(place)
    server.silentMs = 0
  } else {
    server.failures = 0
  }
}

async function whyItEnded({ logFile }: Place, ended: string): Promise<Error> {
  const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-8)
  return new Error(
    `PostgreSQL does not start: ${ended}. The end of ${logFile}:\n  ${lines.join('\n  ')}`,
  )
}

/** The first start fails with a message instead of waiting for room. */
async function hasRoom(server: Server): Promise<boolean> {
  const { bavail, bsize } = await statfs(server.place.cluster)
  const isFull = server.isRestart && bavail * bsize < neededBytes
  if (isFull !== server.isDiskFull) server.options.onFullDisk?.(isFull)
  server.isDiskFull = isFull
  return !isFull
}

/** Connects and takes ownership; false when another program owns it. Stops a server that cannot be used. */
async function own(server: Server, onEnd: () => void): Promise<boolean> {
  let isOwner = false
  try {
    const client = await connect(server)
    isOwner = await takeOwnership(client)
    if (!isOwner) {
      await client.end()
      return false
    }
    await refuseOtherMajor(server.place)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      database,
    ])
    if (!rowCount) await client.query(`create database ${database}`)
    client.once('end', onEnd)
    return true
  } catch (fault) {
    if (isOwner || server.launched) await stopPostmaster(server.place.cluster)
    throw fault
  }
}

async function takeOwnership(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isOwner: boolean }>(
    'select pg_try_advisory_lock($1) as "isOwner"',
    [ownershipLock],
  )
  return rows[0]?.isOwner === true
}

/**
 * The server of a DATA_DIR, ours until `stop` or another program's, on a private socket only. Ours is restarted when it
 * dies; `onLost` reports when that is impossible, `onFullDisk` a full disk and its end.
 */
export async function joinPostgres(
  options: Options,
): Promise<EmbeddedPostgres & { isOwner: boolean }> {
  const { dataDir, log, mayMake, onLost = (error) => log(String(error)) } = options
  const place = options.place ?? (await preparePlace(dataDir, log, mayMake))
  const url = urlOf(place, database)
  const connecting = { launched: null, failures: 0, silentMs: 0 }
  const states = { isRestart: false, isDiskFull: false, isStopping: false }
  const server: Server = { place, options, ...connecting, ...states }
  let restarting: Promise<unknown> = Promise.resolve()
  const restart = () => {
    if (server.isStopping) return
    log('The connection to PostgreSQL was lost; starting it again if it ended.')
    server.isRestart = true
    restarting = own(server, restart)
      .then((isOwner) => isOwner || Promise.reject(ownedByAnother(dataDir)))
      .catch((error) => server.isStopping || onLost(error))
  }
  const isOwner = await own(server, restart)
  if (!isOwner) return { url, isOwner, stop: async () => undefined }
  if (!options.place) await sweepPlace(place)
  return {
    url,
    isOwner,
    // Ownership ends after the server, or the next owner's server could be stopped.
    stop: async () => {
      server.isStopping = true
      await restarting
      await stopPostmaster(place.cluster)
    },
  }
}

/** `joinPostgres`, but throws when another program owns the installation. */
export async function startPostgres(options: Options): Promise<EmbeddedPostgres> {
  const postgres = await joinPostgres(options)
  if (postgres.isOwner) return postgres
  throw ownedByAnother(options.dataDir)
}

function ownedByAnother(dataDir: string): Error {
  return new Error(
    `Another Msingi is already running with DATA_DIR ${dataDir}, or a copy of it. ` +
      'Stop it, or set DATA_DIR (and PORT) to run a second one.',
  )
}

/**
 * Keeps refused statements of the program's logins out of the server's log, because they contain
 * personal data; the program logs them without it.
 */
export async function quietLogins(client: pg.Client): Promise<void> {
  for (const login of logins) await client.query(`alter role ${login} set log_min_messages = 'log'`)
}
