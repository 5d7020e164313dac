import { expect, inject, test } from 'vitest'
import { version } from '../../config/version.ts'
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

/** What the next version would add, without the policies and functions it would change. */
async function applyNext(name: string, needs: string | null) {
  await asSuperuser((client) =>
    client.query('insert into migrations.applied (name, sha256, needs) values ($1, $2, $3)', [
      name,
      'of the next version',
      needs,
    ]),
  )
}
const forgetNext = () =>
  asSuperuser((client) => client.query("delete from migrations.applied where name like '9%'"))

test('OPS-210 on a database that the next version migrated a start changes nothing', async () => {
  const was = await stamp('access', 'of the next version')
  await applyNext('9998-next.sql', null)
  await applyNext('9999-next.sql', version)
  const lines: string[] = []
  await migrate(url, inject('secret'), (line) => lines.push(line))
  expect(lines).toEqual(['The database was migrated by a newer version, and stays as it is.'])
  expect(await stamp('access', was)).toBe('of the next version')
  await forgetNext()
})

test.each(['99.0.0', '0.99.0', '1.10.0'])(
  'OPS-211 a migration that needs version %s stops the start of an earlier one',
  async (needs) => {
    await applyNext('9998-next.sql', null)
    await applyNext('9999-next.sql', needs)
    await expect(migrate(url, inject('secret'), quietly)).rejects.toThrow(
      `migrated by a newer version (9999-next.sql needs ${needs}), this is ${version}.`,
    )
    await forgetNext()
  },
)

test('OPS-211 a database that has migrations of its own and lacks one of ours stops the start', async () => {
  await applyNext('9998-other.sql', null)
  const rename = (from: string, to: string) =>
    asSuperuser((client) =>
      client.query('update migrations.applied set name = $2 where name = $1', [from, to]),
    )
  await rename('0003-investments.sql', '9999-another.sql')
  await expect(migrate(url, inject('secret'), quietly)).rejects.toThrow(
    'migrated by a newer version',
  )
  await rename('9999-another.sql', '0003-investments.sql')
  await forgetNext()
  await migrate(url, inject('secret'), quietly)
})
