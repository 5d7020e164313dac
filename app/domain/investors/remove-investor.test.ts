import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import {
  aDocument,
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  day,
} from '../../../tests/people.ts'
import { cookiesOf } from '../../../tests/visits.ts'
import { usd } from '../../values/money.ts'
import { recordPayment } from '../payments/record-payment.server.ts'
import { addInvestor } from './add-investor.server.ts'
import { findInvestor } from './find-investor.server.ts'
import { investorIds, listInvestors, suggestInvestors } from './investors.server.ts'
import type { Removal } from './removal.ts'
import { removeInvestor, restoreInvestor } from './remove-investor.server.ts'

const admin = await anAdmin()
const other = await anAdmin('Faisal Noor')

const remove = (investorId: string, how: Removal, by = admin) =>
  as(by, (actor) => removeInvestor(actor, investorId, how))
const restore = (investorId: string, reopen = true) =>
  as(admin, (actor) => restoreInvestor(actor, investorId, { reopen }))
const find = (investorId: string) => as(admin, (actor) => findInvestor(actor, investorId))
const listedIn = async (status: 'archived' | null, q: string) =>
  (
    await as(admin, (actor) => listInvestors(actor, { q, status, order: 'name', page: 1 }))
  ).investors.map(({ id }) => id)

async function invested(status = 'pending') {
  const person = await anInvestor()
  const investmentId = await anInvestment(person.investorId, await aProject(), usd('1,000'))
  await change('update app.investment set status = $2 where id = $1', [investmentId, status])
  return { ...person, investmentId }
}

describe('removing an investor', () => {
  test('MIN-028 who has no history is deleted; the account is closed and stays', async () => {
    const person = await anInvestor()
    await cookiesOf(person)
    await change(
      `with sent as (insert into app.notification (title, message, notification_type, audience)
         values ('To all', 'Hello', 'general', 'all') returning id)
       insert into app.notification_recipient select id, $1, now(), null from sent`,
      [person.investorId],
    )
    expect(await remove(person.investorId, 'delete')).toEqual({ removed: 'deleted' })
    expect(await find(person.investorId)).toBeNull()
    const { rows } = await change(
      `select u.status, (select count(*)::int from auth.session s where s."userId" = u.id) as sessions
       from auth."user" u where u.id = $1`,
      [person.userId],
    )
    expect(rows).toEqual([{ status: 'inactive', sessions: 0 }])
  })

  test('MIN-028 (W-28) who has a history is archived: sessions end, the account closes, lists and pickers leave them out', async () => {
    const person = await invested()
    await cookiesOf(person)
    expect(await remove(person.investorId, 'delete')).toEqual({ refused: 'has-history-now' })
    expect(await remove(person.investorId, 'archive')).toEqual({ removed: 'archived' })
    expect(await find(person.investorId)).toMatchObject({ isArchived: true, status: 'inactive' })
    const { rows } = await change('select id from auth.session where "userId" = $1', [
      person.userId,
    ])
    expect(rows).toEqual([])
    expect(await listedIn(null, person.email)).toEqual([])
    expect(await listedIn('archived', person.email)).toEqual([person.investorId])
    const all = { q: '', status: null, order: 'name' } as const
    expect(await as(admin, (actor) => investorIds(actor, all))).not.toContain(person.investorId)
    expect(await as(admin, (actor) => suggestInvestors(actor, person.email))).toEqual([])
    expect(await remove(person.investorId, 'archive')).toEqual({ refused: 'archived' })
  })

  test('a document or a message to them is history too', async () => {
    const reader = await anInvestor()
    await aDocument({ title: 'Lease', investorId: reader.investorId })
    expect(await remove(reader.investorId, 'delete')).toEqual({ refused: 'has-history-now' })
    const addressee = await anInvestor()
    await change(
      `insert into app.notification (title, message, notification_type, audience, investor_id)
       values ('For you', 'Hello', 'general', 'investor', $1)`,
      [addressee.investorId],
    )
    expect(await remove(addressee.investorId, 'delete')).toEqual({ refused: 'has-history-now' })
    expect(await remove((await anInvestor()).investorId, 'archive')).toEqual({
      refused: 'has-none-now',
    })
  })

  test('an active investment keeps them, and the database too', async () => {
    const { investorId } = await invested('active')
    expect(await remove(investorId, 'archive')).toEqual({ refused: 'active-investments', count: 1 })
    await expect(
      change('update app.investor set archived_at = now() where id = $1', [investorId]),
    ).rejects.toThrow('an investor with an active investment is not archived')
  })

  test('of a payment and an archiving at the same time the second finds what the first did', async () => {
    const { investorId, investmentId } = await invested()
    const payment = {
      ...{
        key: randomUUID(),
        amount: usd('400'),
        receivedOn: day('2026-03-01'),
        method: 'cash' as const,
      },
      reference: null,
      note: null,
      nextPaymentOn: null,
      nextPaymentAmount: null,
    }
    const [paid, removed] = await Promise.all([
      as(other, (actor) => recordPayment(actor, investmentId, payment)),
      remove(investorId, 'archive'),
    ])
    const isPaid = 'paymentId' in paid
    expect(isPaid ? removed : paid).toMatchObject({
      refused: isPaid ? 'active-investments' : 'archived',
    })
    expect((await find(investorId))?.isArchived).toBe(!isPaid)
  })

  test('no one closes their own account this way', async () => {
    await change(
      'insert into app.investor (user_id, email, full_name, joined_on) values ($1, $2, $3, now())',
      [admin.userId, admin.email, admin.name],
    )
    const own = (await listedIn(null, admin.email))[0] ?? ''
    expect(await remove(own, 'delete')).toEqual({ refused: 'oneself' })
    expect(await find(own)).toMatchObject({ status: 'active', isArchived: false })
  })
})

describe('restoring an investor', () => {
  test('adding the same email again says who is archived, and restoring brings them back with their account', async () => {
    const person = await invested()
    await remove(person.investorId, 'archive')
    const facts = {
      key: randomUUID(),
      fullName: 'Again',
      email: person.email,
      phone: null,
      linkedEmail: null,
    }
    expect(await as(admin, (actor) => addInvestor(actor, facts))).toEqual({
      refused: 'archived',
      investorId: person.investorId,
      name: person.name,
    })
    await change(
      `insert into app.notification (title, message, notification_type, audience)
       values ('While away', 'Hello', 'general', 'all')`,
    )
    expect(await restore(person.investorId)).toEqual({ restored: true })
    expect(await find(person.investorId)).toMatchObject({ isArchived: false, status: 'active' })
    const { rows } = await change(
      `select r.read_at is not null as read from app.notification_recipient r
         join app.notification n on n.id = r.notification_id
       where r.investor_id = $1 and n.title = 'While away'`,
      [person.investorId],
    )
    expect(rows).toEqual([{ read: true }])
    expect(await restore(person.investorId)).toEqual({ refused: 'not-archived' })
  })

  test('the account stays closed unless it is said that they may sign in', async () => {
    const person = await invested()
    await remove(person.investorId, 'archive')
    expect(await restore(person.investorId, false)).toEqual({ restored: true })
    expect(await find(person.investorId)).toMatchObject({ isArchived: false, status: 'inactive' })
    expect(await restore(randomUUID())).toEqual({ refused: 'not-found' })
  })
})
