import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aPayment } from '../../../tests/ledger.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'

const admin = await anAdmin()
const { investorId } = await anInvestor()
const anOpenOne = async () => anInvestment(investorId, await aProject(), usd('1,000'))
const pay = (id: string, amount: string) => aPayment(admin, id, [amount, '2026-03-01'])

/** What the database says to an administrator whose server forgot the rule. */
const forced = (set: string, id: string) =>
  change(`update app.investment set ${set} where id = $1`, [id])

test('MIV-045 the database itself keeps the investor and the project of an investment with a ledger', async () => {
  const id = await anOpenOne()
  const other = await anInvestor('Hodan Ali')
  await forced(`investor_id = '${other.investorId}'`, id)
  await pay(id, '1')
  const refused = 'This investment has payments. Cancel it and add a new one.'
  await expect(forced(`investor_id = '${investorId}'`, id)).rejects.toThrow(refused)
  await expect(forced(`project_id = '${await aProject()}'`, id)).rejects.toThrow(refused)
})

test('MIV-045 the database itself keeps the amount at what was received, and the status true to it', async () => {
  const id = await anOpenOne()
  await pay(id, '600')
  await expect(forced('amount_cents = 59999', id)).rejects.toThrow('received_within_amount')
  await expect(forced('amount_cents = 60000', id)).rejects.toThrow('fully_paid_is_completed')
  await expect(forced("status = 'pending'", id)).rejects.toThrow('pending_has_no_payments')
  await expect(forced("status = 'completed'", id)).rejects.toThrow('completed_is_fully_paid')
  await expect(forced("status = 'cancelled'", id)).rejects.toThrow('cancellation_has_a_day')
  await forced("amount_cents = 60000, status = 'completed'", id)
})

test('the database itself keeps an investment from beginning after an entry of its ledger', async () => {
  const id = await anOpenOne()
  await pay(id, '1')
  await forced("invested_on = '2026-03-01'", id)
  await expect(forced("invested_on = '2026-03-02'", id)).rejects.toThrow(
    'cannot begin after its first entry',
  )
})

test('every change of an investment moves its version', async () => {
  const id = await anOpenOne()
  const version = async () =>
    (await change<{ version: number }>('select version from app.investment where id = $1', [id]))
      .rows[0]?.version ?? 0
  const began = await version()
  await forced("next_payment_on = '2026-05-01'", id)
  expect(await version()).toBe(began + 1)
  await pay(id, '1')
  expect(await version()).toBeGreaterThan(began + 1)
})

test('MIV-032 (W-28) the database itself refuses to archive or delete an active investment, and to delete a history', async () => {
  const id = await anOpenOne()
  const remove = () =>
    as(admin, ({ tx }) => tx.deleteFrom('investment').where('id', '=', id).execute())
  const archive = () => forced('archived_at = now()', id)
  await pay(id, '1')
  await expect(archive()).rejects.toThrow('neither archived nor deleted')
  await expect(remove()).rejects.toThrow('neither archived nor deleted')
  await forced("status = 'cancelled', cancelled_on = '2026-04-01'", id)
  await expect(remove()).rejects.toThrow('ledger_entry_investment_id_fkey')
  await archive()
})

test('the shares of a distribution add up to its total exactly, in investments of its project', async () => {
  const project = await aProject()
  const id = await anInvestment(investorId, project, usd('1,000'))
  const distribute = (share: number, investmentId = id) =>
    change(
      `with made as (
         insert into app.distribution (project_id, total_cents, dated_on) values ($1, 5000, '2026-04-01') returning id)
       insert into app.distribution_share select made.id, $2, $3::bigint from made`,
      [project, investmentId, share],
    )
  await expect(distribute(4_999)).rejects.toThrow('its total exactly')
  await expect(distribute(5_000, await anOpenOne())).rejects.toThrow('an investment of the project')
  await distribute(5_000)
  await expect(
    change(
      "insert into app.distribution (project_id, total_cents, dated_on) values ($1, 5000, '2026-04-01')",
      [project],
    ),
  ).rejects.toThrow('a distribution has shares')
})
