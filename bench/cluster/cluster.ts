import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { demoPassword, demoSignIns } from '../../app/demo/sign-ins.ts'
import { build } from '../../server/build/build.ts'
import { withFolderLock } from '../../server/folder-lock.mjs'
import { keepSecret, makeDataDir } from '../../server/postgres/installation.ts'
import { withCleanup } from '../../server/with-cleanup.ts'
import { freePorts } from './free-ports.ts'
import type { Ground } from './machines.ts'
import type { Cluster, ClusterProcess, ClusterWish } from './parts.ts'
import { ask, startPrimary, startStandby } from './postgres.ts'
import { launchProcess, stopProcess } from './process.ts'
import { startProxy } from './proxy.ts'
import { startStore } from './store.ts'

/** What was started: the processes of the product, which stop first and together, and what they stand on. */
type Started = { processes: ClusterProcess[]; ground: Ground }

/**
 * Starts, on free ports of this machine and in its own folder: PostgreSQL with a standby, an S3 server, a worker,
 * web processes and a proxy before them, with the demo's data. What stands already is kept; the standby is made again.
 * All of it is stopped after `work`, the last first, and whatever had been started when the start is broken off.
 */
export function withCluster<Result>(
  wish: ClusterWish,
  work: (cluster: Cluster) => Promise<Result>,
): Promise<Result> {
  const nothing = async (): Promise<Started> => ({ processes: [], ground: [] })
  return withCleanup(nothing, stopAll, async (started) => work(await startParts(wish, started)))
}

async function stopAll({ processes, ground }: Started): Promise<void> {
  await Promise.all(processes.map((launched) => stopProcess(launched.process, 'SIGINT')))
  for (const stop of ground.reverse()) await stop().catch((fault: unknown) => console.error(fault))
}

async function startParts(wish: ClusterWish, started: Started): Promise<Cluster> {
  await makeDataDir(wish.folder)
  const folder = await realpath(resolve(wish.folder))
  started.ground.push(await hold(folder))
  await build()
  const appSecret = await keepSecret(folder)
  const [storePort = 0, workerPort = 0, workerMetrics = 0, ...webPorts] = await freePorts(
    3 + 2 * (wish.webs ?? 3),
  )
  const ground = await startGround(wish, { folder, storePort }, started.ground)
  const { primary, store, front, origin } = ground
  const url = wish.elsewhere?.superuserUrl ?? primary?.server.url ?? ''
  const urlFor = wish.elsewhere?.urlFor ?? (() => wish.machines?.urlByName(url) ?? url)
  const place = { origin, urlFor, appSecret }
  const settings = (name: string) => ({
    ...settingsFor(name, { ...place, store: store.settings }),
    ...wish.environment,
  })
  const start = starterIn(folder, { settings, hostsPath: wish.machines?.hostsPath }, started)
  const startWorker = (name: string, more: Record<string, string>) =>
    start(name, [workerPort, workerMetrics], more)
  const mail = wish.smtpUrl
    ? await openForMail(wish.smtpUrl, url, (more) => startWorker('loader', more))
    : {}
  const standby =
    wish.standby === false || !primary
      ? null
      : await startStandby(primary.place, started.ground, wish.machines?.standby)
  const replica = standby && !wish.machines ? { DATABASE_REPLICA_URL: standby.url } : {}
  // All at the same time, as they may: who comes first migrates and loads the demo.
  const [worker, ...webs] = await allOrFault([
    startWorker('worker', { ...mail, PROCESS_TYPE: 'worker' }),
    ...pairsOf(webPorts).map((ports, index) =>
      start(`web-${index + 1}`, ports, { ...mail, ...replica, PROCESS_TYPE: 'web' }),
    ),
  ])
  if (!worker) throw new Error('a cluster has a worker')
  for (const web of webs) front.add(web)
  await front.allInUse()
  return {
    origin,
    folder,
    databaseUrl: url,
    replicaUrl: standby?.url ?? null,
    appSecret,
    signIns: demoSignIns.map((signIn) => ({ ...signIn, password: demoPassword })),
    webs,
    worker,
    postgres: primary?.server ?? null,
    standby,
    store,
    proxy: front.proxy,
  }
}

/** What the processes need before they start: the database, the store of files and the proxy. */
async function startGround(
  wish: ClusterWish,
  { folder, storePort }: { folder: string; storePort: number },
  ground: Ground,
) {
  const primary = wish.elsewhere
    ? null
    : await startPrimary(join(folder, 'database'), ground, wish.machines?.primary)
  const store = await startStore(join(folder, 'objects'), storePort)
  ground.push(store.stop)
  const front = await startProxy(wish.port ?? 0)
  ground.push(front.close)
  return { primary, store, front, origin: `http://127.0.0.1:${front.proxy.port}` }
}

type Surroundings = {
  settings: (name: string) => Record<string, string>
  hostsPath: string | undefined
}

/** Starts processes that share these settings, and waits until each answers. */
function starterIn(folder: string, { settings, hostsPath }: Surroundings, { processes }: Started) {
  return async (
    name: string,
    [port, metricsPort]: [port: number, metricsPort: number],
    more: Record<string, string>,
  ) => {
    const launched = await launchProcess({
      name,
      folder,
      port,
      metricsPort,
      hostsPath,
      settings: { ...settings(name), ...more },
    })
    processes.push(launched)
    await launched.ready()
    return launched
  }
}

/** Keeps the folder for this program until what it answers is called; refuses when another program has it. */
async function hold(folder: string): Promise<() => Promise<void>> {
  const [entered, leaving] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const refuse = () => {
    throw new Error(`Another cluster is running in ${folder}. Stop it, or name another folder.`)
  }
  const held = withFolderLock(join(folder, '.running'), refuse, () => {
    entered.resolve()
    return leaving.promise
  })
  await Promise.race([entered.promise, held])
  return () => {
    leaving.resolve()
    return held
  }
}

/** Waits for all of them, so that none is still starting when the first fault is told. */
async function allOrFault(starting: Promise<ClusterProcess>[]): Promise<ClusterProcess[]> {
  const outcomes = await Promise.allSettled(starting)
  const [fault] = outcomes.filter((outcome) => outcome.status === 'rejected')
  if (fault) throw fault.reason
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
}

type Place = {
  origin: string
  urlFor: (name: string) => string
  appSecret: string
  store: Cluster['store']['settings']
}

function settingsFor(
  name: string,
  { origin, urlFor, appSecret, store }: Place,
): Record<string, string> {
  return {
    ORIGIN: origin,
    HOST: '127.0.0.1',
    DATABASE_URL: urlFor(name),
    APP_SECRET: appSecret,
    DEMO: '1',
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_SECONDS: '5',
    S3_ENDPOINT: store.endpoint,
    S3_REGION: store.region,
    S3_BUCKET: store.bucket,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    S3_FORCE_PATH_STYLE: '1',
  }
}

/**
 * A demo refuses a mail server, because its passwords are known. Here no one outside of this machine is written to: one
 * process loads the demo's data, and then the installation is none any longer.
 */
async function openForMail(
  smtpUrl: string,
  databaseUrl: string,
  start: (more: Record<string, string>) => Promise<ClusterProcess>,
): Promise<Record<string, string>> {
  const isDemo = () =>
    ask(databaseUrl, async (client) => {
      const { rows } = await client.query<{ known: boolean }>(
        "select to_regclass('app.installation') is not null as known",
      )
      if (!rows[0]?.known) return true
      const found = await client.query<{ demo: boolean }>('select demo from app.installation')
      return found.rows[0]?.demo ?? true
    })
  if (await isDemo()) {
    const loader = await start({ PROCESS_TYPE: 'web' })
    await stopProcess(loader.process, 'SIGINT')
    await ask(databaseUrl, (client) =>
      client.query(
        "begin; select set_config('app.actor', 'command', true); update app.installation set demo = false; commit",
      ),
    )
  }
  return { DEMO: '0', SMTP_URL: smtpUrl, MAIL_FROM: 'Msingi <office@demo.msingi.test>' }
}

function pairsOf(ports: number[]): [number, number][] {
  return ports.flatMap((port, index) =>
    index % 2 === 0 ? [[port, ports[index + 1] ?? 0] as [number, number]] : [],
  )
}
