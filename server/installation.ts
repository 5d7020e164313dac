import { randomBytes } from 'node:crypto'
import { mkdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { migrate } from '../db/migrate.ts'
import { type Config, completeEnvironment } from './config.ts'
import { type EmbeddedPostgres, type joinPostgres, quietLogins } from './embedded-postgres.ts'
import { refuseUnreachable } from './named-database.ts'
import { say } from './progress.ts'
import { refuseHalfRestored } from './recovery/restoring-mark.ts'
import { connected } from './recovery/snapshot.ts'
import { isFault, readIfThere, writeOnce } from './write-once.ts'

/** What a folder answers that cannot be made or written to. */
const useless = ['EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENOENT', 'EROFS', 'ENOSPC', 'EDQUOT', 'EIO']

/** Says of what went wrong in the folder of the installation that it is DATA_DIR. */
async function inDataDir<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isFault(error, ...useless) || !isAlong(dataDir, (error as NodeJS.ErrnoException).path)) throw error
    throw new Error(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`)
  }
}

/** Whether a path lies in the folder, or the folder in it. */
const isAlong = (folder: string, path = '') =>
  `${path}/`.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${path}/`)

/** Refuses, before anything is built or started, a DATA_DIR that cannot be made and a DATABASE_URL that leads nowhere. */
export async function refuseUnusable({ dataDir, databaseUrl }: Config): Promise<void> {
  await makeDataDir(dataDir)
  if (databaseUrl) await refuseUnreachable(databaseUrl)
}

/** The folder of an installation, which only its user can enter. */
export async function makeDataDir(dataDir: string): Promise<void> {
  await inDataDir(dataDir, () => makeFolder(dataDir))
}

/** As `mkdir` with `recursive`, which in a folder where nothing can be made, like /proc, tries for ever. */
async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path, { mode: 0o700 })
  try {
    await make()
  } catch (error) {
    if (isFault(error, 'EEXIST') && (await stat(path)).isDirectory()) return
    if (!isFault(error, 'ENOENT') || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await make().catch((again) => {
      // Another start was faster.
      if (!isFault(again, 'EEXIST')) throw again
    })
  }
}

/** Letters. The same as of APP_SECRET (config.ts). */
const shortestSecret = 32

/** A file that was copied half, or not at all, is no secret. */
const isWhole = (secret: string) => secret.trim().length >= shortestSecret

function plausible(secret: string, path: string): string {
  if (isWhole(secret)) return secret
  throw new Error(
    `${path} holds no whole secret. Bring the file back as it was; nothing was changed. ` +
      'If it is lost: docs/operations.md, "When the secret is lost".',
  )
}

export const withoutSecret = (dataDir: string) =>
  `DATA_DIR ${dataDir} has a database and no app-secret. Bring the file app-secret back, or set APP_SECRET to what it was. ` +
  'If it is lost: docs/operations.md, "When the secret is lost".'

/** The secret in DATA_DIR; null when there is none. Refuses a file that holds no whole one. */
export async function readSecret(dataDir: string): Promise<string | null> {
  const path = join(dataDir, 'app-secret')
  const secret = await readIfThere(path)
  return secret === null ? null : plausible(secret.trim(), path)
}

/** Puts a file aside that holds no whole secret, where another is to take its place: `app-secret.unusable`. */
export async function putUnusableSecretAside(dataDir: string): Promise<void> {
  const path = join(dataDir, 'app-secret')
  const secret = await readIfThere(path)
  if (secret !== null && !isWhole(secret)) await rename(path, `${path}.unusable`)
}

/** The secret in DATA_DIR; a new one when there is nothing yet. Refuses when there is a database that was made with another. */
export async function keepSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'app-secret')
  const hasDatabase = (await readIfThere(join(dataDir, 'postgres-password'))) !== null
  if (hasDatabase && (await readSecret(dataDir)) === null) {
    throw new Error(withoutSecret(dataDir))
  }
  return plausible((await writeOnce(path, `${randomBytes(32).toString('base64url')}\n`)).trim(), path)
}

/**
 * Database, secret and schema of this installation, and the environment that tells the bundle of them. Without a
 * DATABASE_URL the embedded server comes from `startServer`; `close` stops it if it is ours.
 */
export async function openInstallation(config: Config, startServer: typeof joinPostgres) {
  await refuseUnusable(config)
  const { dataDir } = config
  const appSecret = config.appSecret ?? (await inDataDir(dataDir, () => keepSecret(dataDir)))
  const postgres: EmbeddedPostgres = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => undefined }
    : await inDataDir(dataDir, () => startServer({ dataDir, log: say }))
  completeEnvironment({ DATABASE_URL: postgres.url, APP_SECRET: appSecret, DATA_DIR: config.dataDir })
  try {
    await connected(postgres.url, refuseHalfRestored)
    await migrate(postgres.url, appSecret, say)
    if (!config.databaseUrl) await connected(postgres.url, quietLogins)
  } catch (error) {
    await postgres.stop()
    if (config.databaseUrl && isFault(error, '42501')) {
      throw new Error(
        `DATABASE_URL: its role may not make the product's roles and tables (${(error as Error).message}).`,
      )
    }
    throw error
  }
  return { close: postgres.stop }
}
