import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { migrate } from '../db/migrate.ts'
import { type Config, completeEnvironment } from './config.ts'
import { isSecret } from './config-values.ts'
import { type EmbeddedPostgres, type joinPostgres, quietLogins } from './embedded-postgres.ts'
import { refuseUnwritable } from './named-database.ts'
import { hadDatabase, hasCluster, hasDatabase, tellOfFormer } from './postgres-folder.ts'
import { say } from './progress.ts'
import { placeOf } from './recovery/file-place.ts'
import { entriesOf } from './recovery/folder-place.ts'
import { refuseHalfRestored } from './recovery/restoring-mark.ts'
import { connected } from './recovery/snapshot.ts'
import { isFault, lookAt, writeOnce } from './write-once.ts'

/** What a folder answers that cannot be made or written to. */
const useless = [
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'EIO',
]

/** Says of what went wrong in the folder of the installation that it is DATA_DIR. */
export async function inDataDir<Result>(
  dataDir: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isFault(error, ...useless) || !isAlong(dataDir, (error as NodeJS.ErrnoException).path))
      throw error
    throw new Error(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`)
  }
}

/** Whether a path lies in the folder, or the folder in it. */
const isAlong = (folder: string, path = '') =>
  `${path}/`.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${path}/`)

/**
 * Refuses, before anything is built or started, a DATA_DIR that cannot be made, a secret in it that is none, and a
 * DATABASE_URL that leads nowhere, or to what only reads.
 */
export async function refuseUnusable(config: Config): Promise<void> {
  const { appSecret, dataDir, databaseUrl } = config
  await makeDataDir(dataDir)
  if (appSecret === null) await readSecret(dataDir)
  if (databaseUrl) await refuseUnwritable(databaseUrl)
  else await refuseLostDatabase(config)
}

/**
 * Refuses to make a database where that of an installation is lost: a new one would know none of its people, and nothing of
 * the files beside it.
 */
export async function refuseLostDatabase(
  where: Pick<Config, 'dataDir' | 'objectStore'>,
): Promise<void> {
  const { dataDir } = where
  const files = placeOf(where)
  await inDataDir(dataDir, async () => {
    const isKnown = await hasDatabase(dataDir)
    if (isKnown && (await hasCluster(dataDir))) return
    const former = isKnown ? null : await tellOfFormer(dataDir)
    const bringBack = `Bring it back, with postgres-password and postgres-place.txt, or name ${files.emptyOne}.`
    const refuse = (sentence: string) => {
      throw new Error([sentence, bringBack, former].filter(Boolean).join(' '))
    }
    if (!(await files.isEmpty())) {
      refuse(
        `There are files in ${files.name}, and their database is not where DATA_DIR knows of one.`,
      )
    }
    if (await hadDatabase(dataDir))
      refuse(`DATA_DIR ${dataDir} had a database, which is not where it knows of one.`)
    if (former && (await lookAt(join(dataDir, 'app-secret')))) {
      throw new Error(
        `DATA_DIR ${dataDir} has a secret and knows of no database. ${former} If not, remove that folder.`,
      )
    }
  })
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

/** A file that was copied half, or whose bytes a power cut left at zero, is no secret. */
const isWhole = (secret: string) => isSecret(secret.trim())

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

/** What stands in the file of the secret; null when there is none. Refuses what is no file, or cannot be read. */
async function readSecretFile(path: string): Promise<string | null> {
  try {
    // Whoever opens a pipe waits for ever.
    if (await lacksFile(path)) return null
    return await readFile(path, 'utf8')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (isFault(error, 'ENOTDIR'))
      throw new Error(`DATA_DIR ${dirname(path)} cannot be used: ${why}`)
    throw new Error(
      `${path} cannot be read: ${why}. Bring the file back as it was; nothing was changed.`,
    )
  }
}

async function lacksFile(path: string): Promise<boolean> {
  if (!(await lookAt(path))) return true
  if (!(await stat(path)).isFile()) throw new Error('it is no file')
  return false
}

/** The secret in DATA_DIR; null when there is none. Refuses a file that cannot be read, or holds no whole one. */
export async function readSecret(dataDir: string): Promise<string | null> {
  const path = join(dataDir, 'app-secret')
  const secret = await readSecretFile(path)
  return secret === null ? null : plausible(secret.trim(), path)
}

/**
 * Puts a file aside that holds no whole secret, where another is to take its place, and answers its new name:
 * `app-secret.unusable`, or with a number behind it. Null when there is none. Refuses one that cannot be read.
 */
export async function putUnusableSecretAside(dataDir: string): Promise<string | null> {
  const path = join(dataDir, 'app-secret')
  const secret = await readSecretFile(path)
  if (secret === null || isWhole(secret)) return null
  for (let count = 1; ; count += 1) {
    const aside = `${path}.unusable${count === 1 ? '' : `-${count}`}`
    if (existsSync(aside)) continue
    await rename(path, aside)
    return basename(aside)
  }
}

/** The secret in DATA_DIR; a new one when there is nothing yet. Refuses when there is a database that was made with another. */
export async function keepSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'app-secret')
  if ((await readSecret(dataDir)) === null && (await hasDatabase(dataDir)))
    throw new Error(withoutSecret(dataDir))
  return plausible(
    (await writeOnce(path, `${randomBytes(32).toString('base64url')}\n`)).trim(),
    path,
  )
}

/**
 * The folder of the files is made where none was stored yet. One that went is brought back by whoever took it, or mounts
 * it: an empty one in its place would take in new files, which nobody would find later, and is refused.
 */
export async function makeFilesFolder(folder: string, databaseUrl: string): Promise<void> {
  const isThere = existsSync(folder)
  if (isThere && (await entriesOf(folder)).length > 0) return
  const { rows } = await connected(databaseUrl, async (client) => {
    await client.query('set role msingi_owner')
    return client.query<{ named: boolean }>(
      'select exists (select from app.stored_file) or exists (select from app.picture_file) as named',
    )
  })
  if (!rows[0]?.named) await mkdir(folder, { recursive: true, mode: 0o700 })
  else if (!isThere)
    say(`${folder} is missing, and files that people stored with it. Bring it back as it was.`)
  else {
    throw new Error(
      `${folder} is empty, as when its disk is not mounted, and people stored files in it. Bring it back as it was; ` +
        'to go on without those files, put one of any name into it.',
    )
  }
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
  completeEnvironment({
    DATABASE_URL: postgres.url,
    APP_SECRET: appSecret,
    DATA_DIR: config.dataDir,
  })
  try {
    await connected(postgres.url, refuseHalfRestored)
    await migrate(postgres.url, appSecret, say)
    if (!config.databaseUrl) await connected(postgres.url, quietLogins)
    if (!config.objectStore)
      await inDataDir(dataDir, () => makeFilesFolder(join(dataDir, 'files'), postgres.url))
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
