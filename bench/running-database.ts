import pg from 'pg'
import { joinPostgres, startPostgres } from '../server/postgres/embedded-postgres.ts'
import { withCleanup } from '../server/with-cleanup.ts'

const quietly = (dataDir: string) => ({ dataDir, log: () => undefined })

/** Works with the database of a data folder by its owner's address, whether or not its server is running. */
export function withDatabaseOf<Result>(
  dataDir: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  return withCleanup(
    () => joinPostgres(quietly(dataDir)),
    ({ stop }) => stop(),
    ({ url }) => work(url),
  )
}

/** Runs statements in the database of a running server, in one transaction of the command line: for arranging only. */
export function inDatabaseOf<Result>(
  dataDir: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withDatabaseOf(dataDir, (url) =>
    connected(url, async (client) => {
      await client.query("begin; select set_config('app.actor', 'command', true)")
      const result = await work(client)
      await client.query('commit')
      return result
    }),
  )
}

/**
 * Takes back what a run told the database of this folder to do or to log. What the product itself tells it, it tells it again
 * at every start. Refuses with an Error when another program owns the folder.
 */
export async function resetSettings(dataDir: string): Promise<void> {
  const { url, stop } = await startPostgres(quietly(dataDir))
  const reset = async (client: pg.Client) => {
    await client.query('alter database msingi reset all')
    await client.query('alter role msingi_system in database msingi reset all')
    await client.query('alter system reset all')
  }
  await connected(url, reset).finally(stop)
}

async function connected<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
