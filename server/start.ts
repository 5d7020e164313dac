import { join } from 'node:path'
import type { BackupSettings } from '../config/backup-settings.ts'
import { type Config, completeEnvironment, configOfThisProgram } from '../config/config.ts'
import { build, keepInUse } from './build/build.ts'
import { type Bundle, type Installation, importBundle } from './build/bundle.ts'
import { listenForMetrics } from './commands/metrics.ts'
import { builtProgram, listen, probesAlone, type Shell } from './http.ts'
import { startPostgres } from './postgres/embedded-postgres.ts'
import { openInstallation, refuseUnusable } from './postgres/installation.ts'
import { databaseFolder } from './postgres/postgres-place.ts'
import { say } from './progress.ts'
import { requireBackups, whyNotWritable } from './recovery/backups/check-settings.ts'
import { scheduledBackup } from './recovery/backups/scheduled-backup.ts'

/** Milliseconds. npm, its shell and the set-up may each forward one Ctrl-C. */
const oneKeystroke = 500
const longestStop = 10_000

/** Started parts in order; stopped in reverse. */
const running: { name: string; stop: (noticeMs: number) => Promise<unknown> }[] = []
let stoppingSince: number | null = null
/** Milliseconds a replaced process keeps answering. */
let notice = 0

async function stop(code: number, noticeMs = 0): Promise<never> {
  stoppingSince = performance.now()
  setTimeout(
    () => {
      console.error('Not everything stopped in time.')
      process.exit(code || 1)
    },
    noticeMs + longestStop - 500,
  ).unref()
  for (const { name, stop } of running.reverse()) {
    await stop(noticeMs).catch((error) => console.error(`Stopping the ${name} failed:`, error))
  }
  process.exit(code)
}

/** Ctrl-C stops immediately. SIGTERM comes from rolling updates, so DRAIN_SECONDS apply. */
function onSignal(signal: NodeJS.Signals): void {
  if (stoppingSince !== null) {
    if (performance.now() - stoppingSince > oneKeystroke) process.exit(1)
    return
  }
  say('Stopping…')
  void stop(0, signal === 'SIGTERM' ? notice : 0)
}

async function loadSources(shell: Shell): Promise<Bundle> {
  const { sourceProgram } = await import('./dev.ts')
  const { bundle, listener, close } = await sourceProgram(shell)
  running.push({ name: 'development server', stop: close })
  shell.answerWith(listener)
  return bundle
}

/** Listener and jobs are stopped together, because they share the database. */
async function openFor(
  { duty }: Config,
  shell: Shell,
  folder: string | null,
  bundle: Bundle,
): Promise<void> {
  const backup = scheduledBackup()
  bundle.provideBackup(backup.take)
  const jobs = duty === 'web' ? null : bundle.startWorker()
  const stopJobs = () =>
    jobs?.then(
      (started) => started.stop(),
      () => undefined,
    )
  running.push({
    name: 'listener and worker',
    stop: (noticeMs) => Promise.all([shell.close(noticeMs), stopJobs()]),
  })
  // First of all, because it uses the database.
  running.push({ name: 'backup', stop: backup.stop })
  // Pages are answered while the worker starts.
  if (duty === 'worker') shell.answerWith(probesAlone(bundle))
  else if (folder) shell.answerWith(builtProgram(folder, bundle, shell.origin))
  await jobs
}

function greet(shell: Shell, config: Config, installation: Installation): void {
  say()
  if (config.duty === 'worker') {
    say(`Msingi's worker is running: http://127.0.0.1:${shell.port}/readyz`)
    say('Stop it with Ctrl-C.')
    return
  }
  greetVisitor(shell, config, installation)
}

function greetVisitor({ origin }: Shell, config: Config, installation: Installation): void {
  const { demo, freshlyLoaded, signIns, hasAdmin } = installation
  say(`Msingi is running: ${origin}`)
  if (config.origin === null && ['0.0.0.0', '::'].includes(config.host))
    say('It listens on all addresses; set ORIGIN to the one people use.')
  if (demo) {
    say(freshlyLoaded ? 'The demo data was loaded. Sign in as:' : 'This is a demo. Sign in as:')
    for (const { email, password, role } of signIns)
      say(`  ${role.padEnd(9)} ${email}  ${password}`)
  } else if (!hasAdmin) {
    say('There is no administrator yet. Create one with:  npm run admin:create')
  }
  say('Stop it with Ctrl-C.')
}

/** Before anything else, so that a used port is reported immediately. */
async function watchOn({ metricsPort: port, metricsHost: host, metricsToken: token }: Config) {
  if (port === null) return null

  let text: (() => Promise<string>) | null = null
  const stop = async () => {
    text = null
  }
  const metrics = await listenForMetrics({ host, port, token }, () => text)
  running.push({ name: 'metrics', stop: metrics.close })
  return {
    begin: (bundle: Bundle, folders: Record<string, string>) => {
      bundle.startWatching(folders)
      text = bundle.metricsText
      // Before its data sources are closed.
      running.push({ name: 'figures', stop })
      say(`Metrics: http://${host}:${metrics.port}/metrics`)
    },
  }
}

/** The folders whose free space is watched, by what is in them. */
async function foldersOf({ dataDir, databaseUrl }: Config): Promise<Record<string, string>> {
  return databaseUrl
    ? { data: dataDir }
    : { data: dataDir, database: await databaseFolder(dataDir) }
}

async function start(isDev: boolean): Promise<void> {
  const config = configOfThisProgram()
  notice = config.drainSeconds * 1000
  const watched = await watchOn(config)
  const shell = await listen(config)
  const onLost = (error: unknown) => {
    console.error('The database is lost:', error)
    if (stoppingSince === null) void stop(1)
  }
  if (config.backups) await requireBackups(config)
  await refuseUnusable(config)
  const folder = isDev ? null : await build()
  if (folder) await keepInUse(folder)
  let bundle: Bundle | null = null
  const onFullDisk = (isFull: boolean) => {
    say(
      isFull
        ? 'The database’s disk is full; it restarts when there is space.'
        : 'There is space again.',
    )
    bundle?.noteFullDisk(isFull)
  }
  await openInstallation(config, (options) => {
    const starting = startPostgres({ ...options, onLost, onFullDisk })
    // Set up early, so that Ctrl-C also works during start and migrations.
    const stop = () =>
      starting.then(
        (postgres) => postgres.stop(),
        () => undefined,
      )
    running.push({ name: 'database', stop })
    return starting
  })
  completeEnvironment({
    NODE_ENV: isDev ? 'development' : 'production',
    ORIGIN: shell.origin,
    PORT: String(shell.port),
  })

  bundle = folder ? await importBundle(folder) : await loadSources(shell)
  running.push({ name: 'program', stop: bundle.shutDown })
  const state = await bundle.prepareInstallation({
    demo: config.demo ?? config.databaseUrl === null,
    host: config.host,
    smtpUrl: config.smtpUrl,
  })
  watched?.begin(bundle, await foldersOf(config))
  await openFor(config, shell, folder, bundle)
  greet(shell, config, state)
  if (config.backups && config.duty !== 'web') await warnOfBackups(config.backups, config.dataDir)
}

/** A place that cannot be written to now is no reason not to start. */
async function warnOfBackups(backups: BackupSettings, dataDir: string): Promise<void> {
  const reason = await whyNotWritable(backups, join(dataDir, 'backup-staging'))
  if (reason)
    console.error(`Backups cannot be written now; this is tried again every hour. ${reason}`)
}

/** Messages for the operator; unexpected errors also show their stack. */
function isRefusal(error: unknown): error is Error {
  const bugs = [TypeError, ReferenceError, RangeError, SyntaxError]
  return error instanceof Error && !('code' in error) && !bugs.some((kind) => error instanceof kind)
}

// The reader of log or messages has left; the product goes on.
for (const written of [process.stdout, process.stderr]) written.on('error', () => undefined)
process.on('SIGINT', onSignal)
process.on('SIGTERM', onSignal)
process.on('SIGHUP', onSignal)
try {
  await start(process.argv.includes('--dev'))
} catch (error) {
  // Errors caused by stopping are ignored.
  if (stoppingSince === null) {
    console.error(isRefusal(error) ? error.message : error)
    await stop(1)
  }
}
