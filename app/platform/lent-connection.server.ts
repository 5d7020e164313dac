import {
  type ConnectionProvider,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresDialect,
} from 'kysely'

/**
 * One connection for the length of one transaction. Unlike Kysely's own, which sends a statement only when the one before
 * it was answered, it passes on what is asked side by side, and the connection sends that at once. Once the transaction
 * has ended it refuses: whatever was still under way after a fault must not go on in somebody else's transaction.
 */
class Lent implements ConnectionProvider {
  readonly #connection: DatabaseConnection
  #ended = false

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  async provideConnection<Result>(
    consumer: (connection: DatabaseConnection) => Promise<Result>,
  ): Promise<Result> {
    if (this.#ended) throw new Error('the transaction of this statement has ended')
    return consumer(this.#connection)
  }

  end() {
    this.#ended = true
  }
}

/** Kysely wants to know of one; the connection is there already, and nothing here opens another. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction opens no connection')),
})

/** Lends a connection of `database` to `work`, for statements side by side too, and takes it back whatever happens. */
export function lend<Tables, Result>(
  database: Kysely<Tables>,
  work: (lent: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const pooled = database.getExecutor()
  return pooled.provideConnection(async (connection) => {
    const lent = new Lent(connection)
    const executor = pooled.withConnectionProvider(lent)
    try {
      return await work(
        new Kysely<Tables>({ config: { dialect }, dialect, driver: new DummyDriver(), executor }),
      )
    } finally {
      lent.end()
    }
  })
}
