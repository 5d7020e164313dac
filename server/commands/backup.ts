import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { say, showStep } from '../progress.ts'
import { asRecoveryCommand, withInstallation } from '../recovery/present-installation.ts'
import { type Taken, takeBackup } from '../recovery/take-backup.ts'

const usage = 'Usage:  npm run backup -- /backups/msingi-2026-11-22.zip'

/** `npm run backup -- FILE` exits with 1 when a file was missing or damaged, although everything else was written. */
await asRecoveryCommand(async () => {
  const [named, ...more] = process.argv.slice(2)
  if (!named || named.startsWith('-') || more.length > 0) throw new Error(usage)
  const path = resolve(named)
  if (!existsSync(dirname(path)))
    throw new Error(`There is no folder ${dirname(path)}. Nothing was written.`)
  await withInstallation(async (where) => {
    const taken = await showStep('Backing up', () => takeBackup(where, path))
    const { size } = await stat(path)
    say(`${path}: ${Math.ceil(size / 1_000_000)} MB, the state of ${taken.takenAt}`)
    say(`${taken.rows} rows of ${taken.tables} tables, ${taken.files} files`)
    say('The app-secret is not included; keep it separately and safe (docs/operations.md).')
    complain(taken)
  })
})

function complain({ missing, unread, spoiled, described }: Taken) {
  for (const key of missing) say(`Missing, so not in the backup: ${described.get(key)}`)
  for (const key of unread) say(`Not readable, so not in the backup: ${described.get(key)}`)
  for (const key of spoiled)
    say(`Backed up, but different from what was stored: ${described.get(key)}`)
  if (described.size > 0) process.exitCode = 1
}
