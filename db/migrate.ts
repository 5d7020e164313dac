import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { databaseClient } from '../config/database-client.ts'
import { loginPassword, logins } from '../config/login-password.ts'
import { isLater, version } from '../config/version.ts'
import { isInstalled } from '../server/recovery/database.ts'
import { noteSecret, refuseOtherSecret } from './app-secret.ts'
import { bossOver } from './boss.ts'
import { heartbeatSeconds, queues } from './queues.ts'

const projectRoot = fileURLToPath(new URL('..', import.meta.url))
const migrationFolder = join(projectRoot, 'db/migrations')
type Migration = { name: string; text: string; sha256: string }

/** The beginning of a migration that programs before a version cannot run with: they are refused at the start. */
const needs = /^-- needs (\d+\.\d+\.\d+)$/m

/**
 * Migrates a database: roles, numbered migrations (each in its own transaction), then changed policies and functions,
 * then job queues. Concurrent runs are serialised. A database that a newer version migrated stays as it is, policies and
 * functions included. Refused for an edited migration, another app-secret, and migrations that need a newer version.
 */
export async function migrate(
  databaseUrl: string,
  appSecret: string,
  log: (line: string) => void,
): Promise<void> {
  await asInstaller(databaseUrl, async (installer) => {
    await refuseOtherSecret(installer, appSecret)
    const migrations = await ownMigrations()
    if (await isNewer(installer, migrations)) {
      log('The database was migrated by a newer version, and stays as it is.')
      return
    }
    await prepareRoles(installer, appSecret)
    await applyMigrations(installer, migrations, log)
    await noteSecret(installer, appSecret)
    await renewNameOrder(installer, log)
    await applyAccess(installer, log)
    await prepareQueues(installer)
  })
}

/** Roles and tables as of this migration, without policies, to copy rows of an older version into. */
export async function migrateAsFarAs(
  last: string,
  databaseUrl: string,
  appSecret: string,
): Promise<void> {
  const migrations = (await ownMigrations()).filter(({ name }) => name <= last)
  await asInstaller(databaseUrl, async (installer) => {
    await prepareRoles(installer, appSecret)
    await applyMigrations(installer, migrations, () => undefined)
  })
}

async function asInstaller(databaseUrl: string, work: (installer: pg.Client) => Promise<void>) {
  const installer = databaseClient(databaseUrl)
  await installer.connect()
  try {
    await refuseOldServer(installer)
    await installer.query("select pg_advisory_lock(hashtext('msingi migrate'))")
    await work(installer)
  } finally {
    await installer.end()
  }
}

async function refuseOldServer(installer: pg.Client) {
  const { rows } = await installer.query<{ version: string; number: number }>(
    "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
  )
  const [server] = rows
  if (server && server.number < 160_000) {
    throw new Error(`DATABASE_URL: PostgreSQL 16 or later is needed, this is ${server.version}.`)
  }
}

async function prepareRoles(installer: pg.Client, appSecret: string) {
  await installer.query(await readFile(join(projectRoot, 'db/roles.sql'), 'utf8'))
  for (const login of logins) {
    // Utility statements take no parameters; the password is base64url and needs no quoting.
    await installer.query(`alter role ${login} login password '${loginPassword(appSecret, login)}'`)
  }
  await grantConnection(installer)
}

/** Connection rights belong to one database, so a copy of a template needs them again. */
export async function grantConnection(installer: pg.Client): Promise<void> {
  await installer.query(`do $$ begin
    execute format('revoke all on database %I from public', current_database());
    execute format('grant connect on database %I to ${logins.join(', ')}', current_database());
    execute format('grant create, connect on database %I to msingi_owner', current_database());
  end $$`)
}

/** Whether a newer version migrated this database and this one may run with it; refused when it may not. */
async function isNewer(installer: pg.Client, migrations: Migration[]): Promise<boolean> {
  if (!(await isInstalled(installer))) return false
  const { rows } = await as(installer, 'msingi_owner', () =>
    installer.query<{ name: string; needs: string | null }>(
      `select name, to_jsonb(applied) ->> 'needs' as needs from migrations.applied where name <> 'access'`,
    ),
  )
  const unknown = rows.filter((row) => migrations.every(({ name }) => name !== row.name))
  const applied = new Set(rows.map(({ name }) => name))
  const isComplete = migrations.every(({ name }) => applied.has(name))
  for (const { name, needs } of unknown) {
    if (!isComplete || (needs !== null && isLater(needs, version)))
      throw new Error(
        `The database was migrated by a newer version (${name}${needs ? ` needs ${needs}` : ''}), this is ${version}. Start that one.`,
      )
  }
  return unknown.length > 0
}

async function applyMigrations(
  installer: pg.Client,
  migrations: Migration[],
  log: (line: string) => void,
) {
  const applied = await as(installer, 'msingi_owner', async () => {
    await installer.query('create schema if not exists migrations')
    await installer.query(`create table if not exists migrations.applied (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    await installer.query('alter table migrations.applied add column if not exists needs text')
    const { rows } = await installer.query<{ name: string; sha256: string }>(
      'select name, sha256 from migrations.applied',
    )
    return new Map(rows.map((row) => [row.name, row.sha256]))
  })
  for (const { name, text, sha256 } of migrations) {
    const known = applied.get(name)
    if (known === sha256) continue
    if (known !== undefined)
      throw new Error(`The migration ${name} was changed after it was applied; write a new one`)
    await as(installer, 'msingi_owner', async () => {
      await installer.query("select set_config('app.actor', 'migration', true)")
      await installer.query(text)
      await installer.query(
        'insert into migrations.applied (name, sha256, needs) values ($1, $2, $3)',
        [name, sha256, needs.exec(text)?.[1] ?? null],
      )
    })
    log(`Migrated: ${name}`)
  }
}

/** Another ICU version may sort differently, so the indexes of names are rebuilt. */
async function renewNameOrder(installer: pg.Client, log: (line: string) => void) {
  const renewed = await as(installer, 'msingi_owner', async () => {
    const { rows } = await installer.query<{
      index: string
    }>(`select i.indexrelid::regclass::text as index
      from pg_collation c join pg_index i on c.oid = any(i.indcollation)
      where c.oid = 'app.name_order'::regcollation and c.collversion <> pg_collation_actual_version(c.oid)`)
    for (const { index } of rows) await installer.query(`reindex index ${index}`)
    if (rows.length > 0) await installer.query('alter collation app.name_order refresh version')
    return rows.length > 0
  })
  if (renewed) log('Sorted again: names, after a new version of ICU')
}

/** Re-applied as a whole, only when changed: it locks every table briefly. */
async function applyAccess(installer: pg.Client, log: (line: string) => void) {
  const domain = join(projectRoot, 'app/domain')
  const files = (await readdir(domain, { recursive: true })).sort()
  const ending = (end: string) =>
    files.filter((file) => file.endsWith(end)).map((file) => join(domain, file))
  const policies = await textOf([join(projectRoot, 'db/access.sql'), ...ending('.access.sql')])
  const functions = await textOf(ending('.functions.sql'))
  const migrations = (await ownMigrations()).map(({ text }) => text).join('\n')
  const stamp = sha256(migrations + policies + functions)
  const changed = await withPatience(() =>
    as(installer, 'msingi_owner', async () => {
      // Retries instead of making everyone wait behind one long read.
      await installer.query("set local lock_timeout = '5s'")
      const { rows } = await installer.query(
        "select from migrations.applied where name = 'access' and sha256 = $1",
        [stamp],
      )
      if (rows.length > 0) return false
      await installer.query(policies)
      await installer.query('set local role msingi_auth')
      await installer.query(functions)
      await installer.query('set local role msingi_owner')
      await installer.query(
        `insert into migrations.applied (name, sha256) values ('access', $1)
      on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`,
        [stamp],
      )
      return true
    }),
  )
  if (changed) log('Applied: row policies and account functions')
}

/** Retries after a lock timeout or deadlock. */
async function withPatience<T>(work: () => Promise<T>, triesLeft = 5): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    const isLock =
      fault instanceof pg.DatabaseError && (fault.code === '55P03' || fault.code === '40P01')
    if (!isLock || triesLeft === 0) throw fault
    return withPatience(work, triesLeft - 1)
  }
}

async function prepareQueues(installer: pg.Client) {
  await installer.query('set role msingi_owner')
  const boss = bossOver(installer)
  await boss.start()
  for (const { name, ...more } of queues) {
    const options = { ...more, heartbeatSeconds }
    if (await boss.getQueue(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, options)
  }
  await boss.stop({ graceful: false })
  // Queried every second (app/platform/jobs/lost-jobs.server.ts) among a million finished jobs.
  await installer.query(`create index if not exists msingi_job_active on pgboss.job_common (name, id) where state = 'active';
    grant usage on schema pgboss to msingi_system, msingi_reactions;
    grant select, insert, update, delete on all tables in schema pgboss to msingi_system;
    grant usage on all sequences in schema pgboss to msingi_system;
    grant execute on all functions in schema pgboss to msingi_system;
    grant select on pgboss.queue to msingi_reactions;
    grant insert, select (id) on pgboss.job_common to msingi_reactions;
    reset role`)
}

async function as<T>(installer: pg.Client, role: string, work: () => Promise<T>): Promise<T> {
  await installer.query(`begin; set local role ${role}`)
  try {
    const result = await work()
    await installer.query('commit')
    return result
  } catch (fault) {
    await installer.query('rollback')
    throw fault
  }
}

/** This version's migrations in order, with the checksums that databases store. */
export async function ownMigrations(): Promise<Migration[]> {
  return Promise.all(
    (await migrationNames()).map(async (name) => {
      const text = await readFile(join(migrationFolder, name), 'utf8')
      return { name, text, sha256: sha256(text) }
    }),
  )
}

const migrationNames = async () =>
  (await readdir(migrationFolder)).filter((name) => name.endsWith('.sql')).sort()
const textOf = async (paths: string[]) =>
  (await Promise.all(paths.map((path) => readFile(path, 'utf8')))).join('\n')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
