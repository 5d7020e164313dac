import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aHolding, anOpenedEdit, aPayment } from '../../../tests/ledger.ts'
import { anAdmin, anInvestment, aProject, as, day } from '../../../tests/people.ts'
import { type Cents, usd } from '../../values/money.ts'
import { addPaidInvestment } from '../investment-changes/add-paid-investment.server.ts'
import { editInvestment } from '../investment-changes/edit-investment.server.ts'
import { addInvestment } from '../investments/add-investment.server.ts'
import { findInvestmentInFull } from '../investments/investment-in-full.server.ts'
import { recordAdjustment } from './adjust.server.ts'
import { recordPayment } from './record-payment.server.ts'
import { recordRefund } from './record-refund.server.ts'
import { voidEntry } from './void-entry.server.ts'

const [owner, colleague] = [await anAdmin('Amina Owner'), await anAdmin('Omar Colleague')]
const project = await aProject()

/** An investment of an administrator; their record is linked to the account, or only has its email. */
async function anOwnInvestment(isLinked: boolean) {
  await change(
    'delete from app.investor where email = $1 and not exists (select from app.investment i where i.investor_id = investor.id)',
    [owner.email],
  )
  const { rows } = await change(
    `insert into app.investor (user_id, email, full_name, joined_on) values ($1, $2, 'Amina Owner', '2025-01-15')
     on conflict (email) do update set user_id = excluded.user_id returning id`,
    [isLinked ? owner.userId : null, owner.email],
  )
  const investorId = rows[0]?.id ?? ''
  return { investorId, id: await anInvestment(investorId, project, usd('1,000')) }
}

const dated = day('2026-03-01')
const payment = (amount: string) => ({
  ...{
    key: randomUUID(),
    amount: usd(amount),
    receivedOn: dated,
    method: 'cash' as const,
    reference: null,
    note: null,
  },
  nextPaymentOn: null,
  nextPaymentAmount: null,
})
const ledgerOf = async (id: string) =>
  (
    await change(
      'select kind, amount_cents::int as cents from app.ledger_entry where investment_id = $1',
      [id],
    )
  ).rows

test.each([true, false])(
  'MIV-330 an administrator records no money on their own investment, linked %s; another one does',
  async (isLinked) => {
    const { id, investorId } = await anOwnInvestment(isLinked)
    const own = { refused: 'own-investor' }
    expect(await as(owner, (admin) => recordPayment(admin, id, payment('100')))).toEqual(own)
    const { paymentId } = await aPayment(colleague, id, ['400', '2026-03-01'])
    const refund = {
      key: randomUUID(),
      amount: usd('10'),
      refundedOn: dated,
      method: 'cash' as const,
      reference: null,
      reason: 'x',
    }
    expect(await as(owner, (admin) => recordRefund(admin, id, refund))).toEqual(own)
    const found = await as(owner, (admin) => findInvestmentInFull(admin, id))
    expect(found?.isOwn).toBe(true)
    const adjustment = {
      key: randomUUID(),
      received: usd('900'),
      datedOn: dated,
      reason: 'x',
      version: found?.version ?? 0,
    }
    expect(await as(owner, (admin) => recordAdjustment(admin, id, adjustment))).toEqual(own)
    const voiding = { key: randomUUID(), entryId: paymentId, reason: 'x', voidedOn: dated }
    expect(await as(owner, (admin) => voidEntry(admin, voiding))).toEqual(own)
    const edit = await anOpenedEdit(owner, id)
    for (const money of [
      { received: usd('900'), reason: 'x' },
      { status: 'completed' as const, fullyPaid: true },
      { amount: usd('1,200') },
      { status: 'cancelled' as const },
    ])
      expect(
        await as(owner, (admin) =>
          editInvestment(admin, id, { ...edit, key: randomUUID(), ...money }),
        ),
      ).toEqual(own)
    const paid = {
      key: randomUUID(),
      projectId: await aProject(),
      investorId,
      amount: usd('5'),
      investedOn: dated,
    }
    expect(
      await as(owner, (admin) =>
        addPaidInvestment(admin, { ...paid, furtherTranche: false, beyondOffer: false }),
      ),
    ).toEqual(own)
    for (const status of ['pending', 'active', 'cancelled'] as const)
      expect(
        await as(owner, (admin) =>
          addInvestment(admin, {
            ...paid,
            key: randomUUID(),
            status,
            furtherTranche: true,
            beyondOffer: true,
            nextPaymentOn: null,
            nextPaymentAmount: null,
          }),
        ),
      ).toEqual(own)
    expect(await ledgerOf(id)).toEqual([{ kind: 'payment', cents: 40_000 }])
    expect(await as(colleague, (admin) => voidEntry(admin, voiding))).toMatchObject({
      voidId: expect.any(String),
    })
  },
)

test('MIV-331 the database refuses another amount, another owner and a new one too', async () => {
  const { id, investorId } = await anOwnInvestment(true)
  const added = (by: typeof owner) =>
    as(by, (admin) =>
      admin.tx
        .insertInto('investment')
        .values({
          investor_id: investorId,
          project_id: project,
          amount_cents: usd('1'),
          status: 'pending',
          invested_on: dated,
        })
        .execute(),
    )
  await expect(added(owner)).rejects.toThrow('adds no investment of their own')
  await added(colleague)
  const { investmentId: other } = await aHolding()
  const set = (
    by: typeof owner,
    of: string,
    terms: { amount_cents?: Cents; investor_id?: string },
  ) =>
    as(by, (admin) => admin.tx.updateTable('investment').set(terms).where('id', '=', of).execute())
  await expect(set(owner, id, { amount_cents: usd('3') })).rejects.toThrow(
    'does not change their own investment',
  )
  await expect(set(owner, other, { investor_id: investorId })).rejects.toThrow(
    'does not change their own investment',
  )
  await set(colleague, id, { amount_cents: usd('1,500') })
})

test('MIV-331 the database itself refuses the entry, whatever the program forgot', async () => {
  const { id } = await anOwnInvestment(true)
  const write = (by: typeof owner) =>
    as(by, (admin) =>
      admin.tx
        .insertInto('ledger_entry')
        .values({
          investment_id: id,
          kind: 'payment',
          amount_cents: usd('1'),
          dated_on: dated,
          recorded_by: null,
        })
        .execute(),
    )
  await expect(write(owner)).rejects.toThrow(
    'an administrator records no money on their own investment',
  )
  await write(colleague)
  expect(await ledgerOf(id)).toEqual([{ kind: 'payment', cents: 100 }])
})
