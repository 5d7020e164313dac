import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { aHolding, sendPayment } from '../../../tests/ledger.ts'
import { anAdmin, as, asPerson } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { usd } from '../../values/money.ts'
import { companyFacts } from '../company/company.server.ts'
import { findMyInvestment } from '../investments/portfolio.server.ts'
import { findReceipt } from './find-receipt.server.ts'
import { receiptSheet } from './print-receipt.server.ts'

const admin = await anAdmin()

async function aPaidUnit() {
  const holding = await aHolding('Hodan Abdi', 'Quay House')
  const { rows } = await change<{ id: string }>(
    `with unit as (insert into app.project_unit (project_id, name)
       select project_id, 'Apartment A-1203' from app.investment where id = $1 returning id)
     update app.investment set unit_id = unit.id from unit where investment.id = $1 returning unit.id`,
    [holding.investmentId],
  )
  const paid = await sendPayment(admin, holding.investmentId, { amount: usd('250') })
  if ('refused' in paid) throw new Error(paid.refused)
  return { ...holding, ...paid, unitId: rows[0]?.id ?? '' }
}

const factsOf = (number: string) =>
  as(admin, async (actor) => {
    const receipt = await findReceipt(actor, number)
    return receipt && receiptSheet(receipt, await companyFacts(actor)).facts
  })

test('UNIT-013 a receipt names the unit as it was called when it was issued, the portal as it is called now', async () => {
  const { receiptNumber, unitId, investmentId, investor } = await aPaidUnit()
  const unit = ['Unit or share', 'Apartment A-1203']
  expect(await factsOf(receiptNumber)).toContainEqual(unit)
  await change(`update app.project_unit set name = 'Penthouse' where id = $1`, [unitId])
  expect(await factsOf(receiptNumber)).toContainEqual(unit)
  const mine = await asPerson(investor, (reader) => findMyInvestment(reader, investmentId))
  expect(mine?.owned).toBe('Penthouse')
})

test('UNIT-014 the hash of a receipt covers its unit, and receipts of before keep the hash they were issued with', async () => {
  const { receiptNumber } = await aPaidUnit()
  const receipt = await as(admin, (actor) => findReceipt(actor, receiptNumber))
  const verified = async () => wordsOf((await ask(`/verify/${receipt?.code}`)).html)
  expect(await verified()).toContain('$250.00')
  const forged = (statement: string) =>
    asSuperuser(async (client) => {
      await client.query('set session_replication_role = replica')
      return client.query(statement, [receiptNumber])
    })
  await forged(`update app.receipt set owned = 'Apartment B-1' where number = $1`)
  expect(await verified()).not.toContain('$250.00')
  const { rows } = await forged(
    `update app.receipt r set version = 2, owned = null where number = $1
     returning r.*, extract(epoch from issued_at)::text as issued, received_on::text as on, year::text, sequence::text,
       app.receipt_hash(r) as hash`,
  )
  const [row] = rows
  const stated = [
    ...['receipt', row.year, row.sequence, row.code, row.entry_id, row.investor_id],
    ...[row.investor_name, row.project_name, row.method, row.reference],
    ...[row.amount_cents, row.agreed_cents, row.received_cents, row.on, row.issued],
    ...['version 2', row.paid_minor, row.paid_currency, row.rate, row.rate_source, row.rate_on],
    ...[row.payer_name, row.account_name],
  ]
  const text = stated.map((fact) => fact ?? '').join('\u001f')
  expect(row.hash).toBe(createHash('sha256').update(text).digest('hex'))
})
