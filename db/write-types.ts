import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../server/embedded-postgres.ts'
import { removeDatabase } from '../server/postgres-place.ts'
import { migrate } from './migrate.ts'
import { describeDatabase } from './types.ts'
import { describeWalls } from './walls.ts'

/** `npm run database:types [-- FOLDER]`: migrates a server of its own and writes down what came out, there if named. */
const [folder] = process.argv.slice(2)
const types = folder ?? join(import.meta.dirname, '../app/platform')
const walls = folder ?? import.meta.dirname
const dataDir = await mkdtemp(join(tmpdir(), 'msingi-types-'))
const postgres = await startPostgres({ dataDir, log: () => undefined })
try {
  await migrate(postgres.url, 'only-for-the-types-of-the-schema', () => undefined)
  await writeFile(join(types, 'database-types.ts'), await describeDatabase(postgres.url))
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    await client.query('begin')
    await writeFile(join(walls, 'walls.tsv'), await describeWalls(client))
    await client.query('commit')
  } finally {
    await client.end()
  }
} finally {
  await postgres.stop()
  await removeDatabase(dataDir)
  await rm(dataDir, { recursive: true, force: true })
}
