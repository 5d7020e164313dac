import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
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
import type { ApartFiles, Manifest } from '../recovery/archive.ts'
import { requireBackups } from '../recovery/backups/check-settings.ts'
import { readIdentities } from '../recovery/backups/encryption.ts'
import { chooseBackup, fetchArchive, filesOf } from '../recovery/backups/fetch-backup.ts'
import { storeOf } from '../recovery/backups/repository.ts'
import { asRecoveryCommand, secretOf, serverOf } from '../recovery/present-installation.ts'
import {
  examineBackup,
  refuseOtherSecret,
  restoreBackup,
  type SecretChoice,
} from '../recovery/restore-backup.ts'
import { printVerdicts, verifyInstallation } from '../recovery/verify-installation.ts'
import { withTemporaryFolder } from '../temporary-folder.ts'
import { withCleanup } from '../with-cleanup.ts'

const usage = `Usage:  npm run restore -- /backups/msingi-2026-11-22.zip [--new-secret]
or, from the place that BACKUP_TO names:  npm run restore -- latest --identity FILE [--new-secret]
where FILE has the secret key of age; npm run backup -- --list names other backups than the latest.`

type Wish = { named: string; identityFile: string | null; choice: SecretChoice }

/** `npm run restore -- FILE`, or `latest --identity FILE`: into an empty installation only, verified afterwards. */
await asRecoveryCommand(async () => {
  const wish = wishOf(process.argv.slice(2))
  const config = configOfThisProgram()
  if (config.databaseUrl) await refuseUnreachable(config.databaseUrl)
  else await refuseLostDatabase(config)
  if (wish.identityFile === null)
    return restoreArchive(config, { path: resolve(wish.named), files: null }, wish.choice)
  return restoreFromPlace(config, wish, wish.identityFile)
})

function wishOf(args: string[]): Wish {
  const { values, positionals, tokens } = parseArgs({
    args,
    options: { 'new-secret': { type: 'boolean' }, identity: { type: 'string' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const [named, ...more] = positionals
  const { identity = null, 'new-secret': isNew = false } = values
  const isKnown = tokens.every(
    (token) => token.kind !== 'option' || ['new-secret', 'identity'].includes(token.name),
  )
  if (
    !named ||
    more.length > 0 ||
    !isKnown ||
    typeof identity === 'boolean' ||
    typeof isNew === 'string'
  )
    throw new Error(usage)
  return { named, identityFile: identity, choice: isNew ? 'new-secret' : 'same-secret' }
}

/** The decrypted archive is in a folder for temporary files, until the restore ends. */
async function restoreFromPlace(config: Config, { named, choice }: Wish, identityFile: string) {
  const identities = await readIdentities(identityFile)
  const backups = await requireBackups(config)
  await withTemporaryFolder('restore', async (folder) => {
    const store = storeOf(backups, join(folder, 'staging'))
    const backup = await chooseBackup(store, named)
    const path = join(folder, `${backup.moment}.zip`)
    const fetch = () => fetchArchive(store, backup, identities, path)
    await showStep(`Fetching the backup ${backup.moment}`, fetch)
    await restoreArchive(config, { path, files: filesOf(store, identities) }, choice)
  })
}

type Source = { path: string; files: ApartFiles | null }

async function restoreArchive(config: Config, source: Source, choice: SecretChoice) {
  const examine = () => examineBackup(source.path, source.files)
  const manifest = await showStep('Reading the backup', examine)
  if (choice === 'new-secret') await makeRoomForSecret(config)
  refuseOtherSecret(manifest, await secretOf(config), choice)
  await restoreHere(config, source, manifest, choice)
}

/** An existing installation's unusable secret is left alone. */
async function makeRoomForSecret({ appSecret, dataDir }: Config) {
  if (appSecret !== null || hasPassword(dataDir)) return
  const aside = await putUnusableSecretAside(dataDir)
  if (aside) say(`What was in app-secret is not a complete secret. It was moved to ${aside}.`)
}

async function restoreHere(
  config: Config,
  { path, files }: Source,
  manifest: Manifest,
  choice: SecretChoice,
) {
  const { dataDir, objectStore } = config
  await makeDataDir(dataDir)
  const isNewFile = (await secretOf(config)) === null
  const appSecret = config.appSecret ?? (await keepSecret(dataDir))
  await withCleanup(
    async () => serverOf(config.databaseUrl) ?? startPostgres({ dataDir, log: say }),
    ({ stop }) => stop(),
    async ({ url }) => {
      const where = { databaseUrl: url, appSecret, dataDir, objectStore }
      const restore = () => restoreBackup(where, path, manifest, choice, files)
      const lost = await showStep('Restoring', restore)
      const isWhole = printVerdicts(await showStep('Verifying', () => verifyInstallation(where)))
      if (!isWhole) process.exitCode = 1
      if (lost.length > 0)
        say(`${lost.length} files are missing or damaged where the backups are (Files, above).`)
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
