import pg from 'pg'

/** The server stopped, was told to, or has no room: that says nothing of what was asked. */
const isServers = ({ code = '' }: pg.DatabaseError) => /^5[37]/.test(code)

/**
 * Asks within an open transaction what may fail in the database, because something is gone or kept from who asks; the
 * transaction goes on with what `otherwise` makes of the database's words.
 */
export async function attempt<Result>(
  client: pg.Client,
  ask: () => Promise<Result>,
  otherwise: (message: string) => Result,
): Promise<Result> {
  await client.query('savepoint attempt')
  try {
    const result = await ask()
    await client.query('release savepoint attempt')
    return result
  } catch (fault) {
    if (!(fault instanceof pg.DatabaseError) || isServers(fault)) throw fault
    await client.query('rollback to savepoint attempt; release savepoint attempt')
    return otherwise(fault.message)
  }
}
