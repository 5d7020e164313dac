import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { chown, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { preparePlace, urlOf } from '../../server/postgres/postgres-place.ts'
import {
  type Place,
  runningPid,
  spawnOptions,
  stopPostmaster,
} from '../../server/postgres/postmaster.ts'
import { continueUnlessStopping } from '../../server/with-cleanup.ts'
import { admitNetwork, type Ground, type Machine } from './machines.ts'
import type { ClusterPostgres } from './parts.ts'

const slot = 'standby'
const longestStartMs = 60_000
/** What a standby must have as its primary has it: connections of four processes with all their pools. */
const ofBoth = {
  listen_addresses: '',
  port: '5432',
  max_connections: '250',
  log_checkpoints: 'off',
  hot_standby: 'on',
}

/** The primary of a folder, running, with an empty or known database `msingi`. How it is stopped is in `ground` first. */
export async function startPrimary(
  folder: string,
  ground: Ground = [],
  machine?: Machine,
): Promise<{ place: Place; server: ClusterPostgres }> {
  const place = await noted(
    ground,
    preparePlace(folder, () => undefined),
  )
  if (machine) await admitNetwork(place.cluster)
  const server = postgresOf(
    place,
    { wal_level: 'replica', max_wal_senders: '4', max_wal_size: '128MB' },
    machine,
  )
  await stopPostmaster(place.cluster)
  ground.push(server.stop)
  await server.start()
  await ask(urlOf(place, 'postgres'), async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = 'msingi'")
    if (!rowCount) await client.query('create database msingi')
  })
  return { place, server }
}

/**
 * A standby next to the primary: a copy of its files, taken while it runs, that follows it over a replication slot. Made
 * again at every start, because the one of before may have missed what was written since.
 */
export async function startStandby(
  primary: Place,
  ground: Ground = [],
  machine?: Machine,
): Promise<ClusterPostgres> {
  const cluster = join(primary.folder, 'standby')
  const sockets = join(primary.folder, 'standby-socket')
  const place = {
    ...primary,
    cluster,
    sockets,
    logFile: primary.logFile.replace(/\.log$/, '-standby.log'),
  }
  await stopPostmaster(cluster)
  for (const folder of [cluster, sockets]) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    await give(place, folder)
  }
  await noted(
    ground,
    ask(urlOf(primary, 'postgres'), (client) => copyCluster(client, primary, place)),
  )
  const server = postgresOf(place, {}, machine)
  ground.push(server.stop)
  await server.start()
  if (machine) await waitForStandby(urlOf(primary, 'postgres'))
  return server
}

/** From now on a commit of the primary is confirmed when the standby has it too. */
async function waitForStandby(url: string): Promise<void> {
  await ask(url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${slot}'`)
    await client.query('select pg_reload_conf()')
  })
}

/** What is under way writes files: anyone who stops it waits for its end, or they would lie in a folder that was removed. */
function noted<Result>(ground: Ground, underway: Promise<Result>): Promise<Result> {
  ground.push(() => underway.catch(() => undefined))
  return underway
}

/** What pg_basebackup does, which the embedded binaries lack. */
async function copyCluster(client: pg.Client, primary: Place, place: Place): Promise<void> {
  const password = randomBytes(16).toString('hex')
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${slot}') then create role ${slot} login replication; end if;
    if exists (select from pg_replication_slots where slot_name = '${slot}') then
      perform pg_drop_replication_slot('${slot}');
    end if;
  end $$`)
  await client.query(`alter role ${slot} password '${password}'`)
  await client.query(`select pg_create_physical_replication_slot('${slot}', true)`)
  await client.query("select pg_backup_start('standby', fast => true)")
  await copyFiles(primary.cluster, place)
  const { rows } = await client.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop()',
  )
  const source = `host=''${primary.sockets}'' port=5432 user=${slot} password=${password} application_name=${slot}`
  const files = {
    backup_label: rows[0]?.label ?? '',
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = '${source}'\nprimary_slot_name = '${slot}'\n`,
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(place.cluster, name), text, { mode: 0o600 })
    await give(place, join(place.cluster, name))
  }
}

/** Left out as the manual says: the log that is streamed anyway, slots, and what says which process serves the original. */
const leftOut =
  /^\/(pg_wal\/.+|pg_replslot\/.+|postmaster\.(pid|opts)|pg_stat_tmp\/.+|pg_subtrans\/.+)$/

async function copyFiles(source: string, place: Place): Promise<void> {
  const given: string[] = []
  await cp(source, place.cluster, {
    recursive: true,
    filter: (from, to) => {
      const isWanted = !leftOut.test(from.slice(source.length))
      if (isWanted) given.push(to)
      return isWanted
    },
  })
  for (const path of given) await give(place, path)
}

async function give({ owner }: Place, path: string): Promise<void> {
  // A file that PostgreSQL removed while it was copied is no file of the copy.
  if (owner) await chown(path, owner.uid, owner.gid)
}

function postgresOf(
  place: Place,
  more: Record<string, string>,
  machine?: Machine,
): ClusterPostgres {
  const url = urlOf(place, 'msingi')
  let starting: Promise<void> = Promise.resolve()
  return {
    url,
    logPath: place.logFile,
    pid: () => runningPid(place.cluster),
    stopImmediately: async () => {
      const pid = await runningPid(place.cluster)
      if (pid === null) return
      process.kill(pid, 'SIGQUIT')
      while ((await runningPid(place.cluster)) !== null) await sleep(20)
    },
    start: async () => {
      await continueUnlessStopping()
      const addresses = machine ? { listen_addresses: '*' } : {}
      launch(
        place,
        { ...ofBoth, ...more, ...addresses, unix_socket_directories: place.sockets },
        machine,
      )
      starting = answering(urlOf(place, 'postgres'), place.logFile)
      await starting
    },
    stop: async () => {
      // Until it answers, nothing in its folder may say yet which process it is.
      await starting.catch(() => undefined)
      await stopPostmaster(place.cluster)
    },
  }
}

function launch(place: Place, settings: Record<string, string>, machine?: Machine): void {
  const log = openSync(place.logFile, 'a', 0o600)
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const words = [join(place.binaries, 'bin/postgres'), '-D', place.cluster, ...options]
  // Anyone who may enter a network namespace becomes the user of PostgreSQL only there.
  const { uid, gid, ...plain } = { uid: undefined, gid: undefined, ...spawnOptions(place) }
  const isElsewhere = machine && uid !== undefined && gid !== undefined
  const [program = '', ...args] = isElsewhere ? [...machine.command({ uid, gid }), ...words] : words
  const server = spawn(program, args, {
    ...plain,
    ...(isElsewhere
      ? { env: { ...plain.env, PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } }
      : { uid, gid }),
    // Ctrl-C reaches us only: the databases stop last.
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  server.unref()
}

async function answering(url: string, logPath: string): Promise<void> {
  const began = performance.now()
  for (;;) {
    try {
      await ask(url, (client) => client.query('select 1'))
      return
    } catch (fault) {
      if (performance.now() - began > longestStartMs) {
        throw new Error(`PostgreSQL does not answer; see ${logPath}`, { cause: fault })
      }
      await sleep(50)
    }
  }
}

/** One connection for some questions. */
export async function ask<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
