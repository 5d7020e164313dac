import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'
import { ledgerOf } from './ledger.server.ts'

// What holds whatever the program does: a stranger writes SQL with an administrator's rights.

const admin = await anAdmin()
const write = (statement: string) =>
  as(admin, (actor) => sql.raw<{ id: string }>(statement).execute(actor.tx))

async function anEntry(status = 'pending') {
  const investor = await anInvestor()
  const investmentId = await anInvestment(investor.investorId, await aProject(), usd('1,000'))
  await write(`update investment set status = '${status}' where id = '${investmentId}'`)
  return { investmentId, paymentId: await entry(investmentId, 'payment', 50_000) }
}

async function entry(
  investmentId: string,
  kind: string,
  amount: number,
  { on = '2026-03-31', voids = '' } = {},
) {
  const { rows } = await write(
    `insert into ledger_entry (investment_id, kind, amount_cents, dated_on, reason, voids_id) values
     ('${investmentId}', '${kind}', ${amount}, '${on}', 'Because', ${voids ? `'${voids}'` : 'null'}) returning id`,
  )
  return rows[0]?.id ?? ''
}

async function standing(investmentId: string) {
  const { rows } = await asSuperuser((client) =>
    client.query('select received_cents::int, status from app.investment where id = $1', [
      investmentId,
    ]),
  )
  return rows[0]
}

test('what was received is written by the ledger alone', async () => {
  const { investmentId } = await anEntry()
  await expect(
    write(`update investment set received_cents = 0 where id = '${investmentId}'`),
  ).rejects.toThrow('permission denied')
  await expect(
    write(`update investment set pending_before_first_entry = false where id = '${investmentId}'`),
  ).rejects.toThrow('permission denied')
  const { investorId } = await anInvestor()
  const columns = 'investor_id, project_id, amount_cents, invested_on, received_cents'
  await expect(
    write(
      `insert into investment (${columns}) values ('${investorId}', '${await aProject()}', 5, '2026-01-01', 5)`,
    ),
  ).rejects.toThrow('permission denied')
})

test('an entry is never changed and never goes', async () => {
  const { investmentId, paymentId } = await anEntry()
  await expect(
    write(`update ledger_entry set amount_cents = 1 where id = '${paymentId}'`),
  ).rejects.toThrow('denied')
  await expect(write(`delete from ledger_entry where id = '${paymentId}'`)).rejects.toThrow(
    'permission denied',
  )
  const owner = (statement: string) =>
    asSuperuser(async (client) => {
      await client.query('set role msingi_owner')
      return client.query(statement)
    })
  await expect(
    owner(`update app.ledger_entry set amount_cents = 1 where id = '${paymentId}'`),
  ).rejects.toThrow('append-only')
  await expect(owner(`delete from app.ledger_entry where id = '${paymentId}'`)).rejects.toThrow(
    'append-only',
  )
  expect(await standing(investmentId)).toEqual({ received_cents: 50_000, status: 'active' })
})

test('the sum stays between nothing and the amount', async () => {
  const { investmentId } = await anEntry()
  await expect(entry(investmentId, 'payment', 50_001)).rejects.toThrow('received_within_amount')
  await expect(entry(investmentId, 'refund', -50_001)).rejects.toThrow('less than nothing')
  await expect(
    write(`update investment set amount_cents = 49999 where id = '${investmentId}'`),
  ).rejects.toThrow('received_within_amount')
})

test('signs follow the kind, and everything but a payment gives a reason', async () => {
  const { investmentId } = await anEntry()
  await expect(entry(investmentId, 'payment', -1)).rejects.toThrow('sign_follows_kind')
  await expect(entry(investmentId, 'payment', 0)).rejects.toThrow('sign_follows_kind')
  await expect(entry(investmentId, 'refund', 1)).rejects.toThrow('sign_follows_kind')
  await expect(entry(investmentId, 'adjustment', 0)).rejects.toThrow('sign_follows_kind')
  const columns = 'investment_id, kind, amount_cents, dated_on'
  await expect(
    write(
      `insert into ledger_entry (${columns}) values ('${investmentId}', 'refund', -1, '2026-03-31')`,
    ),
  ).rejects.toThrow('reason_is_given')
})

test('a void takes back exactly one entry of its own investment, once, and never a void', async () => {
  const { investmentId, paymentId } = await anEntry()
  const other = await anEntry()
  const only = 'a void takes back exactly one entry of its own investment'
  await expect(entry(investmentId, 'void', -40_000, { voids: paymentId })).rejects.toThrow(only)
  await expect(entry(other.investmentId, 'void', -50_000, { voids: paymentId })).rejects.toThrow(
    only,
  )
  await expect(entry(investmentId, 'void', -50_000)).rejects.toThrow()
  const voidId = await entry(investmentId, 'void', -50_000, { voids: paymentId })
  await expect(entry(investmentId, 'void', 50_000, { voids: voidId })).rejects.toThrow(only)
  await entry(investmentId, 'payment', 50_000)
  await expect(entry(investmentId, 'void', -50_000, { voids: paymentId })).rejects.toThrow(
    'duplicate key',
  )
})

test('no entry is older than its investment, and a cancelled one takes no payment but may be refunded', async () => {
  const { investmentId } = await anEntry()
  await expect(entry(investmentId, 'payment', 1, { on: '2026-01-31' })).rejects.toThrow(
    'before its investment',
  )
  await write(
    `update investment set status = 'cancelled', cancelled_on = '2026-04-01' where id = '${investmentId}'`,
  )
  await expect(entry(investmentId, 'payment', 1)).rejects.toThrow('takes no payments')
  await entry(investmentId, 'refund', -50_000)
  expect(await standing(investmentId)).toEqual({ received_cents: 0, status: 'cancelled' })
})

test('a status that contradicts the ledger is refused', async () => {
  const { investmentId } = await anEntry()
  const set = (change: string) =>
    write(`update investment set ${change} where id = '${investmentId}'`)
  await expect(set("status = 'completed'")).rejects.toThrow('completed_is_fully_paid')
  await expect(set("status = 'pending'")).rejects.toThrow('pending_has_no_payments')
  await expect(set("status = 'cancelled'")).rejects.toThrow('cancellation_has_a_day')
  await expect(set('next_payment_cents = 5')).rejects.toThrow('next_amount_has_a_day')
})

test('investor and project are fixed once there is an entry', async () => {
  const { investmentId } = await anEntry()
  const fixed = 'This investment has payments. Cancel it and add a new one.'
  const { investorId } = await anInvestor()
  const projectId = await aProject()
  await expect(
    write(`update investment set investor_id = '${investorId}' where id = '${investmentId}'`),
  ).rejects.toThrow(fixed)
  await expect(
    write(`update investment set project_id = '${projectId}' where id = '${investmentId}'`),
  ).rejects.toThrow(fixed)
  const untouched = await anInvestment(investorId, projectId, usd('1'))
  await write(`update investment set project_id = '${await aProject()}' where id = '${untouched}'`)
})

test('a receipt is never changed, and belongs to one payment', async () => {
  const { paymentId } = await anEntry()
  const { investorId } = await anInvestor()
  const receipt = (sequence: number) => `insert into receipt
    (entry_id, investor_id, year, sequence, amount_cents, agreed_cents, received_cents, received_on, investor_name,
     project_name)
    values ('${paymentId}', '${investorId}', 1999, ${sequence}, 5, 9, 5, '2026-03-31', 'A', 'B')`
  await write(receipt(1))
  await expect(write(receipt(2))).rejects.toThrow('duplicate key')
  await expect(
    write(`update receipt set amount_cents = 6 where entry_id = '${paymentId}'`),
  ).rejects.toThrow('denied')
  await expect(write(`delete from receipt where entry_id = '${paymentId}'`)).rejects.toThrow(
    'permission denied',
  )
})

test('the audit log has the entry and what it did to its investment, and the admin cannot write it', async () => {
  const { investmentId, paymentId } = await anEntry()
  const { rows } = await asSuperuser((client) =>
    client.query(
      `select actor, actor_id, act, subject, before ->> 'received_cents' as was, after ->> 'received_cents' as becomes
       from app.audit_log where subject_id in ($1, $2) and act <> 'insert' or subject_id = $2 order by id`,
      [investmentId, paymentId],
    ),
  )
  const by = { actor: 'admin', actor_id: admin.userId }
  expect(rows).toContainEqual({
    ...by,
    act: 'insert',
    subject: 'ledger_entry',
    was: null,
    becomes: null,
  })
  expect(rows).toContainEqual({
    ...by,
    act: 'update',
    subject: 'investment',
    was: '0',
    becomes: '50000',
  })
  await expect(write(`delete from audit_log where subject_id = '${randomUUID()}'`)).rejects.toThrow(
    'permission denied',
  )
})

test('the office reads a ledger by the days of its entries, with what had been received after each', async () => {
  const { investmentId } = await anEntry()
  await entry(investmentId, 'payment', 20_000, { on: '2026-02-28' })
  const lines = await as(admin, (actor) => ledgerOf(actor, investmentId))
  expect(lines.map(({ datedOn, amount, balance }) => [datedOn, amount, balance])).toEqual([
    ['2026-02-28', usd('200'), usd('200')],
    ['2026-03-31', usd('500'), usd('700')],
  ])
})
