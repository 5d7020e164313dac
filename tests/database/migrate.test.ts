import { expect, inject, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { asSuperuser } from '../database.ts'

const url = process.env.DATABASE_URL ?? ''
const quietly = () => undefined

async function stamp(name: string, sha256: string) {
  const { rows } = await asSuperuser((client) =>
    client.query<{ was: string }>(
      `with before as (select sha256 from migrations.applied where name = $1)
       update migrations.applied set sha256 = $2 where name = $1 returning (select sha256 from before) as was`,
      [name, sha256],
    ),
  )
  return rows[0]?.was ?? ''
}

test('policies and functions that changed are applied again to a database in use', async () => {
  await stamp('access', 'of an earlier version')
  const lines: string[] = []
  await migrate(url, inject('secret'), (line) => lines.push(line))
  expect(lines).toEqual(['Applied: row policies and account functions'])
  await migrate(url, inject('secret'), (line) => lines.push(line))
  expect(lines).toHaveLength(1)
})

test('two migrations started at once take turns', async () => {
  await stamp('access', 'of an earlier version')
  const lines: string[] = []
  await Promise.all([1, 2, 3].map(() => migrate(url, inject('secret'), (line) => lines.push(line))))
  expect(lines).toHaveLength(1)
})

test('a migration that was edited after it was applied stops the start with its name', async () => {
  const was = await stamp('0003-investments.sql', 'edited')
  await expect(migrate(url, inject('secret'), quietly)).rejects.toThrow(
    '0003-investments.sql was changed',
  )
  await stamp('0003-investments.sql', was)
  await migrate(url, inject('secret'), quietly)
})

test('DATA-298 another version of ICU has names sorted again', async () => {
  await asSuperuser((client) =>
    client.query(
      "update pg_collation set collversion = '1' where oid = 'app.name_order'::regcollation",
    ),
  )
  const lines: string[] = []
  await migrate(url, inject('secret'), (line) => lines.push(line))
  expect(lines).toEqual(['Sorted again: names, after a new version of ICU'])
  await migrate(url, inject('secret'), (line) => lines.push(line))
  expect(lines).toHaveLength(1)
})
