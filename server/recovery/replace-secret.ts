import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../../config/config.ts'
import { fingerprintOf } from '../../config/login-password.ts'
import { forgetSecret, notedFingerprint } from '../../db/app-secret.ts'
import { writeOnce } from '../durable-files.ts'
import { putUnusableSecretAside, readSecret } from '../postgres/installation.ts'
import { connected, isInstalled } from './database.ts'
import { removeSecondFactors } from './restore-backup.ts'

/** `aside` is the new name of an incomplete secret file. */
type Replaced = { secondFactors: number; isNewFile: boolean; aside: string | null }

/**
 * Continues an installation with another app-secret, from APP_SECRET or DATA_DIR. Second factors are removed, because
 * they cannot be decrypted. Audited. Refused while the product is running, and when the secret is the right one.
 */
export async function replaceSecret(
  databaseUrl: string,
  { appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>,
): Promise<Replaced> {
  return connected(databaseUrl, async (client) => {
    if (!(await isInstalled(client))) throw new Error('There is no installation in this database.')
    await refuseWhileRunning(client)
    // An unreadable file may hold the right secret, so nothing is done.
    const aside = appSecret === null ? await putUnusableSecretAside(dataDir) : null
    const currentSecret = appSecret ?? (await readSecret(dataDir))
    if (
      currentSecret !== null &&
      (await notedFingerprint(client)) === fingerprintOf(currentSecret)
    ) {
      throw new Error('This app-secret is the one of the installation. Nothing was changed.')
    }
    await client.query("begin; set local role msingi_owner; set local app.actor = 'command'")
    const secondFactors = await removeSecondFactors(client)
    await forgetSecret(client)
    const facts = JSON.stringify({ second_factors: secondFactors })
    await client.query("select app.audit_act('replace-secret', 'installation', null, $1::jsonb)", [
      facts,
    ])
    if (currentSecret === null)
      await writeOnce(join(dataDir, 'app-secret'), `${randomBytes(32).toString('base64url')}\n`)
    await client.query('commit')
    return { secondFactors, isNewFile: currentSecret === null, aside }
  })
}

async function refuseWhileRunning(client: pg.Client) {
  const { rowCount } = await client.query(
    "select from pg_stat_activity where datname = current_database() and usename like 'msingi\\_%' and pid <> pg_backend_pid()",
  )
  if (rowCount)
    throw new Error(
      'Processes of the product are still running. Stop all of them first; nothing was changed.',
    )
}
