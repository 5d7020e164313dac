import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { readSecret } from '../installation.ts'
import { fingerprintOf } from '../login-password.ts'
import { writeOnce } from '../write-once.ts'
import { connected, isInstalled } from './snapshot.ts'

type Replaced = { secondFactors: number; isNewFile: boolean }

/**
 * Lets an installation go on with another app-secret, APP_SECRET or the one in DATA_DIR, where none is made: second factors
 * are removed, because nobody can read them without the former one, and it stands in the audit log. Refuses while processes
 * of the product are connected, whose logins the next start changes, and when the secret is the right one.
 */
export async function replaceSecret(
  databaseUrl: string,
  { appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>,
): Promise<Replaced> {
  return connected(databaseUrl, async (client) => {
    if (!(await isInstalled(client))) throw new Error('There is no installation in this database.')
    await refuseWhileRunning(client)
    const standing = appSecret ?? (await readSecret(dataDir).catch(() => null))
    await client.query("begin; set local role msingi_owner; set local app.actor = 'command'")
    if (standing !== null) await refuseRightSecret(client, standing)
    const { rowCount } = await client.query('delete from auth."twoFactor"')
    await client.query('update auth."user" set "twoFactorEnabled" = false where "twoFactorEnabled"')
    await client.query('delete from migrations.app_secret')
    const facts = JSON.stringify({ second_factors: rowCount })
    await client.query("select app.audit_act('replace-secret', 'installation', null, $1::jsonb)", [facts])
    if (standing === null) await makeSecret(dataDir)
    await client.query('commit')
    return { secondFactors: rowCount ?? 0, isNewFile: standing === null }
  })
}

async function refuseWhileRunning(client: pg.Client) {
  const { rowCount } = await client.query(
    "select from pg_stat_activity where datname = current_database() and usename like 'msingi\\_%' and pid <> pg_backend_pid()",
  )
  if (rowCount)
    throw new Error('Processes of the product are still running. Stop all of them first; nothing was changed.')
}

async function refuseRightSecret(client: pg.Client, secret: string) {
  const { rowCount } = await client.query('select from migrations.app_secret where fingerprint = $1', [
    fingerprintOf(secret),
  ])
  if (rowCount) throw new Error('This app-secret is the one of the installation. Nothing was changed.')
}

/** In the place of what may stand there and is no whole secret. */
async function makeSecret(dataDir: string) {
  const path = join(dataDir, 'app-secret')
  await rm(path, { force: true })
  await writeOnce(path, `${randomBytes(32).toString('base64url')}\n`)
}
