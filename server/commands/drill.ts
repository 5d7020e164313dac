import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { BackupSettings } from '../../config/backup-settings.ts'
import { configOfThisProgram } from '../../config/config.ts'
import { say, showStep } from '../progress.ts'
import type { BackupStore } from '../recovery/backups/backup-store.ts'
import { requireBackups } from '../recovery/backups/check-settings.ts'
import { type Drilled, drill } from '../recovery/backups/drill.ts'
import { readIdentities } from '../recovery/backups/encryption.ts'
import { folderStore } from '../recovery/backups/folder-store.ts'
import { findBackups, storeOf } from '../recovery/backups/repository.ts'
import { takeApart } from '../recovery/backups/take-apart.ts'
import { asRecoveryCommand, secretOf, withInstallation } from '../recovery/present-installation.ts'
import { tryToNote } from '../recovery/recovery-state.ts'
import { printVerdicts } from '../recovery/verify-installation.ts'
import { withTemporaryFolder } from '../temporary-folder.ts'

const usage = `Usage:  npm run drill -- --identity FILE
where FILE has the secret key of age that belongs to BACKUP_RECIPIENT. Take it away again afterwards.
Without BACKUP_TO it makes a backup for this drill alone, and needs no key:  npm run drill`

/** `npm run drill` restores the newest backup into a temporary database, verifies it, and exits with 1 on any problem. */
await asRecoveryCommand(async () => {
  const identityFile = identityOf(process.argv.slice(2))
  const config = configOfThisProgram()
  if ((config.backups === null) !== (identityFile === null)) throw new Error(usage)
  await withTemporaryFolder('drill', async (folder) => {
    const { store, settings, identities } = config.backups
      ? await ofPlace(await requireBackups(config), identityFile ?? '', folder)
      : await ofThisDrill(folder)
    if ((await findBackups(store)).whole.length === 0) await takeFirst(store, settings)
    const appSecret = await secretOf(config)
    const drilled = await showStep('Restoring and verifying the newest backup', () =>
      drill(store, { identities, folder, appSecret }),
    )
    show(drilled, store)
    await note(drilled.isWhole)
  })
})

function identityOf([option, path, ...more]: string[]): string | null {
  if (option === undefined) return null
  if (option !== '--identity' || !path || more.length > 0) throw new Error(usage)
  return path
}

type Place = {
  store: BackupStore
  settings: Pick<BackupSettings, 'recipients' | 'keep'>
  identities: string[]
}

async function ofPlace(
  settings: BackupSettings,
  identityFile: string,
  folder: string,
): Promise<Place> {
  const identities = await readIdentities(identityFile)
  return { settings, identities, store: storeOf(settings, join(folder, 'staging')) }
}

/** A place and a key that end with the drill. */
async function ofThisDrill(folder: string): Promise<Place> {
  const place = join(folder, 'place')
  await mkdir(place)
  const identity = await generateX25519Identity()
  const recipients = [await identityToRecipient(identity)]
  const keep = { hourly: 1, daily: 0, monthly: 0 }
  return { store: folderStore(place), settings: { recipients, keep }, identities: [identity] }
}

async function takeFirst(store: BackupStore, settings: Place['settings']) {
  await withInstallation(async (where) => {
    await showStep('There is no backup yet: making one', () => takeApart(where, store, settings))
  })
}

function show({ steps, verdicts, isWhole }: Drilled, { name }: BackupStore) {
  if (verdicts.length > 0) printVerdicts(verdicts)
  say()
  say('Step       Result    Seconds  Found')
  for (const { step, seconds, found, isDone } of steps) {
    const columns = [step.padEnd(10), (isDone ? 'done' : 'FAILED').padEnd(9)]
    say(`${columns.join(' ')} ${seconds.toFixed(1).padStart(7)}  ${found}`)
  }
  say()
  say(isWhole ? `The newest backup in ${name} is whole.` : `The drill of ${name} failed.`)
  if (!isWhole) process.exitCode = 1
}

/** On another machine than the installation's there is nothing to note it in. */
async function note(isWhole: boolean) {
  const outcome = { kind: isWhole ? 'drill' : 'drill-failed' } as const
  await withInstallation(({ databaseUrl }) => tryToNote(databaseUrl, outcome)).catch((fault) => {
    say(`Not shown in the office: ${fault instanceof Error ? fault.message : fault}`)
  })
}
