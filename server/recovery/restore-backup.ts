import type pg from 'pg'
import { migrate, migrateAsFarAs, ownMigrations } from '../../db/migrate.ts'
import { fingerprintOf } from '../login-password.ts'
import { type FilePlace, placeOf } from './file-place.ts'
import { loadTables } from './load-tables.ts'
import type { Manifest, SecretChoice } from './manifest.ts'
import { checkArchive, readManifest, UnusableArchive } from './read-archive.ts'
import { refuseUnlessPlaceIsEmpty, removeRestoredFiles, restoreFiles } from './restore-files.ts'
import { restoreJobs } from './restore-jobs.ts'
import { markRestoring, restoringIsMarked, unmarkRestoring } from './restoring-mark.ts'
import { connected, type Whereabouts } from './snapshot.ts'

/** Reads a backup through and says what it is. Refuses one that is cut off, altered, or of a newer version. */
export async function examineBackup(path: string): Promise<Manifest> {
  const manifest = await readManifest(path)
  const own = new Map((await ownMigrations()).map(({ name, sha256 }) => [name, sha256]))
  const strange = manifest.migrations.find(({ name, sha256 }) => own.get(name) !== sha256)
  if (strange) {
    throw new UnusableArchive(
      `${path} was written by another version of Msingi (${strange.name}). Restore it with that one, then start this one.`,
    )
  }
  await checkArchive(path, manifest)
  return manifest
}

/** Second factors are encrypted with the secret, and cookies and links in old mails signed with it. */
export function refuseOtherSecret(
  manifest: Manifest,
  appSecret: string | null,
  choice: SecretChoice,
): void {
  if (choice === 'new-secret' || (appSecret && fingerprintOf(appSecret) === manifest.secret)) return
  const given = appSecret
    ? 'The app-secret here is another than that of the backup'
    : 'There is no app-secret here'
  throw new Error(
    `${given}, and without it no second factor of the backup can be read. Nothing was written. ` +
      'Put the file app-secret of the former installation into DATA_DIR (or its text into APP_SECRET) and restore again. ' +
      'If it is lost, add --new-secret: then second factors are removed, and everybody sets up a new one.',
  )
}

/**
 * Fills an empty installation from a backup that was examined: files, tables, what waits to be done, then the migrations
 * since. Ids stay, numbers go on where they were; sessions end, and open links for recovery and confirmation too. A
 * restore that broke off leaves a mark, which keeps the product from starting and lets the next restore begin anew.
 */
export async function restoreBackup(
  where: Whereabouts,
  path: string,
  manifest: Manifest,
  choice: SecretChoice = 'same-secret',
): Promise<void> {
  refuseOtherSecret(manifest, where.appSecret, choice)
  await connected(where.databaseUrl, async (client) => {
    const { rows } = await client.query<{ ours: boolean }>(
      "select pg_try_advisory_lock(hashtext('msingi restore')) as ours",
    )
    if (!rows[0]?.ours)
      throw new Error('Another restore into this database is under way. Nothing was written.')
    const place = placeOf(where)
    if (await restoringIsMarked(client)) await clearHalfRestored(client, place)
    else await refuseInstallation(client)
    await refuseUnlessPlaceIsEmpty(place)
    await markRestoring(client)
    await restoreFiles(client, path, place)
    const last = manifest.migrations.at(-1)?.name ?? ''
    await migrateAsFarAs(last, where.databaseUrl, where.appSecret)
    await loadTables(client, path, manifest, choice)
    await migrate(where.databaseUrl, where.appSecret, () => undefined)
    await restoreJobs(client, path)
    await finish(client, manifest, choice)
  })
}

async function refuseInstallation(client: pg.Client) {
  const { rows } = await client.query(
    "select from pg_namespace where nspname in ('app', 'auth', 'migrations', 'pgboss')",
  )
  if (rows.length > 0) {
    throw new Error(
      'There is an installation in this database already, and a restore replaces nothing. Nothing was written. ' +
        'Name an empty one: another DATA_DIR, or a new database in DATABASE_URL.',
    )
  }
}

/** Only what an earlier restore made: the database was empty when that one began. */
async function clearHalfRestored(client: pg.Client, place: FilePlace) {
  const { rows } = await client.query("select from pg_roles where rolname = 'msingi_owner'")
  if (rows.length > 0) {
    await client.query(
      'begin; set local role msingi_owner; drop schema if exists app, auth, migrations, pgboss cascade; commit',
    )
  }
  // The list of them is not there yet where the restore ended before it was made.
  await markRestoring(client)
  await removeRestoredFiles(client, place)
}

async function finish(
  client: pg.Client,
  { takenAt, product, sealedHash }: Manifest,
  choice: SecretChoice,
) {
  const facts = JSON.stringify({
    taken_at: takenAt,
    version: product,
    second_factors: choice === 'same-secret',
  })
  await client.query("begin; set local role msingi_owner; set local app.actor = 'command'")
  await client.query("select app.audit_act('restore', 'installation', null, $1::jsonb)", [facts])
  // Seals that were missing before are missed here, too, unless the backup does not say. No row is marked: the next run of
  // the worker does that.
  await client.query(
    `insert into app.audit_mark (last_id, marked_in, sealed_hash)
     values (0, 0, coalesce($1, (select hash from app.audit_seal order by number desc limit 1), ''))`,
    [sealedHash ?? null],
  )
  await client.query('commit')
  // So that the first questions are answered by their indexes; the server would come to it in its own time.
  await client.query('set role msingi_owner; analyze; reset role')
  await unmarkRestoring(client)
}
