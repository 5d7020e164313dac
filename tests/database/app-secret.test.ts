import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { loginPassword } from '../../config/login-password.ts'
import { migrate } from '../../db/migrate.ts'
import { keepSecret, putUnusableSecretAside } from '../../server/postgres/installation.ts'

const url = process.env.DATABASE_URL ?? ''

/** Whether the program's login still opens with the password that follows from this secret. */
async function opens(secret: string): Promise<boolean> {
  const { host, port, database } = new pg.Client({ connectionString: url })
  const client = new pg.Client({
    host,
    port,
    database,
    user: 'msingi_web',
    password: loginPassword(secret, 'msingi_web'),
  })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

test('an app-secret that is another than the installation’s is refused, and the running processes keep their logins', async () => {
  const other = 'another-secret-of-more-than-32-letters'
  await expect(migrate(url, other, () => undefined)).rejects.toThrow(
    'The app-secret differs from the one this installation was created with. Nothing was changed.',
  )
  expect([await opens(other), await opens(inject('secret'))]).toEqual([false, true])
  await expect(migrate(url, inject('secret'), () => undefined)).resolves.toBeUndefined()
})

test('DATA-350 where a database is and no secret none is made up', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'msingi-secret-'))
  try {
    await writeFile(join(dataDir, 'postgres-password'), 'made before')
    await expect(keepSecret(dataDir)).rejects.toThrow(
      `DATA_DIR ${dataDir} is incomplete: its database is there, and neither app-secret`,
    )
    expect(existsSync(join(dataDir, 'app-secret'))).toBe(false)
    await rm(join(dataDir, 'postgres-password'))
    const made = await keepSecret(dataDir)
    await writeFile(join(dataDir, 'postgres-password'), 'made after')
    expect(await keepSecret(dataDir)).toBe(made)
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

test('DATA-350 half a secret is refused, and put aside where another is to take its place', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'msingi-secret-'))
  const path = join(dataDir, 'app-secret')
  try {
    await writeFile(path, 'half')
    await expect(keepSecret(dataDir)).rejects.toThrow(`${path} does not hold a complete secret.`)
    expect(await putUnusableSecretAside(dataDir)).toBe('app-secret.unusable')
    // What a power cut may leave.
    await writeFile(path, Buffer.alloc(44))
    expect(await putUnusableSecretAside(dataDir)).toBe('app-secret.unusable-2')
    expect(await readFile(`${path}.unusable`, 'utf8')).toBe('half')
    const made = await keepSecret(dataDir)
    expect(await putUnusableSecretAside(dataDir)).toBeNull()
    expect(await keepSecret(dataDir)).toBe(made)
  } finally {
    await rm(dataDir, { recursive: true })
  }
})
