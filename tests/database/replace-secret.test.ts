import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { loginPassword } from '../../config/login-password.ts'
import { refuseOtherSecret } from '../../db/app-secret.ts'
import { migrate } from '../../db/migrate.ts'
import { runTool } from '../../server/program.ts'
import { replaceSecret } from '../../server/recovery/replace-secret.ts'
import { asSuperuser } from '../database.ts'
import { database, installSoundly, run, where } from '../sound-installation.ts'

installSoundly()

const ask = async (question: string) =>
  (await asSuperuser((client) => client.query(question), database)).rows as unknown[]

/** Someone whose second factor only the lost secret can read. */
const enrolled = `
  insert into auth."user" (id, name, email, "emailVerified", role, "twoFactorEnabled")
    values ('00000000-0000-7000-8000-000000000009', 'Anna', 'anna@example.com', true, 'investor', true);
  insert into auth."twoFactor" ("userId", secret, "backupCodes")
    values ('00000000-0000-7000-8000-000000000009', 'unreadable', 'unreadable')`

test('where the app-secret is lost another takes its place, and second factors go with it', async () => {
  await run(enrolled)
  const { dataDir, databaseUrl } = where
  // What is there of the file is not a complete secret.
  await writeFile(join(dataDir, 'app-secret'), 'half')
  expect(await replaceSecret(databaseUrl, { appSecret: null, dataDir })).toEqual({
    secondFactors: 1,
    isNewFile: true,
    aside: 'app-secret.unusable',
  })
  const made = (await readFile(join(dataDir, 'app-secret'), 'utf8')).trim()
  expect(made.length).toBeGreaterThanOrEqual(32)
  expect(await readFile(join(dataDir, 'app-secret.unusable'), 'utf8')).toBe('half')
  expect(await ask('select from migrations.app_secret')).toEqual([])
  expect(await ask('select "twoFactorEnabled" as on from auth."user"')).toEqual([{ on: false }])
  expect(await ask('select from auth."twoFactor"')).toEqual([])
  expect(await ask("select actor, after from app.audit_log where act = 'replace-secret'")).toEqual([
    { actor: 'command', after: { second_factors: 1 } },
  ])
})

test('a secret that cannot be read is none that is lost, and nothing is done', async () => {
  await run(enrolled)
  await mkdir(join(where.dataDir, 'app-secret'))
  await expect(
    replaceSecret(where.databaseUrl, { appSecret: null, dataDir: where.dataDir }),
  ).rejects.toThrow('app-secret is not a file')
  expect(await ask('select "twoFactorEnabled" as on from auth."user"')).toEqual([{ on: true }])
})

test('a database of before the fingerprint was kept takes the secret of its logins only, until that is given up', async () => {
  await run('drop table migrations.app_secret')
  const other = 'another-secret-of-more-than-32-letters'
  const begin = (secret: string) => migrate(where.databaseUrl, secret, () => undefined)
  await expect(begin(other)).rejects.toThrow('The app-secret differs from the one')
  await replaceSecret(where.databaseUrl, { appSecret: other, dataDir: where.dataDir })
  await expect(
    asSuperuser((client) => refuseOtherSecret(client, other), database),
    'whoever starts with it next',
  ).resolves.toBeUndefined()
  await run('drop table migrations.app_secret')
  await expect(begin(inject('secret'))).resolves.toBeUndefined()
  await expect(begin(other)).rejects.toThrow('The app-secret differs from the one')
})

test('the right secret is not replaced, nor one that running processes use', async () => {
  await run(enrolled)
  const { dataDir, databaseUrl } = where
  const right = { appSecret: inject('secret'), dataDir }
  await expect(replaceSecret(databaseUrl, right)).rejects.toThrow(
    'This app-secret is the one of the installation.',
  )
  expect(await ask('select "twoFactorEnabled" as on from auth."user"')).toEqual([{ on: true }])
  await expect(
    migrate(databaseUrl, 'another-secret-of-more-than-32-letters', () => undefined),
  ).rejects.toThrow('differs from the one')
  const url = process.env.DATABASE_URL ?? ''
  const { host, port, database: own } = new pg.Client({ connectionString: url })
  const password = loginPassword(inject('secret'), 'msingi_web')
  const login = new pg.Client({ host, port, database: own, user: 'msingi_web', password })
  await login.connect()
  try {
    await expect(replaceSecret(url, { ...right, appSecret: 'x'.repeat(40) })).rejects.toThrow(
      'Processes of the product are still running.',
    )
  } finally {
    await login.end()
  }
})

test('on a PostgreSQL that is read-only, like a standby, a command ends with a sentence', async () => {
  const onlyReads = new URL(where.databaseUrl)
  onlyReads.searchParams.set('options', '-c default_transaction_read_only=on')
  const settings = {
    DATA_DIR: where.dataDir,
    DATABASE_URL: onlyReads.href,
    APP_SECRET: 'a'.repeat(40),
  }
  expect(await runTool('server/commands/replace-secret.ts', [], { settings })).toEqual({
    code: 1,
    output: 'This PostgreSQL is read-only, like a standby. Name the primary.',
  })
})
