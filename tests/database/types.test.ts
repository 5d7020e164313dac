import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeDatabase } from '../../db/types.ts'
import { describeWalls } from '../../db/walls.ts'
import { asSuperuser } from '../database.ts'

test('the types of the database are those of the migrated schema', async () => {
  const written = await readFile('app/platform/database-types.ts', 'utf8')
  expect(await describeDatabase(process.env.DATABASE_URL ?? ''), 'run npm run database:types').toBe(
    written,
  )
})

test('the walls that verify looks for are those of the migrated schema', async () => {
  const written = await readFile('db/walls.tsv', 'utf8')
  const walls = await asSuperuser(async (client) => {
    await client.query('begin')
    const described = await describeWalls(client)
    await client.query('rollback')
    return described
  })
  expect(walls, 'run npm run database:types').toBe(written)
})
