import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Config, completeEnvironment } from '../../config/config.ts'
import { isSecret } from '../../config/config-values.ts'
import { migrate } from '../../db/migrate.ts'
import { hasErrorCode, readIfThere, writeOnce } from '../durable-files.ts'
import { say } from '../progress.ts'
import { connected, refuseHalfRestored } from '../recovery/database.ts'
import { entriesOf, placeOf } from '../recovery/file-places.ts'
import { type EmbeddedPostgres, quietLogins } from './embedded-postgres.ts'
import { refuseUnwritable } from './named-database.ts'
import { findDatabase, hasPassword, incomplete } from './postgres-place.ts'

/** Adds DATA_DIR to file system errors below it. */
export async function inDataDir<Result>(
  dataDir: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error && 'path' in error)) throw error
    const [folder, path] = [`${dataDir}/`, `${error.path}/`]
    if (!path.startsWith(folder) && !folder.startsWith(path)) throw error
    throw new Error(`DATA_DIR ${dataDir} cannot be used: ${error.message}`)
  }
}

/** Refuses first a DATA_DIR that cannot be created, an invalid secret, and an unusable DATABASE_URL. */
export async function refuseUnusable(config: Config): Promise<void> {
  const { appSecret, dataDir, databaseUrl } = config
  await makeDataDir(dataDir)
  if (appSecret === null) await inDataDir(dataDir, () => readSecret(dataDir))
  if (databaseUrl) await refuseUnwritable(databaseUrl)
  else await refuseLostDatabase(config)
}

/** Refuses an installation whose database is lost: a new one would not match its files. */
export async function refuseLostDatabase(
  where: Pick<Config, 'dataDir' | 'objectStore'>,
): Promise<void> {
  const { dataDir } = where
  await inDataDir(dataDir, async () => {
    const { isThere, elsewhere } = await findDatabase(dataDir)
    if (isThere) return
    const files = placeOf(where)
    const hasFiles = !(await files.isEmpty())
    if (!hasFiles && !(elsewhere && existsSync(secretIn(dataDir)))) return
    const problem = hasFiles ? `there are files in ${files.name}` : 'there is an app-secret'
    throw incomplete(dataDir, `${problem}, but no database${elsewhere}`, 'a folder')
  })
}

/** Only its user can enter it. */
export async function makeDataDir(dataDir: string): Promise<void> {
  await inDataDir(dataDir, () => makeFolder(dataDir))
}

/** `mkdir` with `recursive` never ends where nothing can be created, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  if (!existsSync(dirname(path))) await makeFolder(dirname(path))
  await mkdir(path, { mode: 0o700 }).catch(async (error) => {
    if (!hasErrorCode(error, 'EEXIST') || !(await stat(path)).isDirectory()) throw error
  })
}

const secretIn = (dataDir: string) => join(dataDir, 'app-secret')

/** The secret in DATA_DIR; null without one. Refuses an unreadable or incomplete file. */
export async function readSecret(dataDir: string): Promise<string | null> {
  const secret = (await readIfThere(secretIn(dataDir)))?.trim() ?? null
  // A file that was half copied, or zeroed by a power cut, is invalid.
  if (secret === null || isSecret(secret)) return secret
  throw incomplete(dataDir, `${secretIn(dataDir)} does not hold a complete secret`, 'the secret')
}

/** Renames an incomplete secret file and returns its new name; null without one. Refuses an unreadable one. */
export async function putUnusableSecretAside(dataDir: string): Promise<string | null> {
  const secret = await readIfThere(secretIn(dataDir))
  if (secret === null || isSecret(secret.trim())) return null
  let aside = 'app-secret.unusable'
  for (let count = 2; existsSync(join(dataDir, aside)); count += 1)
    aside = `app-secret.unusable-${count}`
  await rename(secretIn(dataDir), join(dataDir, aside))
  return aside
}

/** The secret in DATA_DIR; creates one for a new installation. Refuses when a database exists without it. */
export async function keepSecret(dataDir: string): Promise<string> {
  const secret = await readSecret(dataDir)
  if (secret !== null) return secret
  if (hasPassword(dataDir)) throw withoutSecret(dataDir)
  return (await writeOnce(secretIn(dataDir), `${randomBytes(32).toString('base64url')}\n`)).trim()
}

export const withoutSecret = (dataDir: string) =>
  incomplete(dataDir, 'its database is there, and neither app-secret nor APP_SECRET', 'the secret')

/** Creates the files' folder of a new installation only: elsewhere new files would hide a loss. */
export async function makeFilesFolder(dataDir: string, databaseUrl: string): Promise<void> {
  const folder = join(dataDir, 'files')
  const isThere = existsSync(folder)
  if (isThere && (await entriesOf(folder)).length > 0) return
  const { rows } = await connected(databaseUrl, async (client) => {
    await client.query('set role msingi_owner')
    return client.query<{ named: boolean }>(
      'select exists (select from app.stored_file) or exists (select from app.picture_file) as named',
    )
  })
  if (!rows[0]?.named) await mkdir(folder, { recursive: true, mode: 0o700 })
  else if (isThere)
    throw incomplete(dataDir, `people stored files, and ${folder} is empty`, 'a folder')
  else say(`${folder} is missing, with files that people stored. Restore it.`)
}

/**
 * Opens database, secret and schema of this installation, and completes the environment. Without a
 * DATABASE_URL `startServer` provides the embedded server; `close` stops it if it is ours.
 */
export async function openInstallation(
  config: Config,
  startServer: (options: {
    dataDir: string
    log: (line: string) => void
  }) => Promise<EmbeddedPostgres>,
) {
  await refuseUnusable(config)
  const { dataDir } = config
  const appSecret = config.appSecret ?? (await inDataDir(dataDir, () => keepSecret(dataDir)))
  const postgres: EmbeddedPostgres = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => undefined }
    : await inDataDir(dataDir, () => startServer({ dataDir, log: say }))
  completeEnvironment({
    DATABASE_URL: postgres.url,
    APP_SECRET: appSecret,
    DATA_DIR: dataDir,
    // Its default depends on whether DATABASE_URL is set.
    ...(config.backups && { BACKUP_EVERY_HOURS: String(config.backups.everyHours) }),
  })
  try {
    await connected(postgres.url, refuseHalfRestored)
    await migrate(postgres.url, appSecret, say)
    if (!config.databaseUrl) await connected(postgres.url, quietLogins)
    if (!config.objectStore) await inDataDir(dataDir, () => makeFilesFolder(dataDir, postgres.url))
  } catch (error) {
    await postgres.stop()
    if (config.databaseUrl && hasErrorCode(error, '42501')) {
      throw new Error(
        `DATABASE_URL: its role may not create the product's roles and tables (${(error as Error).message}).`,
      )
    }
    throw error
  }
  return { close: postgres.stop }
}
