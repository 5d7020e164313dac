import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../tests/database.ts'
import { anAdmin, anInvestor } from '../../tests/people.ts'
import { type AdminActor, type InvestorReader, transact } from './database.server.ts'
import { SharedReading } from './shared-reading.server.ts'

const { userId, investorId } = await anInvestor('Amina Yusuf')
const amina = { role: 'investor' as const, userId, investorId }

/** When the transaction of a read began, and for whom it asks. */
async function transactionOf({ tx }: InvestorReader) {
  const { rows } = await sql<{ began: string; whose: string; role: string; writes: string }>`
    select now()::text as began, current_setting('app.investor_id') as whose, current_user as role,
      current_setting('transaction_read_only') as writes`.execute(tx)
  return rows[0]
}

test('what is read at the same moment is read in one transaction, which cannot write, and what comes later in another', async () => {
  const reading = new SharedReading<typeof amina>()
  const [one, other] = await Promise.all([
    reading.read(amina, transactionOf),
    reading.read(amina, transactionOf),
  ])
  expect(one).toMatchObject({ whose: investorId, role: 'msingi_investor', writes: 'on' })
  expect(other).toEqual(one)
  expect((await reading.read(amina, transactionOf))?.began).not.toBe(one?.began)
})

test('an administrator reads so too, with the rights of the office', async () => {
  const { userId: admin } = await anAdmin()
  const who = { role: 'admin' as const, userId: admin }
  const reading = new SharedReading<typeof who>()
  const asked = async ({ tx }: AdminActor) => {
    const { rows } = await sql<{ began: string }>`
      select now()::text as began, current_user as role, current_setting('app.user_id') as whose`.execute(
      tx,
    )
    return rows[0]
  }
  const [one, other] = await Promise.all([reading.read(who, asked), reading.read(who, asked)])
  expect(one).toMatchObject({ role: 'msingi_admin', whose: admin })
  expect(other).toEqual(one)
  const write = ({ tx }: AdminActor) =>
    sql`update app.project set name = name where slug = ${'nowhere'}`.execute(tx)
  await expect(reading.read(who, write)).rejects.toMatchObject({ code: '25006' })
})

test('somebody else never reads in the transaction that is open', async () => {
  const reading = new SharedReading<typeof amina>()
  const other = await anInvestor('Jama Warsame')
  const [mine, theirs] = await Promise.all([
    reading.read(amina, transactionOf),
    reading.read(
      { role: 'investor', userId: other.userId, investorId: other.investorId },
      transactionOf,
    ),
  ])
  expect([mine?.whose, theirs?.whose]).toEqual([investorId, other.investorId])
})

test('a fault of the database is its own reader’s: the others are read again, and whatever was swallowed is no success', async () => {
  const reading = new SharedReading<typeof amina>()
  const broken = ({ tx }: InvestorReader) => sql`select 1 / ${0}::integer`.execute(tx)
  const outcomes = await Promise.allSettled([
    reading.read(amina, transactionOf),
    reading.read(amina, broken),
    reading.read(amina, async (reader) => {
      await transactionOf(reader)
      return transactionOf(reader)
    }),
    reading.read(amina, async (reader) => {
      await broken(reader).catch(() => undefined)
      return 'as if it had been read'
    }),
  ])
  expect(outcomes).toMatchObject([
    { status: 'fulfilled', value: { whose: investorId, role: 'msingi_investor', writes: 'on' } },
    { status: 'rejected', reason: { message: 'division by zero' } },
    { status: 'fulfilled', value: { whose: investorId } },
    { status: 'rejected', reason: { message: expect.stringContaining('nothing was saved') } },
  ])
})

test('what is thrown on purpose reaches its own reader and no other', async () => {
  const reading = new SharedReading<typeof amina>()
  const notFound = { status: 404 }
  const outcomes = await Promise.allSettled([
    reading.read(amina, transactionOf),
    reading.read(amina, () => Promise.reject(notFound)),
  ])
  expect(outcomes).toMatchObject([
    { value: { whose: investorId } },
    { status: 'rejected', reason: notFound },
  ])
})

test('a write is refused by the database, alone and beside others', async () => {
  const reading = new SharedReading<typeof amina>()
  const write = ({ tx }: InvestorReader) =>
    sql`insert into app.portal_visit (investor_id, last_seen_at) values (${investorId}, now())`.execute(
      tx,
    )
  const [read, written] = await Promise.allSettled([
    reading.read(amina, transactionOf),
    reading.read(amina, write),
  ])
  expect(read.status).toBe('fulfilled')
  expect(written).toMatchObject({ status: 'rejected', reason: { code: '25006' } })
  const { rows } = await asSuperuser((client) =>
    client.query('select 1 from app.portal_visit where investor_id = $1', [investorId]),
  )
  expect(rows).toEqual([])
})

test('a read inside of a transaction is refused instead of waiting for itself', async () => {
  const reading = new SharedReading<typeof amina>()
  const inside = 'a transaction inside a transaction'
  await expect(reading.read(amina, () => reading.read(amina, transactionOf))).rejects.toThrow(
    inside,
  )
  await expect(transact(amina, () => reading.read(amina, transactionOf))).rejects.toThrow(inside)
})
