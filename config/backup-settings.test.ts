import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
const access = {
  BACKUP_S3_ENDPOINT: 'https://s3.example.com',
  BACKUP_S3_REGION: 'eu',
  BACKUP_S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  BACKUP_S3_SECRET_ACCESS_KEY: 'hunter2',
}
const sftp = { BACKUP_SFTP_KEY_FILE: '/keys/id', BACKUP_SFTP_KNOWN_HOSTS: '/keys/known_hosts' }

const readWith = (settings: Record<string, string>) =>
  readConfig({ BACKUP_RECIPIENT: recipient, ...settings })

function faultsOf(settings: Record<string, string>): string[] {
  try {
    readWith(settings)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

test('OPS-354 backups go to a folder, a bucket or a server, hourly with the embedded database and daily with another', () => {
  expect(readConfig({}).backups).toBeNull()
  expect(readWith({ BACKUP_TO: '/mnt/backups//msingi/' }).backups).toEqual({
    place: { kind: 'folder', folder: '/mnt/backups/msingi' },
    recipients: [recipient],
    everyHours: 1,
    keep: { hourly: 24, daily: 14, monthly: 12 },
  })
  const database = { DATABASE_URL: 'postgres://a:b@localhost/c', APP_SECRET: 'x'.repeat(32) }
  const elsewhere = { ...database, BACKUP_TO: 's3://vault/msingi/', ...access }
  expect(readWith(elsewhere).backups).toMatchObject({
    everyHours: 24,
    place: { kind: 'bucket', prefix: 'msingi/', store: { bucket: 'vault', region: 'eu' } },
  })
  expect(readWith({ ...access, BACKUP_TO: 's3://vault' }).backups?.place).toMatchObject({
    prefix: '',
  })
  expect(
    readWith({ ...sftp, BACKUP_TO: 'sftp://anna@host.example:2222/~/b' }).backups?.place,
  ).toEqual({
    kind: 'sftp',
    host: 'host.example',
    port: 2222,
    user: 'anna',
    path: '/~/b',
    keyFile: '/keys/id',
    knownHostsFile: '/keys/known_hosts',
  })
})

test.each([
  [{ BACKUP_TO: 'backups' }, /^BACKUP_TO must be a folder like .*, a bucket like/],
  [{ BACKUP_TO: 'https://example.com/b' }, /^BACKUP_TO must be a folder/],
  [{ BACKUP_TO: 'sftp://anna:hunter2@host/b' }, /^BACKUP_TO must be a folder(?!.*hunter2)/],
  [{ BACKUP_TO: 'sftp://host/b', ...sftp }, /^BACKUP_TO must be a folder/],
  [{ BACKUP_TO: 'sftp://anna@host/a b', ...sftp }, /its path may have letters/],
  [{ BACKUP_TO: 's3://vault' }, /^BACKUP_S3_ENDPOINT, BACKUP_S3_REGION, .* must be set too/],
  [
    { BACKUP_TO: 'sftp://anna@host/b' },
    /^BACKUP_SFTP_KEY_FILE, BACKUP_SFTP_KNOWN_HOSTS must be set/,
  ],
  [{ BACKUP_TO: '/b', BACKUP_RECIPIENT: '' }, /^BACKUP_RECIPIENT is required with BACKUP_TO/],
  [{}, /^BACKUP_TO is required with BACKUP_RECIPIENT/],
  [
    { BACKUP_TO: '/b', BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1XYZ' },
    /This is the secret one: keep it away(?!.*XYZ)/,
  ],
  [
    { BACKUP_TO: '/b', BACKUP_RECIPIENT: 'ssh-ed25519 AAAA' },
    /^BACKUP_RECIPIENT must list public keys/,
  ],
  [{ BACKUP_TO: '/b', BACKUP_EVERY_HOURS: '0' }, /^BACKUP_EVERY_HOURS must be hours from 1 to 168/],
  [{ BACKUP_TO: '/b', BACKUP_KEEP_HOURLY: '0' }, /^BACKUP_KEEP_HOURLY must be a number from 1/],
  [{ BACKUP_TO: '/data/b', DATA_DIR: '/data' }, /^BACKUP_TO must be outside of DATA_DIR/],
  [{ BACKUP_TO: '/data', DATA_DIR: '/data' }, /^BACKUP_TO must be outside of DATA_DIR/],
  [
    {
      BACKUP_TO: 's3://files',
      ...access,
      S3_ENDPOINT: 'https://s3.example.com',
      S3_REGION: 'eu',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    },
    /^BACKUP_TO must be another bucket than S3_BUCKET/,
  ],
])('OPS-355 wrong settings of backups are named: %j', (settings, words) => {
  expect(faultsOf(settings)).toContainEqual(expect.stringMatching(words))
})

test('a place next to DATA_DIR with a similar name is none of its folders', () => {
  expect(faultsOf({ BACKUP_TO: '/data-backups', DATA_DIR: '/data' })).toEqual([])
})
