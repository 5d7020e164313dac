import { isAbsolute, resolve, sep } from 'node:path'
import { asWhole, WrongValue } from './config-values.ts'
import { type ObjectStoreSettings, type Read, readStoreAccess } from './store-settings.ts'

/** Where backups go: `prefix` ends in a slash or is empty. */
export type BackupPlace =
  | { kind: 'folder'; folder: string }
  | { kind: 'bucket'; prefix: string; store: ObjectStoreSettings }
  | ({ kind: 'sftp' } & SftpAddress & { keyFile: string; knownHostsFile: string })

type SftpAddress = { host: string; port: number; user: string; path: string }

export type BackupSettings = {
  place: BackupPlace
  recipients: string[]
  everyHours: number
  /** How many of the newest hours, days and months that have a backup keep one. */
  keep: { hourly: number; daily: number; monthly: number }
}

type Address =
  | { kind: 'folder'; folder: string }
  | { kind: 'bucket'; bucket: string; prefix: string }
  | ({ kind: 'sftp' } & SftpAddress)

const example =
  'must be a folder like /mnt/backups/msingi, a bucket like s3://bucket/msingi, or a server like sftp://user@host/msingi'

function asAddress(text: string): Address {
  if (isAbsolute(text)) return { kind: 'folder', folder: resolve(text) }
  const url = URL.canParse(text) ? new URL(text) : null
  // Without the value: it may contain a password.
  if (!url || url.password || url.search || url.hash) throw new WrongValue(`${example}.`)
  if (!/^[\w./~-]*$/.test(url.pathname) || url.pathname.split('/').includes('..'))
    throw new WrongValue(`${example}; its path may have letters, figures, and . _ - /.`)
  const inner = url.pathname.replace(/^\/+|\/+$/g, '')
  if (url.protocol === 's3:' && /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname))
    return { kind: 'bucket', bucket: url.hostname, prefix: inner && `${inner}/` }
  if (url.protocol === 'sftp:' && url.hostname && /^[\w.-]+$/.test(url.username))
    return {
      kind: 'sftp',
      host: url.hostname,
      port: Number(url.port || 22),
      user: url.username,
      path: url.pathname.replace(/\/+$/, ''),
    }
  throw new WrongValue(`${example}.`)
}

/** Public keys of age: X25519, and the hybrid ones that resist quantum computers. */
function asRecipients(text: string): string[] {
  const recipients = text.split(/[\s,]+/).filter(Boolean)
  const isSecret = recipients.some((word) => /^age-secret-key-/i.test(word))
  if (isSecret)
    throw new WrongValue(
      'must be the public key of age, which begins with age1. This is the secret one: keep it away from this server.',
    )
  const wrong = recipients.find((word) => !/^age1(pq1)?[02-9ac-hj-np-z]{50,}$/.test(word))
  if (wrong !== undefined)
    throw new WrongValue(
      `must list public keys of age, which begin with age1; "${wrong.slice(0, 80)}" is none.`,
    )
  return recipients
}

const asPath = (text: string) => {
  if (isAbsolute(text)) return resolve(text)
  throw new WrongValue(`must be the whole path of a file, not "${text}".`)
}

const namesOfStore = {
  endpoint: 'BACKUP_S3_ENDPOINT',
  region: 'BACKUP_S3_REGION',
  accessKeyId: 'BACKUP_S3_ACCESS_KEY_ID',
  secretAccessKey: 'BACKUP_S3_SECRET_ACCESS_KEY',
  forcePathStyle: 'BACKUP_S3_FORCE_PATH_STYLE',
}

type Others = { hasDatabaseUrl: boolean }

/** Null without BACKUP_TO, and when its place lacks a setting, which `faultsOfBackups` names. */
export function readBackups(read: Read, { hasDatabaseUrl }: Others): BackupSettings | null {
  const address = read('BACKUP_TO', asAddress, null)
  const access = readStoreAccess(read, namesOfStore)
  const keyFile = read('BACKUP_SFTP_KEY_FILE', asPath, null)
  const knownHostsFile = read('BACKUP_SFTP_KNOWN_HOSTS', asPath, null)
  const settings = {
    recipients: read('BACKUP_RECIPIENT', asRecipients, []),
    everyHours: read('BACKUP_EVERY_HOURS', asWhole(1, 168, 'hours'), hasDatabaseUrl ? 24 : 1),
    keep: {
      hourly: read('BACKUP_KEEP_HOURLY', asWhole(1, 1000, 'a number'), 24),
      daily: read('BACKUP_KEEP_DAILY', asWhole(0, 1000, 'a number'), 14),
      monthly: read('BACKUP_KEEP_MONTHLY', asWhole(0, 1000, 'a number'), 12),
    },
  }
  if (address?.kind === 'folder') return { ...settings, place: address }
  if (address?.kind === 'bucket' && access) {
    const { bucket, prefix } = address
    return { ...settings, place: { kind: 'bucket', prefix, store: { ...access, bucket } } }
  }
  if (address?.kind === 'sftp' && keyFile && knownHostsFile)
    return { ...settings, place: { ...address, keyFile, knownHostsFile } }
  return null
}

type TextOf = (name: string) => string | null

const needed: [RegExp, string[]][] = [
  [/^s3:/, Object.values(namesOfStore).filter((name) => name !== namesOfStore.forcePathStyle)],
  [/^sftp:/, ['BACKUP_SFTP_KEY_FILE', 'BACKUP_SFTP_KNOWN_HOSTS']],
]

/** Settings that are missing, or that keep the backups where they are lost with the rest. */
export function faultsOfBackups(
  backups: BackupSettings | null,
  textOf: TextOf,
  { dataDir, objectStore }: { dataDir: string; objectStore: ObjectStoreSettings | null },
): string[] {
  const to = textOf('BACKUP_TO')
  if (to === null)
    return textOf('BACKUP_RECIPIENT') === null
      ? []
      : ['BACKUP_TO is required with BACKUP_RECIPIENT: the place of the backups.']
  const faults = needed.flatMap(([scheme, names]) => {
    const missing = scheme.test(to) ? names.filter((name) => textOf(name) === null) : []
    return missing.length > 0 ? [`${missing.join(', ')} must be set too for this BACKUP_TO.`] : []
  })
  if (textOf('BACKUP_RECIPIENT') === null)
    faults.push(
      'BACKUP_RECIPIENT is required with BACKUP_TO: the public key of age that backups are encrypted to.',
    )
  const place = backups?.place
  if (place?.kind === 'folder' && `${place.folder}${sep}`.startsWith(`${dataDir}${sep}`))
    faults.push('BACKUP_TO must be outside of DATA_DIR: backups in it are lost with it.')
  if (
    place?.kind === 'bucket' &&
    place.store.endpoint === objectStore?.endpoint &&
    place.store.bucket === objectStore.bucket
  )
    faults.push('BACKUP_TO must be another bucket than S3_BUCKET: backups are lost with it.')
  return faults
}
