import { type Config, configOfThisProgram } from '../../config/config.ts'
import { refuseOtherSecret } from '../../db/app-secret.ts'
import { type EmbeddedPostgres, joinPostgres } from '../postgres/embedded-postgres.ts'
import { inDataDir, readSecret, withoutSecret } from '../postgres/installation.ts'
import { refuseUnreachable } from '../postgres/named-database.ts'
import { say } from '../progress.ts'
import { withCleanup } from '../with-cleanup.ts'
import { isFault } from '../write-once.ts'
import { connected, refuseHalfRestored, type Whereabouts } from './database.ts'

/** The secret of an installation; null when there is none yet. Nothing is made up for it here. */
export async function secretOf({ appSecret, dataDir }: Config): Promise<string | null> {
  return appSecret ?? readSecret(dataDir)
}

/** Runs `work` beside a running product, or with its database started for this command only. Makes and migrates nothing. */
export async function withInstallation(work: (where: Whereabouts) => Promise<void>): Promise<void> {
  const config = configOfThisProgram()
  await withDatabase(config, async (databaseUrl) => {
    const { dataDir, objectStore } = config
    const appSecret = await secretOf(config)
    if (appSecret === null) throw withoutSecret(dataDir)
    await connected(databaseUrl, (client) => refuseOtherSecret(client, appSecret))
    await work({ databaseUrl, appSecret, dataDir, objectStore })
  })
}

/** The database alone, whatever became of its secret: `work` is given its owner's address. */
export async function withDatabase(
  config: Config,
  work: (databaseUrl: string) => Promise<void>,
): Promise<void> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl) await refuseUnreachable(databaseUrl)
  await withCleanup(
    async () =>
      serverOf(databaseUrl) ??
      inDataDir(dataDir, () => joinPostgres({ dataDir, log: say, mayMake: false })),
    ({ stop }) => stop(),
    async ({ url }) => {
      await connected(url, refuseHalfRestored)
      await work(url)
    },
  )
}

/** The server of DATABASE_URL, which nobody here stops; null when none is named. */
export function serverOf(databaseUrl: string | null): EmbeddedPostgres | null {
  return databaseUrl === null ? null : { url: databaseUrl, stop: async () => undefined }
}

/** Ends a command with its sentence; a fault that is none of ours shows where. */
export async function asRecoveryCommand(work: () => Promise<void>): Promise<void> {
  // Whoever read what it says may have gone, as behind a pipe.
  for (const written of [process.stdout, process.stderr]) written.on('error', () => undefined)
  try {
    await work()
  } catch (fault) {
    console.error(sentenceOf(fault) ?? fault)
    process.exitCode = 1
  }
}

function sentenceOf(fault: unknown): string | null {
  if (!(fault instanceof Error)) return null
  if (isFault(fault, 'ENOSPC'))
    return `The disk is full (${fault.message}). What was begun is of no use; make room and run the command again.`
  if (
    isFault(fault, '57P01', '57P02', '57P03') ||
    fault.message.startsWith('Connection terminated')
  ) {
    return 'The database was stopped. Run the command again.'
  }
  if (isFault(fault, '25006'))
    return 'This PostgreSQL only reads, as a standby does. Name the one that is written to.'
  if (isFault(fault, '57014'))
    return `PostgreSQL gave up: ${fault.message}. Run the command again without that limit.`
  if (isFault(fault, '42501')) return `The role of DATABASE_URL may not do that: ${fault.message}.`
  if ('syscall' in fault) return `That cannot be done: ${fault.message}.`
  return 'code' in fault ? null : fault.message
}
