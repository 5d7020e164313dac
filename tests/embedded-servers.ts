import { existsSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from '../server/postgres/embedded-postgres.ts'
import { removeDatabase } from '../server/postgres/postgres-place.ts'

const dataDirs: string[] = []
const servers: EmbeddedPostgres[] = []

/** An empty DATA_DIR, which is removed after the test with the database in it. */
export async function aDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'msingi postgres-'))
  dataDirs.push(dataDir)
  return dataDir
}

/** Starts the PostgreSQL of a DATA_DIR, until the end of the test. */
export async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, log: () => undefined })
  servers.push(server)
  return server
}

export async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const answer = await client.query({ text: question, rowMode: 'array' })
    // Of several statements there are as many answers, and no one reads them.
    return Array.isArray(answer) ? [] : answer.rows.flat()
  } finally {
    await client.end()
  }
}

export const clusterOf = async (url: string) => String((await ask(url, 'show data_directory'))[0])

export async function pidOf(url: string): Promise<number> {
  const file = await readFile(join(await clusterOf(url), 'postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  await Promise.all(dataDirs.splice(0).filter(existsSync).map(removeDatabase))
})
