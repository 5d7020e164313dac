import pg from 'pg'
import { fingerprintOf, loginPassword } from '../config/login-password.ts'

const table = `create table if not exists migrations.app_secret (
  only_one boolean primary key default true check (only_one), fingerprint text not null)`

/**
 * Refuses an app-secret other than the installation's, because login passwords and second factors depend on it. Any is
 * accepted by a new database or after `forgetSecret`. `client` is the installer's.
 */
export async function refuseOtherSecret(client: pg.Client, appSecret: string): Promise<void> {
  if (await isOwnSecret(client, appSecret)) return
  throw new Error(
    'The app-secret differs from the one this installation was created with. Nothing was changed. ' +
      'Put the right one into APP_SECRET, or as the file app-secret into DATA_DIR. ' +
      'If it is lost: docs/operations.md, "When the secret is lost".',
  )
}

async function isOwnSecret(client: pg.Client, appSecret: string): Promise<boolean> {
  if (await isThere(client, 'app_secret')) {
    const noted = await notedFingerprint(client)
    return noted === null || noted === fingerprintOf(appSecret)
  }
  // Installations from before the fingerprint are checked by their logins.
  return !(await isThere(client, 'applied')) || (await opensLogins(client, appSecret))
}

async function isThere(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_tables where (schemaname, tablename) = ('migrations', $1)",
    [name],
  )
  return rows.length > 0
}

/** The stored fingerprint; null when there is none. */
export async function notedFingerprint(client: pg.Client): Promise<string | null> {
  if (!(await isThere(client, 'app_secret'))) return null
  return asOwner(client, async () => {
    const { rows } = await client.query<{ fingerprint: string }>(
      'select fingerprint from migrations.app_secret',
    )
    return rows[0]?.fingerprint ?? null
  })
}

/** Failures for a reason other than the password say nothing about the secret. */
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

export async function noteSecret(client: pg.Client, appSecret: string): Promise<void> {
  await asOwner(client, async () => {
    await client.query(table)
    await client.query(
      'insert into migrations.app_secret (fingerprint) values ($1) on conflict do nothing',
      [fingerprintOf(appSecret)],
    )
  })
}

/** The next start may use any secret. In a transaction of the tables' owner. */
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
