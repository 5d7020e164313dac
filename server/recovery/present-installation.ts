import { type Config, configOfThisProgram } from '../../config/config.ts'
import { refuseOtherSecret } from '../../db/app-secret.ts'
import { hasErrorCode } from '../durable-files.ts'
import { type EmbeddedPostgres, joinPostgres } from '../postgres/embedded-postgres.ts'
import { inDataDir, readSecret, withoutSecret } from '../postgres/installation.ts'
import { refuseUnreachable } from '../postgres/named-database.ts'
import { say } from '../progress.ts'
import { withCleanup } from '../with-cleanup.ts'
import { connected, refuseHalfRestored, type Whereabouts } from './database.ts'

/** The installation's secret, or null. Creates nothing. */
export async function secretOf({ appSecret, dataDir }: Config): Promise<string | null> {
  return appSecret ?? readSecret(dataDir)
}

/** Runs `work` with the running product's database, or starts it for this command. Neither creates nor migrates. */
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

/** Only the database, whatever the secret's state; `work` gets its owner's address. */
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

/** The server of DATABASE_URL, which is never stopped here; null without one. */
export function serverOf(databaseUrl: string | null): EmbeddedPostgres | null {
  return databaseUrl === null ? null : { url: databaseUrl, stop: async () => undefined }
}

/** Ends a command with its message; unexpected errors show their stack. */
export async function asRecoveryCommand(work: () => Promise<void>): Promise<void> {
  // The reader of a pipe may have left.
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
  if (hasErrorCode(fault, 'ENOSPC'))
    return `The disk is full (${fault.message}). The unfinished output is useless; free some space and run the command again.`
  if (
    hasErrorCode(fault, '57P01', '57P02', '57P03') ||
    fault.message.startsWith('Connection terminated')
  ) {
    return 'The database was stopped. Run the command again.'
  }
  if (hasErrorCode(fault, '25006'))
    return 'This PostgreSQL is read-only, like a standby. Name the primary.'
  if (hasErrorCode(fault, '57014'))
    return `PostgreSQL gave up: ${fault.message}. Run the command again without that limit.`
  if (hasErrorCode(fault, '42501'))
    return `The role of DATABASE_URL may not do that: ${fault.message}.`
  if ('syscall' in fault) return `That cannot be done: ${fault.message}.`
  return 'code' in fault ? null : fault.message
}
