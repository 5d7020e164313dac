import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestor } from '../../../tests/people.ts'
import { authDatabase, connectionPools, endIdleConnections } from './connections.server.ts'
import { type Actor, transact } from './database.server.ts'
import { forgetStatements } from './transaction.server.ts'

forgetStatements()

const guest = { role: 'guest' as const }

/** What the connection of a transaction has prepared. */
async function preparedOn({ tx }: Actor): Promise<string[]> {
  const { rows } = await sql<{
    statement: string
  }>`select statement from pg_prepared_statements`.execute(tx)
  return rows.map(({ statement }) => statement)
}

test('a statement is parsed once on a connection, under a name of its text', async () => {
  const kept = await transact(guest, async (actor) => {
    for (const value of [1, 2, 3])
      expect((await sql`select ${value}::integer + 1 as sum`.execute(actor.tx)).rows).toEqual([
        { sum: value + 1 },
      ])
    return preparedOn(actor)
  })
  expect(kept.filter((text) => text === 'select $1::integer + 1 as sum')).toHaveLength(1)
})

test('the office has its questions planned once too, but for what searches or skips', async () => {
  const { userId } = await anAdmin()
  const kept = await transact({ role: 'admin', userId }, async ({ tx }) => {
    const named = tx.selectFrom('project').select('id').where('slug', '=', 'a')
    await named.execute()
    await named.where('name', 'like', 'a%').execute()
    await named.offset(3).execute()
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
      where statement like ${'%"project"%'} and statement not like ${'%prepared%'}`.execute(tx)
    return rows.map(({ statement }) => statement)
  })
  expect(kept).toContain('select "id" from "project" where "slug" = $1')
  expect(kept.filter((text) => / like | offset /.test(text))).toEqual([])
})

test('no connection has PostgreSQL plan as for a turning disk, and the portal’s plans each question once', async () => {
  const admin = await anAdmin()
  const planned = sql<{ page: string; plans: string }>`
    select current_setting('random_page_cost') as page, current_setting('plan_cache_mode') as plans`
  const attempts = [
    guest,
    { role: 'admin' as const, userId: admin.userId },
    { role: 'system' as const },
  ]
  const settings = await Promise.all(
    attempts.map((who) => transact(who, async ({ tx }) => (await planned.execute(tx)).rows[0])),
  )
  expect(settings).toEqual([
    { page: '1.1', plans: 'force_generic_plan' },
    { page: '1.1', plans: 'auto' },
    { page: '1.1', plans: 'auto' },
  ])
  expect((await planned.execute(authDatabase)).rows).toEqual([{ page: '1.1', plans: 'auto' }])
})

test('questions side by side are answered each with its own, within the one transaction', async () => {
  const answers = await transact(guest, ({ tx }) =>
    Promise.all(
      Array.from({ length: 50 }, async (_, place) => {
        const { rows } = await sql<{
          place: number
          began: Date
        }>`select ${place}::integer as place, now() as began`.execute(tx)
        return rows[0]
      }),
    ),
  )
  expect(answers.map((answer) => answer?.place)).toEqual(
    Array.from({ length: 50 }, (_, place) => place),
  )
  expect(new Set(answers.map((answer) => answer?.began.getTime())).size).toBe(1)
})

test('a fault in one of several ends the transaction, and the connection is good for the next', async () => {
  const several = transact(guest, ({ tx }) =>
    Promise.all([
      sql`select 1`.execute(tx),
      sql`select 1 / ${0}::integer`.execute(tx),
      sql`select ${2}::integer`.execute(tx),
    ]),
  )
  await expect(several).rejects.toThrow('division by zero')
  for (let round = 0; round < 12; round += 1) {
    const { rows } = await transact(guest, ({ tx }) =>
      sql<{ sum: number }>`select ${round}::integer as sum`.execute(tx),
    )
    expect(rows).toEqual([{ sum: round }])
  }
})

test('what is still under way when its transaction has ended asks nothing in anyone else’s', async () => {
  let late: Promise<unknown> | undefined
  const failed = transact(guest, async ({ tx }) => {
    late = sql`select 1`.execute(tx).then(async () => {
      while (!ended) await nextTurn()
      return sql`select 2`.execute(tx)
    })
    late.catch(() => undefined)
    throw new Error('the other half failed')
  })
  let ended = false
  await expect(failed).rejects.toThrow('the other half failed')
  ended = true
  await expect(late).rejects.toThrow('the transaction of this statement has ended')
})

test('queries side by side each have the role and the settings', async () => {
  const { userId, investorId } = await anInvestor('Amina Yusuf')
  const identity = { role: 'investor' as const, userId, investorId }
  for (let round = 0; round < 20; round += 1) {
    const answers = await transact(identity, ({ tx }) =>
      Promise.all([
        sql`select current_user as role, current_setting('app.investor_id') as whose`.execute(tx),
        sql`select ${round}::integer, current_user as role, current_setting('app.investor_id') as whose`.execute(
          tx,
        ),
        tx.selectFrom('investor').select('id as whose').execute(),
      ]),
    )
    expect(answers[0].rows).toEqual([{ role: 'msingi_investor', whose: investorId }])
    expect(answers[1].rows).toEqual([
      expect.objectContaining({ role: 'msingi_investor', whose: investorId }),
    ])
    expect(answers[2]).toEqual([{ whose: investorId }])
  }
})

test('a refusal rolls back what was written', async () => {
  const { userId } = await anAdmin()
  const write = (command: string, answer: object) =>
    transact({ role: 'admin', userId }, async ({ tx }) => {
      const key = { actor_id: userId, command, key: randomUUID(), input_hash: 'of nothing' }
      await tx.insertInto('command_key').values(key).execute()
      return answer
    })
  expect(await write('refused', { refused: 'changed-its-mind' })).toEqual({
    refused: 'changed-its-mind',
  })
  await write('done', { done: true })
  const { rows } = await asSuperuser((client) =>
    client.query('select command from app.command_key where actor_id = $1', [userId]),
  )
  expect(rows).toEqual([{ command: 'done' }])
})

test('a fault that the work swallowed does not end as success', async () => {
  const swallowing = transact(guest, async ({ tx }) => {
    await sql`select 1 / ${0}::integer`.execute(tx).catch(() => undefined)
    return 'fine'
  })
  await expect(swallowing).rejects.toThrow('nothing was saved')
})

test('dates are read whichever way the database was told to write them', async () => {
  const { rows } = await asSuperuser((client) =>
    client.query<{ name: string }>('select current_database() as name'),
  )
  const name = rows[0]?.name ?? ''
  await asSuperuser((client) => client.query(`alter database ${name} set datestyle = 'German'`))
  await endIdleConnections()
  const query = sql<{ at: Date }>`select '2026-11-25T10:00:00Z'::timestamptz as at`
  const expected = [{ at: new Date('2026-11-25T10:00:00Z') }]
  expect((await query.execute(authDatabase)).rows).toEqual(expected)
  expect((await transact(guest, ({ tx }) => query.execute(tx))).rows).toEqual(expected)
  await asSuperuser((client) => client.query(`alter database ${name} reset datestyle`))
})

test('LIM-415 limits are set by a statement, because PgBouncer refuses them at the start of a connection', async () => {
  for (const pool of Object.values(connectionPools)) {
    const refused = ['options', 'statement_timeout', 'idle_in_transaction_session_timeout']
    expect(refused.filter((name) => name in pool.options)).toEqual([])
    const { rows } = await pool.query(
      "select current_setting('statement_timeout') as longest, current_setting('random_page_cost') as page",
    )
    expect(rows).toEqual([{ longest: '30s', page: '1.1' }])
  }
  const actor = "select current_setting('app.actor', true) as actor"
  expect((await connectionPools.auth.query(actor)).rows).toEqual([{ actor: 'guest' }])
})
