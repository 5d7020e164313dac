import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'
import {
  ConfigError,
  completeEnvironment,
  configOfThisProgram,
  environmentWith,
  readConfig,
} from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'msingi-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(text: string, mode = 0o600): string {
  const path = join(folder, `secret-${Math.random()}`)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

const values = {
  DATABASE_URL: 'postgresql://u:hunter2@h1,h2/msingi',
  DATABASE_REPLICA_URL: 'postgresql://u:hunter2@h3/msingi',
  APP_SECRET: 'a secret of at least thirty-two characters',
  OIDC_CLIENT_SECRET: 'hunter3',
  SMTP_URL: 'smtp://u:hunter4@mail',
  SMTP_FALLBACK_URL: 'smtp://u:hunter5@relay',
  S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  S3_SECRET_ACCESS_KEY: 'hunter6',
  METRICS_TOKEN: 'a token of at least thirty-two characters',
}
const others = {
  METRICS_PORT: '9400',
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_CLIENT_ID: 'msingi',
  MAIL_FROM: 'office@example.com',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'msingi-files',
}

test('OPS-003 every secret may be in a file, without its line end', () => {
  const entries = Object.entries(values)
  for (const end of ['', '\n', '\r\n']) {
    const files = entries.map(([name, value]) => [`${name}_FILE`, fileWith(value + end)])
    expect(readConfig({ ...others, ...Object.fromEntries(files) })).toEqual(
      readConfig({ ...others, ...values }),
    )
  }
})

test.each(Object.entries(values))(
  'OPS-003 %s and its file are not both accepted',
  (name, value) => {
    const { [name]: _, ...rest } = { ...others, ...values } as Record<string, string>
    expect(faultsOf({ ...rest, [name]: value, [`${name}_FILE`]: fileWith(value) })).toEqual([
      `${name} and ${name}_FILE are both set: keep one.`,
    ])
    expect(faultsOf({ ...rest, [name]: ' ', [`${name}_FILE`]: fileWith(value) })).toEqual([])
  },
)

test.each([
  ['a file that is missing', () => join(folder, 'nothing'), 'must name a file that can be read'],
  ['an empty file', () => fileWith('\n'), 'is empty.'],
  ['several lines', () => fileWith('hunter2\nhunter2\n'), 'must name a file with one line'],
  ['zeros of a power cut', () => fileWith('\0'.repeat(40)), 'must name a file with one line'],
  ['a file that others read', () => fileWith('hunter2', 0o604), 'run: chmod 600 '],
  ['a file that its group changes', () => fileWith('hunter2', 0o660), 'run: chmod 600 '],
  ['a file too large', () => fileWith('hunter2'.repeat(10_000)), 'must name a file with a secret'],
])('OPS-003 %s is refused with the name of its setting', (_, path, message) => {
  const faults = faultsOf({ ...others, ...values, APP_SECRET: '', APP_SECRET_FILE: path() })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(/^APP_SECRET_FILE must /)
  expect(faults[0]).toContain(message)
  expect(faults[0]).not.toContain('hunter2')
})

test('OPS-003 a folder or a pipe is no secret, and is not waited for', async () => {
  const pipe = join(folder, 'pipe')
  await promisify(execFile)('mkfifo', ['-m', '600', pipe])
  mkdirSync(join(folder, 'folder'), { mode: 0o700 })
  for (const path of [pipe, join(folder, 'folder'), '/dev/null'])
    expect(faultsOf({ SMTP_URL_FILE: path })).toEqual([
      `SMTP_URL_FILE must name a file with a secret; "${path}" is not a file.`,
    ])
})

test('OPS-003 what is in a file is checked like the setting', () => {
  expect(faultsOf({ APP_SECRET_FILE: fileWith('short') })).toEqual([
    'APP_SECRET must have at least 32 characters, all of them printable.',
  ])
  expect(faultsOf({ DATABASE_URL_FILE: fileWith(values.DATABASE_URL) })).toEqual([
    expect.stringMatching(/^APP_SECRET is required/),
  ])
})

test('OPS-003 what the start completes replaces the files of it', () => {
  vi.stubEnv('DATABASE_URL_FILE', fileWith(values.DATABASE_URL))
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('APP_SECRET', values.APP_SECRET)
  const { databaseUrl } = configOfThisProgram()
  completeEnvironment({ DATABASE_URL: databaseUrl ?? '' })
  expect(configOfThisProgram().databaseUrl).toBe(values.DATABASE_URL)
  vi.unstubAllEnvs()
})

test('OPS-003 a setting given to a program of ours replaces the file of it', () => {
  const environment = environmentWith({ APP_SECRET: values.APP_SECRET })
  expect(environment).toMatchObject({ APP_SECRET: values.APP_SECRET })
  expect(Object.hasOwn(environment, 'APP_SECRET_FILE')).toBe(true)
  expect(environment.APP_SECRET_FILE).toBeUndefined()
})
