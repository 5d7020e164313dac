import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { configOfThisProgram } from '../../config/config.ts'
import { say, showStep } from '../progress.ts'
import { requireBackups } from '../recovery/backups/check-settings.ts'
import { findBackups, storeOf } from '../recovery/backups/repository.ts'
import { type TakenApart, takeApart, takeWhenDue } from '../recovery/backups/take-apart.ts'
import { asRecoveryCommand, withInstallation } from '../recovery/present-installation.ts'
import { type Taken, takeBackup } from '../recovery/take-backup.ts'

const usage = `Usage:  npm run backup -- /backups/msingi-2026-11-22.zip
or, to the place that BACKUP_TO names:  npm run backup
or, for what is there:  npm run backup -- --list`

/**
 * `npm run backup [-- FILE]` exits with 1 when a file was missing or damaged, although everything else was written.
 * `--when-due`, of the worker, takes none while the newest is recent.
 */
await asRecoveryCommand(async () => {
  const [named, ...more] = process.argv.slice(2)
  const { backups, dataDir } = configOfThisProgram()
  if (more.length > 0 || (!named && !backups)) throw new Error(usage)
  const staging = join(dataDir, 'backup-staging')
  if (named === '--list') return listBackups(staging)
  if (!named || named === '--when-due') return backUpApart(staging, named === '--when-due')
  if (named.startsWith('-')) throw new Error(usage)
  return backUpInto(resolve(named), backups ? 'not-noted' : 'noted')
})

async function backUpInto(path: string, kind: 'noted' | 'not-noted') {
  if (!existsSync(dirname(path)))
    throw new Error(`There is no folder ${dirname(path)}. Nothing was written.`)
  await withInstallation(async (where) => {
    const taken = await showStep('Backing up', () => takeBackup(where, path, kind))
    const { size } = await stat(path)
    say(`${path}: ${inMegabytes(size)}, the state of ${taken.takenAt}`)
    say(`${taken.rows} rows of ${taken.tables} tables, ${taken.files} files`)
    say('The app-secret is not included; keep it separately and safe (docs/backups.md).')
    complain(taken)
  })
}

async function backUpApart(staging: string, whenDue: boolean) {
  const backups = await requireBackups(configOfThisProgram())
  const store = storeOf(backups, staging)
  // The pages of the product come first.
  if (whenDue) setPriority(10)
  await withInstallation(async (where) => {
    if (!whenDue) {
      report(await showStep('Backing up', () => takeApart(where, store, backups)), store.name)
      return
    }
    const taken = await takeWhenDue(where, store, backups)
    if (taken) report(taken, store.name)
    // What was missing is noted for the office; trying again brings nothing.
    process.exitCode = 0
  })
}

function report(taken: TakenApart, place: string) {
  const { moment, bytes, copied, deleted, damaged } = taken
  say(`${moment} in ${place}: the state of ${taken.takenAt}, encrypted`)
  say(
    `${taken.rows} rows of ${taken.tables} tables (${inMegabytes(bytes)}), ${taken.files} files, ${copied} of them new there`,
  )
  if (deleted.backups + deleted.files > 0)
    say(`Deleted: ${deleted.backups} old backups, ${deleted.files} files that no backup needs`)
  for (const earlier of damaged)
    say(`The backup ${earlier} is incomplete there. It does not count, and is not deleted.`)
  complain(taken)
}

async function listBackups(staging: string) {
  const store = storeOf(await requireBackups(configOfThisProgram()), staging)
  const { whole, damaged } = await findBackups(store)
  say(`${store.name}: ${whole.length === 0 ? 'no backups yet' : `${whole.length} backups`}`)
  for (const { moment } of whole) say(`  ${moment}`)
  for (const moment of damaged) say(`  ${moment}  incomplete`)
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`
}

function complain({ missing, unread, spoiled, described }: Taken) {
  for (const key of missing) say(`Missing, so not in the backup: ${described.get(key)}`)
  for (const key of unread) say(`Not readable, so not in the backup: ${described.get(key)}`)
  for (const key of spoiled)
    say(`Backed up, but different from what was stored: ${described.get(key)}`)
  if (described.size > 0) process.exitCode = 1
}
