import pg from 'pg'
import { fingerprintOf, loginPassword } from '../config/login-password.ts'

const table = `create table if not exists migrations.app_secret (
  only_one boolean primary key default true check (only_one), fingerprint text not null)`

/**
 * Refuses an app-secret that is not the one this installation was made with: the logins' passwords follow from it, so that
 * every other process would lose the database, and second factors are encrypted with it. A database that has no
 * installation, or one of which the secret was given up (`forgetSecret`), takes any. `client` is one of the installer.
 */
export async function refuseOtherSecret(client: pg.Client, appSecret: string): Promise<void> {
  if (await isOwnSecret(client, appSecret)) return
  throw new Error(
    'The app-secret is another than the one this installation was made with. Nothing was changed. ' +
      'Put the right one into APP_SECRET, or as the file app-secret into DATA_DIR. ' +
      'If it is lost: docs/operations.md, "When the secret is lost".',
  )
}

async function isOwnSecret(client: pg.Client, appSecret: string): Promise<boolean> {
  if (await isThere(client, 'app_secret')) {
    const noted = await notedFingerprint(client)
    return noted === null || noted === fingerprintOf(appSecret)
  }
  // Made before the fingerprint was kept: the logins tell.
  return !(await isThere(client, 'applied')) || (await opensLogins(client, appSecret))
}

async function isThere(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_tables where (schemaname, tablename) = ('migrations', $1)",
    [name],
  )
  return rows.length > 0
}

/** What is kept of the secret; null when nothing is. */
export async function notedFingerprint(client: pg.Client): Promise<string | null> {
  if (!(await isThere(client, 'app_secret'))) return null
  return asOwner(client, async () => {
    const { rows } = await client.query<{ fingerprint: string }>(
      'select fingerprint from migrations.app_secret',
    )
    return rows[0]?.fingerprint ?? null
  })
}

/** Where a login cannot even ask, for another reason than its password, nothing is known against the secret. */
async function opensLogins(
  { host, port, database, ssl }: pg.Client,
  appSecret: string,
): Promise<boolean> {
  const user = 'msingi_web'
  const login = new pg.Client({
    host,
    port,
    database,
    ssl,
    user,
    password: loginPassword(appSecret, user),
  })
  login.on('error', () => undefined)
  try {
    await login.connect()
  } catch (fault) {
    // The server has closed the connection.
    return !(fault instanceof pg.DatabaseError && fault.code === '28P01')
  }
  await login.end()
  return true
}

/** Notes the secret of an installation, unless one is noted. */
export async function noteSecret(client: pg.Client, appSecret: string): Promise<void> {
  await asOwner(client, async () => {
    await client.query(table)
    await client.query(
      'insert into migrations.app_secret (fingerprint) values ($1) on conflict do nothing',
      [fingerprintOf(appSecret)],
    )
  })
}

/** The next start may come with any secret. Within a transaction of the tables' owner. */
export async function forgetSecret(client: pg.Client): Promise<void> {
  await client.query(table)
  await client.query('delete from migrations.app_secret')
}

async function asOwner<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin; set local role msingi_owner')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (fault) {
    await client.query('rollback')
    throw fault
  }
}
