import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { log } from '../observability/log.server.ts'
import type { Database } from './database-types.ts'
import { logSlowQuery } from './slow-queries.server.ts'

/** The arguments of `app.act_as` (db/access.sql). */
type ActsAs = {
  role: 'guest' | 'investor' | 'admin' | 'system'
  userId: string | null
  investorId: string | null
  auditedAs: string
  clientAddress: string | undefined
}

/** Further statements are not prepared, so that plans do not fill a connection's memory. */
const maxPrepared = 500
const prepared = new Map<string, string>()

/** Makes room for other statements, for tests: a worker runs many files with the same modules. @internal */
export const forgetStatements = () => prepared.clear()

function statementName(text: string): string | undefined {
  const known = prepared.get(text)
  if (known ?? prepared.size >= maxPrepared) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  prepared.set(text, name)
  return name
}

/** The office's searches match ten rows or a hundred thousand, so a generic plan does not fit. */
const needsOwnPlan = / like | @@ | offset /

/** One transaction, which releases its connection at its end. Queries may run concurrently. */
export class Transaction {
  readonly tx: Kysely<Database>
  /** After a failed query PostgreSQL refuses the others. */
  hasFailed = false
  readonly #client: pg.PoolClient
  readonly #role: ActsAs['role']
  #isOpen = true

  private constructor(client: pg.PoolClient, role: ActsAs['role']) {
    this.#client = client
    this.#role = role
    const query = (text: string, values: unknown[]) => this.#query(text, values)
    const connection = { query, release: () => undefined } as unknown as PostgresPoolClient
    const pool = { options: {}, connect: async () => connection, end: async () => undefined }
    this.tx = new Kysely({ dialect: new PostgresDialect({ pool }), log: logSlowQuery })
  }

  static async begin(
    client: pg.PoolClient,
    { role, userId, investorId, auditedAs, clientAddress = '' }: ActsAs,
    isReadOnly: boolean,
  ): Promise<Transaction> {
    const transaction = new Transaction(client, role)
    try {
      await Promise.all([
        client.query(isReadOnly ? 'begin read only' : 'begin'),
        client.query({
          name: 'act-as',
          text: 'select app.act_as($1, $2, $3, $4, $5)',
          values: [role, userId, investorId, auditedAs, clientAddress],
        }),
      ])
    } catch (fault) {
      await transaction.rollback()
      throw fault
    }
    return transaction
  }

  async #query(text: string, values: unknown[]) {
    // A late query must not run in the next transaction of this connection.
    if (!this.#isOpen) throw new Error('the transaction of this statement has ended')
    const keepsPlan = this.#role !== 'admin' || !needsOwnPlan.test(text)
    const name = keepsPlan ? statementName(text) : undefined
    try {
      return await this.#client.query({ ...(name && { name }), text, values })
    } catch (fault) {
      this.hasFailed = true
      throw fault
    }
  }

  /** PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error. */
  async commit(): Promise<void> {
    const command = await this.#end('commit')
    if (command !== 'COMMIT')
      throw new Error('nothing was saved: a database error was swallowed in the transaction')
  }

  /** Does nothing when the transaction has ended. */
  async rollback(): Promise<void> {
    if (this.#isOpen)
      await this.#end('rollback').catch(() => log.warn('rollback on a lost connection'))
  }

  async #end(statement: 'commit' | 'rollback'): Promise<string> {
    this.#isOpen = false
    let isSound = false
    try {
      const { command } = await this.#client.query(statement)
      isSound = true
      return command
    } finally {
      this.#client.release(!isSound)
    }
  }
}
