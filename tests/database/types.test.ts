import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeDatabase } from '../../db/types.ts'
import { asOwner } from '../../server/recovery/database.ts'
import { describeSchema } from '../../server/recovery/schema-drift.ts'
import { asSuperuser } from '../database.ts'

test('the types of the database are those of the migrated schema', async () => {
  const written = await readFile('app/platform/database/database-types.ts', 'utf8')
  expect(await describeDatabase(process.env.DATABASE_URL ?? ''), 'run npm run database:types').toBe(
    written,
  )
})

test('the schema that verify compares with is the migrated one', async () => {
  const schema = await asSuperuser(async (client) => {
    await client.query(`begin; ${asOwner}`)
    const described = await describeSchema(client)
    await client.query('rollback')
    return described
  })
  expect(schema, 'run npm run database:types').toBe(await readFile('db/schema.tsv', 'utf8'))
})
