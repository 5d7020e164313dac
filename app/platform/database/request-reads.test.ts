import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestor } from '../../../tests/people.ts'
import { connectionPools } from './connections.server.ts'
import { type InvestorReader, RequestReads, transact, transactReadOnly } from './database.server.ts'

const { userId, investorId } = await anInvestor('Amina Yusuf')
const amina = { role: 'investor' as const, userId, investorId }

/** When the transaction of a read began, for whom it reads, and whether it can write. */
async function transactionOf({ tx }: InvestorReader) {
  const { rows } = await sql<{ began: string; whose: string; role: string; readOnly: string }>`
    select now()::text as began, current_setting('app.investor_id') as whose, current_user as role,
      current_setting('transaction_read_only') as "readOnly"`.execute(tx)
  return rows[0]
}

const readOnce = () => transactReadOnly(amina, transactionOf)
const broken = ({ tx }: InvestorReader) => sql`select 1 / ${0}::integer`.execute(tx)
const inUse = () => connectionPools.web.totalCount - connectionPools.web.idleCount

/** The loaders of one request. */
function load<Results extends unknown[]>(
  ...loaders: { [Loader in keyof Results]: () => Promise<Results[Loader]> }
) {
  const reads = new RequestReads()
  return Promise.allSettled(loaders.map((loader) => reads.whileLoading(loader)))
}

test('RT-462 what the loaders of a request read is one transaction, also what is asked after a pause; it cannot write and is over with them', async () => {
  const [first, second] = await load(readOnce, async () => {
    const begun = await readOnce()
    await sleep(20)
    return [begun, await readOnce()]
  })
  expect(first).toMatchObject({
    value: { whose: investorId, role: 'msingi_investor', readOnly: 'on' },
  })
  const { value } = first as PromiseFulfilledResult<unknown>
  expect(second).toMatchObject({ value: [value, value] })
  expect(inUse()).toBe(0)
  const [next] = await load(readOnce)
  expect(next).not.toMatchObject({ value })
})

test('outside of loaders, as in an action, each read is its own transaction', async () => {
  const [first, other] = [await readOnce(), await readOnce()]
  expect(first?.began).not.toBe(other?.began)
  expect(first).toMatchObject({ whose: investorId, readOnly: 'on' })
})

test('a read that is asked for when the loaders have finished holds no connection', async () => {
  let late: Promise<unknown> | undefined
  await load(async () => {
    late = sleep(50).then(readOnce)
  })
  expect(await late).toMatchObject({ whose: investorId })
  expect(inUse()).toBe(0)
})

test('an administrator reads with the rights of the office', async () => {
  const { userId: admin } = await anAdmin()
  const who = { role: 'admin' as const, userId: admin }
  const [read, written] = await load(
    () =>
      transactReadOnly(who, async ({ tx }) => {
        const { rows } = await sql`
          select current_user as role, current_setting('app.user_id') as whose`.execute(tx)
        return rows[0]
      }),
    () =>
      transactReadOnly(who, ({ tx }) =>
        sql`update app.project set name = name where slug = ${'nowhere'}`.execute(tx),
      ),
  )
  expect(read).toMatchObject({ value: { role: 'msingi_admin', whose: admin } })
  expect(written).toMatchObject({ reason: { code: '25006' } })
})

test('no one reads in the transaction of another person', async () => {
  const other = await anInvestor('Jama Warsame')
  const them = { role: 'investor' as const, userId: other.userId, investorId: other.investorId }
  const loaded = await load(readOnce, () => transactReadOnly(them, transactionOf))
  expect(loaded).toMatchObject([
    { value: { whose: investorId } },
    { value: { whose: other.investorId } },
  ])
})

test('RT-463 a database fault fails its own loader only, and one that is swallowed is no success', async () => {
  const outcomes = await load(
    readOnce,
    () => transactReadOnly(amina, broken),
    () =>
      transactReadOnly(amina, async (reader) => {
        await transactionOf(reader)
        return transactionOf(reader)
      }),
    () =>
      transactReadOnly(amina, async (reader) => {
        await broken(reader).catch(() => undefined)
        return 'as if it had been read'
      }),
    async () => {
      await sleep(50)
      return readOnce()
    },
  )
  expect(outcomes).toMatchObject([
    { value: { whose: investorId, role: 'msingi_investor', readOnly: 'on' } },
    { reason: { message: 'division by zero' } },
    { value: { whose: investorId } },
    { reason: { message: expect.stringContaining('nothing was saved') } },
    { value: { whose: investorId } },
  ])
  expect(inUse()).toBe(0)
})

test('what is thrown on purpose reaches its own loader and no other', async () => {
  const notFound = { status: 404 }
  const outcomes = await load(readOnce, () =>
    transactReadOnly(amina, () => Promise.reject(notFound)),
  )
  expect(outcomes).toMatchObject([
    { value: { whose: investorId } },
    { status: 'rejected', reason: notFound },
  ])
})

test('a write is refused by the database', async () => {
  const [, written] = await load(readOnce, () =>
    transactReadOnly(amina, ({ tx }) =>
      sql`insert into app.portal_visit (investor_id, last_seen_at) values (${investorId}, now())`.execute(
        tx,
      ),
    ),
  )
  expect(written).toMatchObject({ reason: { code: '25006' } })
  const { rows } = await asSuperuser((client) =>
    client.query('select 1 from app.portal_visit where investor_id = $1', [investorId]),
  )
  expect(rows).toEqual([])
})

test('RT-464 a loader that writes ends the reading first: more requests than connections do not wait for each other', async () => {
  const requests = Array.from({ length: 2 * connectionPools.web.options.max }, () =>
    load(async () => {
      const before = await readOnce()
      await transact(amina, ({ tx }) => sql`select 1`.execute(tx))
      return [before?.began, (await readOnce())?.began]
    }),
  )
  for (const [outcome] of await Promise.all(requests)) {
    expect(outcome).toMatchObject({ status: 'fulfilled' })
    const [before, after] = (outcome as PromiseFulfilledResult<[string, string]>).value
    expect(after).not.toBe(before)
  }
  expect(inUse()).toBe(0)
})

test('a read inside of a transaction is refused instead of waiting for itself', async () => {
  const inside = {
    reason: { message: expect.stringContaining('a transaction inside a transaction') },
  }
  expect(await load(() => transactReadOnly(amina, readOnce))).toMatchObject([inside])
  await expect(transact(amina, readOnce)).rejects.toThrow('a transaction inside a transaction')
})

test('a connection that is lost while loaders read is not used again', async () => {
  const [outcome] = await load(async () => {
    const pid = await transactReadOnly(amina, async ({ tx }) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      return rows[0]?.pid
    })
    await asSuperuser((client) => client.query('select pg_terminate_backend($1)', [pid]))
    await sleep(100)
    return readOnce()
  })
  expect(outcome).toMatchObject({ value: { whose: investorId } })
  expect(inUse()).toBe(0)
})
