import { join } from 'node:path'
import { type Config, configOfThisProgram } from '../config.ts'
import { joinPostgres } from '../embedded-postgres.ts'
import { refuseUnreachable } from '../named-database.ts'
import { say } from '../progress.ts'
import { isFault, readIfThere } from '../write-once.ts'
import { refuseHalfRestored } from './restoring-mark.ts'
import { connected, type Whereabouts } from './snapshot.ts'

/** The secret of an installation; null when there is none yet. Nothing is made up for it here. */
export async function secretOf({ appSecret, dataDir }: Config): Promise<string | null> {
  return appSecret ?? (await readIfThere(join(dataDir, 'app-secret')))?.trim() ?? null
}

/** Runs `work` beside a running product, or with its database started for this command only. Makes and migrates nothing. */
export async function withInstallation(work: (where: Whereabouts) => Promise<void>): Promise<void> {
  const config = configOfThisProgram()
  const appSecret = await secretOf(config)
  const isMade = config.databaseUrl !== null || (await readIfThere(join(config.dataDir, 'postgres-password'))) !== null
  if (appSecret === null || !isMade) throw new Error(`There is no installation in DATA_DIR ${config.dataDir}.`)
  const { dataDir, objectStore } = config
  if (config.databaseUrl) await refuseUnreachable(config.databaseUrl)
  const postgres = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => undefined }
    : await joinPostgres({ dataDir, log: say })
  try {
    await connected(postgres.url, refuseHalfRestored)
    await work({ databaseUrl: postgres.url, appSecret, dataDir, objectStore })
  } finally {
    await postgres.stop()
  }
}

/** Ends a command with its sentence; a fault that is none of ours shows where. */
export async function asRecoveryCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (fault) {
    const isFull = isFault(fault, 'ENOSPC')
    if (isFull) console.error('The disk is full. What was begun is of no use; make room and run the command again.')
    else console.error(fault instanceof Error && !('code' in fault) ? fault.message : fault)
    process.exitCode = 1
  }
}
