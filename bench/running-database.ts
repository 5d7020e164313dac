import pg from 'pg'
import { joinPostgres } from '../server/embedded-postgres.ts'

/** Runs statements in the database of a running server, in one transaction of the command line: for arranging only. */
export async function inDatabaseOf<Result>(
  dataDir: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const postgres = await joinPostgres({ dataDir, log: () => undefined })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    await client.query("begin; select set_config('app.actor', 'command', true)")
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
    await postgres.stop()
  }
}
