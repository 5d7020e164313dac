import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeDatabase } from '../../db/types.ts'
import { asSuperuser } from '../database.ts'

test('the types of the database are those of the migrated schema', async () => {
  const written = await readFile('app/platform/database-types.ts', 'utf8')
  expect(await asSuperuser(describeDatabase), 'run npm run database:types').toBe(written)
})
