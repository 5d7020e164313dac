import { access, constants } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { BackupSettings } from '../../../config/backup-settings.ts'
import type { Config } from '../../../config/config.ts'
import { refuseWrongRecipients } from './encryption.ts'
import { storeOf } from './repository.ts'
import { refuseWithoutRclone } from './sftp-store.ts'

/** The settings of backups, checked as far as this machine can tell. Refuses wrong ones, and none. */
export async function requireBackups({ backups }: Config): Promise<BackupSettings> {
  if (!backups)
    throw new Error('BACKUP_TO is not set: there is no place of backups (docs/backups.md).')
  refuseWrongRecipients(backups.recipients)
  const { place } = backups
  if (place.kind !== 'sftp') return backups
  await refuseWithoutRclone()
  for (const [name, path] of [
    ['BACKUP_SFTP_KEY_FILE', place.keyFile],
    ['BACKUP_SFTP_KNOWN_HOSTS', place.knownHostsFile],
  ] as const) {
    await access(path, constants.R_OK).catch(() => {
      throw new Error(`${name} must name a file that can be read, not "${path}".`)
    })
  }
  return backups
}

/** Whether something can be written to the place now; the reason why not, or null. */
export async function whyNotWritable(
  backups: BackupSettings,
  staging: string,
): Promise<string | null> {
  const store = storeOf(backups, staging)
  const trial = `backups/trial-${process.pid}`
  try {
    await store.put(trial, Readable.from([Buffer.from('whether this can be written')]))
    await store.settle()
    await store.remove([trial])
    return null
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault)
  }
}
