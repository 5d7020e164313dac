import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { from as copyFrom } from 'pg-copy-streams'
import { fingerprintOf } from '../../config/login-password.ts'
import { bossOver } from '../../db/boss.ts'
import { migrate, migrateAsFarAs, ownMigrations } from '../../db/migrate.ts'
import { queues } from '../../db/queues.ts'
import {
  type ApartFiles,
  type Archive,
  checkArchive,
  jobsMember,
  type Manifest,
  memberOf,
  withArchive,
} from './archive.ts'
import {
  asOwner,
  connected,
  type FilePlace,
  isHalfRestored,
  quotedColumns,
  quotedName,
  restoreMark,
  type Table,
  tablesOf,
  type Whereabouts,
} from './database.ts'
import { placeOf } from './file-places.ts'
import { restoreFiles } from './restore-files.ts'

/** `new-secret` restores without second factors. */
export type SecretChoice = 'same-secret' | 'new-secret'

/**
 * Verifies a backup and returns its manifest. Refuses one that is truncated, altered, or from a newer
 * version; and one whose files are apart, unless `files` are given.
 */
export function examineBackup(path: string, files: ApartFiles | null = null): Promise<Manifest> {
  return withArchive(path, async (archive) => {
    if (archive.manifest.objectKey && !files)
      throw new Error(
        `${path} has no files: they are where it was taken from. Set BACKUP_TO and restore it with npm run restore -- latest --identity FILE.`,
      )
    const own = new Map((await ownMigrations()).map(({ name, sha256 }) => [name, sha256]))
    const strange = archive.manifest.migrations.find(({ name, sha256 }) => own.get(name) !== sha256)
    if (strange) {
      throw new Error(
        `${path} was written by another version of Msingi (${strange.name}). Restore it with that one, then start this one.`,
      )
    }
    await checkArchive(archive)
    return archive.manifest
  })
}

/** Second factors are encrypted, and cookies and emailed links signed, with the secret. */
export function refuseOtherSecret(
  manifest: Manifest,
  appSecret: string | null,
  choice: SecretChoice,
): void {
  if (choice === 'new-secret' || (appSecret && fingerprintOf(appSecret) === manifest.secret)) return
  const given = appSecret
    ? 'The app-secret here differs from that of the backup'
    : 'There is no app-secret here'
  throw new Error(
    `${given}, and without it no second factor of the backup can be read. Nothing was written. ` +
      'Put the file app-secret of the former installation into DATA_DIR (or its text into APP_SECRET) and restore again. ' +
      'If it is lost, add --new-secret: second factors are then removed, and everyone sets up a new one.',
  )
}

/**
 * Restores an examined backup into an empty installation: files, tables, unfinished jobs, then
 * later migrations. Ids stay; sessions and open links end. An interrupted restore leaves a mark
 * that blocks the product until the next restore. Returns the keys of files that are missing or damaged apart.
 */
export async function restoreBackup(
  where: Whereabouts,
  path: string,
  manifest: Manifest,
  choice: SecretChoice = 'same-secret',
  files: ApartFiles | null = null,
): Promise<string[]> {
  refuseOtherSecret(manifest, where.appSecret, choice)
  const place = placeOf(where)
  return withArchive(path, (archive) =>
    connected(where.databaseUrl, async (client) => {
      await makeReady(client, place)
      const lost = await restoreFiles(client, archive, place, files)
      const last = manifest.migrations.at(-1)?.name ?? ''
      await migrateAsFarAs(last, where.databaseUrl, where.appSecret)
      await loadTables(client, archive, manifest, choice)
      await migrate(where.databaseUrl, where.appSecret, () => undefined)
      await restoreJobs(client, archive)
      await finish(client, manifest, choice)
      return lost
    }),
  )
}

/** Refuses unless database and place are empty, except for an interrupted restore's data. */
async function makeReady(client: pg.Client, place: FilePlace) {
  const { rows } = await client.query<{ ours: boolean }>(
    "select pg_try_advisory_lock(hashtext('msingi restore')) as ours",
  )
  if (!rows[0]?.ours)
    throw new Error('Another restore into this database is under way. Nothing was written.')
  if (await isHalfRestored(client)) await clearHalfRestored(client, place)
  else await refuseInstallation(client)
  if (!(await place.isEmpty())) {
    throw new Error(
      `There are files in ${place.name} already, and a restore replaces nothing. Nothing was written. Name ${place.emptyOne}.`,
    )
  }
  await client.query(
    `create schema if not exists ${restoreMark};
     create table if not exists ${restoreMark}.file (place text not null, key text not null)`,
  )
}

async function refuseInstallation(client: pg.Client) {
  const { rows } = await client.query(
    "select from pg_namespace where nspname in ('app', 'auth', 'migrations', 'pgboss')",
  )
  if (rows.length > 0) {
    throw new Error(
      'There is already an installation in this database, and a restore replaces nothing. Nothing was written. ' +
        'Name an empty one: another DATA_DIR, or a new database in DATABASE_URL.',
    )
  }
}

/** Removes only what an earlier restore created. */
async function clearHalfRestored(client: pg.Client, place: FilePlace) {
  const { rows: roles } = await client.query("select from pg_roles where rolname = 'msingi_owner'")
  if (roles.length > 0) {
    await client.query(
      'begin; set local role msingi_owner; drop schema if exists app, auth, migrations, pgboss cascade; commit',
    )
  }
  const { rows } = await client.query<{ key: string }>(
    `select distinct key from ${restoreMark}.file where place = $1`,
    [place.name],
  )
  for (const { key } of rows) await place.remove(key)
  await client.query(`delete from ${restoreMark}.file where place = $1`, [place.name])
}

/**
 * Copies rows in one transaction without triggers. Foreign keys and indexes are dropped and
 * recreated, which checks every reference and needs no order of tables.
 */
async function loadTables(
  client: pg.Client,
  archive: Archive,
  manifest: Manifest,
  choice: SecretChoice,
) {
  await client.query(`begin; ${asOwner}`)
  try {
    const tables = await tablesOf(client)
    refuseOtherShape(tables, manifest.tables)
    const remake = await dropReferences(client)
    const triggers = (to: string) =>
      tables.map((table) => `alter table ${quotedName(table)} ${to} trigger user`).join(';')
    await client.query(`truncate ${tables.map(quotedName).join(', ')}; ${triggers('disable')}`)
    for (const table of manifest.tables) await copyRows(client, archive, table)
    for (const { schema, table, column, last, called } of manifest.counters) {
      await client.query(
        "select setval(pg_get_serial_sequence(format('%I.%I', $1::text, $2::text), $3), $4::bigint, $5)",
        [schema, table, column, last, called],
      )
    }
    await endWhatWasOpen(client, choice)
    for (const statement of remake) await client.query(statement)
    await client.query(`${triggers('enable')}; commit`)
  } catch (fault) {
    await client.query('rollback')
    throw fault
  }
}

/** The tables match unless a database was changed by hand. */
function refuseOtherShape(tables: Table[], expected: Table[]) {
  const shapes = (list: Table[]) =>
    new Set(list.map((table) => `${quotedName(table)} (${table.columns.toSorted().join(', ')})`))
  const [strange] = shapes(tables).symmetricDifference(shapes(expected))
  if (strange)
    throw new Error(`The backup has a table that is not part of this version: ${strange}`)
}

/** Drops foreign keys and indexes without a constraint; returns the statements that recreate them. */
async function dropReferences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as drop,
       format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as make,
       2 as place
     from pg_constraint c
     where c.contype = 'f' and c.connamespace in ('app'::regnamespace, 'auth'::regnamespace)
     union all
     select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 1
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and c.relkind = 'r'
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
     order by place`,
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ make }) => make)
}

async function copyRows(client: pg.Client, { open }: Archive, table: Manifest['tables'][number]) {
  const copy = client.query(
    copyFrom(`copy ${quotedName(table)} (${quotedColumns(table)}) from stdin`),
  )
  await pipeline(await open(memberOf(table)), copy)
  if (copy.rowCount === table.rows) return
  throw new Error(
    `${table.rows} rows of ${table.schema}.${table.name} were backed up, ${copy.rowCount} arrived.`,
  )
}

/** A link that was used since the backup must not work again. Invitations stay. */
async function endWhatWasOpen(client: pg.Client, choice: SecretChoice) {
  await client.query(`update auth.link set ended_at = transaction_timestamp()
    where purpose in ('recovery', 'confirmation') and used_at is null and ended_at is null`)
  if (choice === 'new-secret') await removeSecondFactors(client)
}

/** They cannot be decrypted without their secret. Returns their number. */
export async function removeSecondFactors(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query('delete from auth."twoFactor"')
  await client.query('update auth."user" set "twoFactorEnabled" = false where "twoFactorEnabled"')
  return rowCount ?? 0
}

/** Queues waiting and running jobs again, through pg-boss, whose tables may differ. */
async function restoreJobs(client: pg.Client, { open }: Archive) {
  await client.query(
    'create temporary table waiting (place integer generated always as identity, name text, job jsonb)',
  )
  await pipeline(
    await open(jobsMember),
    client.query(copyFrom('copy waiting (name, job) from stdin')),
  )
  await client.query('grant select on waiting to msingi_owner; set role msingi_owner')
  const boss = bossOver(client)
  await boss.start()
  for (const { name } of queues) await enqueueWaiting(client, boss, name)
  await boss.stop({ graceful: false })
  await client.query('reset role')
}

async function enqueueWaiting(client: pg.Client, boss: PgBoss, name: string, last = 0) {
  const { rows } = await client.query<{ place: number; job: object }>(
    'select place, job from pg_temp.waiting where name = $1 and place > $2 order by place limit 500',
    [name, last],
  )
  const next = rows.at(-1)
  if (!next) return
  const jobs = rows.map(({ job }) => ({ data: job }))
  await boss.insert(name, jobs)
  await enqueueWaiting(client, boss, name, next.place)
}

async function finish(
  client: pg.Client,
  { takenAt, product, sealedHash }: Manifest,
  choice: SecretChoice,
) {
  const secondFactors = choice === 'same-secret'
  const facts = { taken_at: takenAt, version: product, second_factors: secondFactors }
  await client.query("begin; set local role msingi_owner; set local app.actor = 'command'")
  await client.query("select app.audit_act('restore', 'installation', null, $1::jsonb)", [
    JSON.stringify(facts),
  ])
  // Seals that were missing before are still reported, if the backup knows.
  await client.query(
    `insert into app.audit_mark (last_id, marked_in, sealed_hash)
     values (0, 0, coalesce($1, (select hash from app.audit_seal order by number desc limit 1), ''))`,
    [sealedHash ?? null],
  )
  // Statistics for the first queries.
  await client.query('commit; set role msingi_owner; analyze; reset role')
  await client.query(`drop schema ${restoreMark} cascade`)
}
