import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  aPaymentAccount,
  aRate,
  aTransaction,
  referenceOf,
} from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { matchTransaction } from '../../domain/bank-transactions/match-transaction.server.ts'
import { suggestMatches } from '../../domain/bank-transactions/suggest-matches.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { officeJob } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const home = '/admin-dashboard/transactions'
let account = ''

beforeAll(async () => {
  account = await aPaymentAccount({ kind: 'bank', currency: 'USD' })
  await aRate('KES', '129.24')
})

const look = async (query: string) => wordsOf((await ask(`${home}${query}`, { cookie })).html)

test('BANK-551 charges are hidden in the list of all states until they are wanted, and found by a search', async () => {
  const charge = { minor: -3400n, leg: 'charge', exclusion: 'charge', narrative: 'LEDGER FEE' }
  await aTransaction(account, charge)
  await aTransaction(account, { minor: 5000n, payerName: 'NOT A CHARGE' })
  const words = await look('')
  expect(words).toContain('Charges are hidden. Show charges')
  expect([words.includes('NOT A CHARGE'), words.includes('LEDGER FEE')]).toEqual([true, false])
  const shown = await look('?charges=shown')
  expect(shown).toContain('Charges are shown. Hide charges')
  for (const query of ['?charges=shown', '?state=excluded', '?q=ledger+fee'])
    expect([query, (await look(query)).includes('LEDGER FEE')]).toEqual([query, true])
})

test('BANK-552 a line without a time shows its day alone', async () => {
  const id = await aTransaction(account, { minor: 100n, on: '2026-03-30', payerName: 'NO TIME' })
  const timed = await look(`?transaction=${id}`)
  expect(timed).toContain('30 Mar 2026, 15:00')
  await change(
    `alter table app.bank_transaction disable trigger never_changes;
     update app.bank_transaction set occurred_at = '2026-03-29T21:00:00Z' where payer_name = 'NO TIME';
     alter table app.bank_transaction enable trigger never_changes`,
  )
  const words = await look(`?transaction=${id}`)
  expect(words).toMatch(/NO TIME 30 Mar 2026 ·/)
})

test('BANK-596 a dialog of a match needs one investment, and says nothing of an open rest where there is none', async () => {
  const { investorId } = await anInvestor('Safiya Dirir')
  const investmentId = await anInvestment(investorId, await aProject('Rest House'), usd('100'))
  const id = await aTransaction(account, { minor: 10_000n, typed: await referenceOf(investmentId) })
  const dialog = `${home}/${id}/match`
  const opened = (await ask(dialog, { cookie })).html
  expect([1, 2, 3].map((place) => isRequired(opened, `investmentId${place}`))).toEqual([
    true,
    false,
    false,
  ])
  expect(wordsOf(opened)).toContain('USD 100.00 is open.')
  const form = { key: randomUUID(), investmentId1: investmentId }
  expect(await ask(dialog, { cookie, form })).toMatchObject({ status: 303 })
  const late = wordsOf((await ask(dialog, { cookie, form: { ...form, key: randomUUID() } })).html)
  expect(late).toContain('was matched or excluded in the meantime')
  expect(late).not.toContain('USD 0.00 is open')
  const again = { minor: 500n, typed: await referenceOf(investmentId), payerName: 'TOO LATE' }
  const held = await aTransaction(account, again)
  await officeJob(suggestMatches)
  expect(await look(`?transaction=${held}`)).toContain('The payment names a completed investment.')
})

const isRequired = (html: string, name: string) =>
  new RegExp(`<select[^>]*name="${name}"[^>]*`).exec(html)?.[0].includes('required') ?? null

test('BANK-554 the investor’s own name is not kept as another payer', async () => {
  const { investorId } = await anInvestor('Khadija Nur Ali')
  const investmentId = await anInvestment(investorId, await aProject('Sea View'), usd('5,000'))
  const payerOf = async (payerName: string, place: number) => {
    const transactionId = await aTransaction(account, { minor: 1000n, payerName })
    const key = `5f9c1f5e-0000-4000-8000-00000000000${place}`
    const parts = [{ investmentId, minor: null }]
    await as(admin, (actor) => matchTransaction(actor, { key, transactionId, parts }))
    const { rows } = await change<{ payer: string | null }>(
      `select e.payer_name as payer from app.ledger_entry e join app.allocation a on a.ledger_entry_id = e.id
       where a.bank_transaction_id = $1`,
      [transactionId],
    )
    return rows[0]?.payer
  }
  expect(await payerOf('ALI KHADIJA NUR', 1)).toBeNull()
  expect(await payerOf('KHADIJA NUR', 2)).toBe('KHADIJA NUR')
  expect(await payerOf('OMAR NUR ALI', 3)).toBe('OMAR NUR ALI')
})

test('BANK-555 the dashboard and the reconciliation say which of them counts excluded lines', async () => {
  await aTransaction(account, { minor: 700n, on: clock.today() })
  const words = wordsOf((await ask('/admin-dashboard', { cookie })).html)
  expect(words).toContain(
    'Excluded lines, such as transfers between own accounts, are not counted here.',
  )
  const reconciled = await look(`/reconciliation?account=${account}&month=2026-03`)
  expect(reconciled).toMatch(
    /Total money in \d+ transactions, including excluded ones, such as transfers/,
  )
})

test('BANK-576 a hashed number of a payer is hidden, and a reason that repeats the exclusion is not said twice', async () => {
  const payerNumber = 'ab12'.repeat(16)
  const id = await aTransaction(account, { minor: 100n, payerName: 'HASHED', payerNumber })
  const words = await look(`?transaction=${id}`)
  expect(words).toContain('HASHED number hidden by M-Pesa')
  expect(words).not.toContain(payerNumber)
  const label = 'Reversed by the provider'
  const reversed = await aTransaction(account, { minor: 100n })
  await change(
    `insert into app.bank_transaction_decision (bank_transaction_id, kind, exclusion, reason, decided_by)
     values ($1, 'excluded', 'reversal-pair', $2, $3)`,
    [reversed, label, admin.userId],
  )
  expect((await look(`?transaction=${reversed}`)).split(label)).toHaveLength(2)
})
