import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { startPostgres } from '../../server/postgres/embedded-postgres.ts'
import { removeDatabase } from '../../server/postgres/postgres-place.ts'

test('DATABASE_URL may name a role that is no superuser, as a managed server gives one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'msingi-installer-'))
  const postgres = await startPostgres({ dataDir, log: () => undefined })
  const superuser = new pg.Client({ connectionString: postgres.url })
  await superuser.connect()
  await superuser.query("create role installer login createrole createdb password 'opens'")
  await superuser.query('create database managed owner installer')
  await superuser.end()
  const url = new URL(postgres.url)
  url.pathname = '/managed'
  url.username = 'installer'
  url.password = 'opens'

  await migrate(url.href, inject('secret'), () => undefined)
  await migrate(url.href, inject('secret'), () => undefined)
  const installer = new pg.Client({ connectionString: url.href })
  await installer.connect()
  await expect(installer.query('select from app.investor')).rejects.toMatchObject({ code: '42501' })
  await installer.end()

  await postgres.stop()
  await removeDatabase(dataDir)
  await rm(dataDir, { recursive: true, force: true })
})
