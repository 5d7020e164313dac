import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '../db/migrate.ts'
import { type Config, completeEnvironment } from './config.ts'
import type { EmbeddedPostgres, joinPostgres } from './embedded-postgres.ts'
import { refuseUnreachable } from './named-database.ts'
import { say } from './progress.ts'
import { refuseHalfRestored } from './recovery/restoring-mark.ts'
import { connected } from './recovery/snapshot.ts'
import { isFault, writeOnce } from './write-once.ts'

/** The folder of an installation, which only its user can enter. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (!isFault(error, 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'EROFS')) throw error
    throw new Error(`DATA_DIR ${dataDir} cannot be made: ${(error as Error).message}`)
  }
}

/** The secret in DATA_DIR; a new one when there is none. */
export async function keepSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'app-secret')
  try {
    return (await writeOnce(path, `${randomBytes(32).toString('base64url')}\n`)).trim()
  } catch (error) {
    if (!isFault(error, 'EACCES', 'EPERM')) throw error
    throw new Error(`${path} belongs to another user. Start as that user, or use another DATA_DIR.`)
  }
}

/**
 * Database, secret and schema of this installation, and the environment that tells the bundle of them. Without a
 * DATABASE_URL the embedded server comes from `startServer`; `close` stops it if it is ours.
 */
export async function openInstallation(config: Config, startServer: typeof joinPostgres) {
  await makeDataDir(config.dataDir)
  const appSecret = config.appSecret ?? (await keepSecret(config.dataDir))
  if (config.databaseUrl) await refuseUnreachable(config.databaseUrl)
  const postgres: EmbeddedPostgres = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => undefined }
    : await startServer({ dataDir: config.dataDir, log: say })
  completeEnvironment({ DATABASE_URL: postgres.url, APP_SECRET: appSecret, DATA_DIR: config.dataDir })
  try {
    await connected(postgres.url, refuseHalfRestored)
    await migrate(postgres.url, appSecret, say)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return { close: postgres.stop }
}
