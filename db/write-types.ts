import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../server/postgres/embedded-postgres.ts'
import { removeDatabase } from '../server/postgres/postgres-place.ts'
import { asOwner, connected } from '../server/recovery/database.ts'
import { describeSchema } from '../server/recovery/schema-drift.ts'
import { migrate } from './migrate.ts'
import { describeDatabase } from './types.ts'

/** `npm run database:types [-- FOLDER]` migrates a temporary server and writes its types. */
const [folder] = process.argv.slice(2)
const types = folder ?? join(import.meta.dirname, '../app/platform/database')
const dataDir = await mkdtemp(join(tmpdir(), 'msingi-types-'))
const postgres = await startPostgres({ dataDir, log: () => undefined })
try {
  await migrate(postgres.url, 'only-for-the-types-of-the-schema', () => undefined)
  await writeFile(join(types, 'database-types.ts'), await describeDatabase(postgres.url))
  await connected(postgres.url, async (client) => {
    await client.query(`begin; ${asOwner}`)
    const schema = await describeSchema(client)
    await writeFile(join(folder ?? import.meta.dirname, 'schema.tsv'), schema)
  })
} finally {
  await postgres.stop()
  await removeDatabase(dataDir)
  await rm(dataDir, { recursive: true, force: true })
}
