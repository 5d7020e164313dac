import { resolve } from 'node:path'
import { type Config, configOfThisProgram } from '../../config/config.ts'
import { startPostgres } from '../postgres/embedded-postgres.ts'
import {
  keepSecret,
  makeDataDir,
  putUnusableSecretAside,
  refuseLostDatabase,
} from '../postgres/installation.ts'
import { refuseUnreachable } from '../postgres/named-database.ts'
import { hasPassword } from '../postgres/postgres-place.ts'
import { say, showStep } from '../progress.ts'
import type { Manifest } from '../recovery/archive.ts'
import { asRecoveryCommand, secretOf, serverOf } from '../recovery/present-installation.ts'
import {
  examineBackup,
  refuseOtherSecret,
  restoreBackup,
  type SecretChoice,
} from '../recovery/restore-backup.ts'
import { printVerdicts, verifyInstallation } from '../recovery/verify-installation.ts'
import { withCleanup } from '../with-cleanup.ts'

const usage = 'Usage:  npm run restore -- /backups/msingi-2026-11-22.zip [--new-secret]'
const option = '--new-secret'

/** `npm run restore -- FILE`: into an empty installation only, verified afterwards. */
await asRecoveryCommand(async () => {
  const args = process.argv.slice(2)
  const [named, ...more] = args.filter((arg) => arg !== option)
  if (!named || named.startsWith('-') || more.length > 0) throw new Error(usage)
  const path = resolve(named)
  const choice = args.includes(option) ? 'new-secret' : 'same-secret'
  const config = configOfThisProgram()
  if (config.databaseUrl) await refuseUnreachable(config.databaseUrl)
  else await refuseLostDatabase(config)
  const manifest = await showStep('Reading the backup', () => examineBackup(path))
  if (choice === 'new-secret') await makeRoomForSecret(config)
  refuseOtherSecret(manifest, await secretOf(config), choice)
  await restoreHere(config, path, manifest, choice)
})

/** An existing installation's unusable secret is left alone. */
async function makeRoomForSecret({ appSecret, dataDir }: Config) {
  if (appSecret !== null || hasPassword(dataDir)) return
  const aside = await putUnusableSecretAside(dataDir)
  if (aside) say(`What was in app-secret is not a complete secret. It was moved to ${aside}.`)
}

async function restoreHere(config: Config, path: string, manifest: Manifest, choice: SecretChoice) {
  const { dataDir, objectStore } = config
  await makeDataDir(dataDir)
  const isNewFile = (await secretOf(config)) === null
  const appSecret = config.appSecret ?? (await keepSecret(dataDir))
  await withCleanup(
    async () => serverOf(config.databaseUrl) ?? startPostgres({ dataDir, log: say }),
    ({ stop }) => stop(),
    async ({ url }) => {
      const where = { databaseUrl: url, appSecret, dataDir, objectStore }
      await showStep('Restoring', () => restoreBackup(where, path, manifest, choice))
      const isWhole = printVerdicts(await showStep('Verifying', () => verifyInstallation(where)))
      if (!isWhole) process.exitCode = 1
      say(`Restored the state of ${manifest.takenAt}. Everyone must sign in again.`)
      if (choice === 'new-secret')
        say('Second factors were removed: anyone who had one sets up a new one.')
      if (isNewFile)
        say(
          'A new app-secret was made in DATA_DIR: keep a separate copy of it (docs/operations.md).',
        )
    },
  )
}
