import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bareWebPool, transact } from './database.server.ts'

const guest = { role: 'guest' as const }

test('a statement with values is parsed once on a connection, under a name of its text', async () => {
  const client = await bareWebPool.connect()
  try {
    const asked = 'select $1::integer + 1 as sum'
    for (const value of [1, 2, 3]) expect((await client.query(asked, [value])).rows).toEqual([{ sum: value + 1 }])
    const { rows } = await client.query('select statement from pg_prepared_statements where statement = $1', [asked])
    expect(rows).toHaveLength(1)
  } finally {
    client.release()
  }
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
  expect(answers.map((answer) => answer?.place)).toEqual(Array.from({ length: 50 }, (_, place) => place))
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

test('what is still under way when its transaction has ended asks nothing in anybody else’s', async () => {
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
