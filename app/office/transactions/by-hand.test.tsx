import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  aPayableInvestment,
  aTransaction,
  stateOf,
  twoAccounts,
} from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { bookedOn, sendPayment } from '../../../tests/ledger.ts'
import { anAdmin } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { suggestMatches } from '../../domain/bank-transactions/suggest-matches.server.ts'
import { officeJob } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const home = '/admin-dashboard/transactions'
let dollars = ''

beforeAll(async () => {
  dollars = (await twoAccounts()).dollars
})

const aHolding = (name: string) => aPayableInvestment('5,000', name)

const send = (path: string, form: Record<string, string>) => ask(path, { cookie, form })
const act = (fields: Record<string, string>) => send(home, { key: randomUUID(), ...fields })
const pageOf = async (id: string) => (await ask(`${home}?transaction=${id}`, { cookie })).html

test.each([true, false])(
  'BANK-535 a code of another day is matched in the dialog only, where the reason is read (reference: %s)',
  async (isNamed) => {
    const { investmentId, reference } = await aHolding('Nasra Guled')
    const code = isNamed ? 'UC5AAAAAA1' : 'UC5AAAAAA2'
    const id = await aTransaction(dollars, {
      minor: 10_000n,
      number: code,
      mpesaCode: code,
      payerName: 'NASRA GULED',
      typed: isNamed ? reference : null,
    })
    await officeJob(suggestMatches)
    expect(await stateOf(id)).toMatchObject({ state: 'suggested' })
    const html = await pageOf(id)
    expect(html).not.toContain('data-key="Enter"')
    expect(html).not.toContain('name="chosen"')
    expect(wordsOf(html)).toContain(
      'The day in the M-Pesa code is not the day of the payment. Compare it with the statement, then match by hand.',
    )
    const target = { transactionId: id, targetId: investmentId }
    const pressed = await act({ act: 'investment', ...target })
    expect(wordsOf(pressed.html)).toContain('Match this transaction by hand.')
    await act({ act: 'selected', chosen: `${id} investment ${investmentId}` })
    expect(await stateOf(id)).toMatchObject({ allocated: '0' })
    const dialog = wordsOf((await ask(`${home}/${id}/match`, { cookie })).html)
    expect(dialog).toContain('Compare it with the statement before you match it.')
    const form = { key: randomUUID(), investmentId1: investmentId }
    expect(await send(`${home}/${id}/match`, form)).toMatchObject({ status: 303 })
    expect(await stateOf(id)).toMatchObject({ state: 'matched' })
  },
)

test('BANK-536 a payment recorded by hand names the open transaction with its number, and leads to it', async () => {
  const { investmentId } = await aHolding('Fowzia Nur')
  const other = await aHolding('Other Person')
  const number = 'UCVBBBBBB1'
  const id = await aTransaction(dollars, {
    minor: 10_000n,
    number,
    mpesaCode: number,
    payerName: 'FOWZIA NUR',
  })
  const at = `/admin-dashboard/investments/${other.investmentId}`
  const form = { amount: '100', receivedOn: '2026-03-31', method: 'mobile-money' }
  const typed = { ...form, key: randomUUID(), reference: 'ucv-bbb bbb1' }
  const refused = await send(`${at}/ledger/payment`, typed)
  expect(refused.status).toBe(422)
  const words = wordsOf(refused.html)
  expect(words).toContain('A transaction with this number is waiting to be matched.')
  expect(words).toMatch(/USD 100.00 from FOWZIA NUR on 31 Mar 2026 ?, M-Pesa/)
  const link = `${home}/${id}/match?investment=${other.investmentId}`
  expect(refused.html).toContain(`href="${link}"`)
  expect((await ask(link, { cookie })).html).toContain(
    `<option value="${other.investmentId}" selected`,
  )
  expect(await bookedOn(other.investmentId)).toMatchObject({ received_cents: 0 })
  expect(await send(`${at}/ledger/payment`, { ...typed, onStatement: id })).toMatchObject({
    status: 303,
  })
  expect(await bookedOn(other.investmentId)).toMatchObject({ received_cents: 10_000 })
  const cash = { ...form, key: randomUUID(), method: 'cash', reference: number }
  expect(
    await send(`/admin-dashboard/investments/${investmentId}/ledger/payment`, cash),
  ).toMatchObject({ status: 303 })
})

test('BANK-537 an open transaction whose number is recorded by hand says on which payment, and is linked to it or matched in the dialog', async () => {
  const { investmentId, reference } = await aHolding('Sahra Elmi')
  const payWith = (number: string, amount: string) =>
    sendPayment(admin, investmentId, {
      amount: usd(amount),
      method: 'mobile-money',
      reference: number,
    })
  await payWith('UCVCCCCCC1', '120')
  await payWith('UCVCCCCCC2', '130')
  const [differs, equals] = await Promise.all(
    ['UCVCCCCCC1', 'UCVCCCCCC2'].map((number) =>
      aTransaction(dollars, {
        minor: 13_000n,
        number,
        mpesaCode: number,
        payerName: 'SAHRA ELMI',
        typed: reference,
      }),
    ),
  )
  await officeJob(suggestMatches)
  const html = await pageOf(differs ?? '')
  const words = wordsOf(html)
  expect(words).toContain('A payment with this number was recorded by hand: $120 of 31 Mar 2026')
  expect(words).toContain('void that payment and match this transaction')
  expect(html).toMatch(new RegExp(`href="/admin-dashboard/investments/${investmentId}#entry-`))
  expect(html).not.toContain('data-key="Enter"')
  const ledger = await ask(`/admin-dashboard/investments/${investmentId}`, { cookie })
  expect(ledger.html).toContain(`${home}?transaction=${differs}`)
  expect(wordsOf(ledger.html)).toContain('Open bank transaction with this number')
  const same = await pageOf(equals ?? '')
  expect(wordsOf(same)).toContain('Match to this entry')
  expect(wordsOf(same)).not.toContain('was recorded by hand:')
  const entryId = /name="targetId" value="([^"]+)"/.exec(same)?.[1] ?? ''
  await act({ act: 'entry', transactionId: equals ?? '', targetId: entryId })
  expect(await stateOf(equals ?? '')).toMatchObject({ state: 'matched' })
  const linked = await ask(`/admin-dashboard/investments/${investmentId}`, { cookie })
  expect(wordsOf(linked.html)).toMatch(/Bank transaction(?! with)/)
  expect(linked.html).toContain(`${home}?transaction=${equals}`)
})

const reasonsOf = async (investmentId: string) => {
  const { rows } = await change<{ reason: string }>(
    "select reason from app.ledger_entry where investment_id = $1 and kind = 'void'",
    [investmentId],
  )
  return rows.map(({ reason }) => reason)
}

test('BANK-540 a match is undone with a reason, which is asked for', async () => {
  const { investmentId } = await aHolding('Ifrah Yare')
  const id = await aTransaction(dollars, { minor: 7_000n, payerName: 'IFRAH YARE' })
  await act({ act: 'investment', transactionId: id, targetId: investmentId })
  expect(await pageOf(id)).toContain(`${home}/${id}/undo`)
  expect(await pageOf(id)).not.toContain('value="undo"')
  const dialog = await ask(`${home}/${id}/undo`, { cookie })
  expect(dialog.html).toContain('value="Matched by mistake"')
  expect(wordsOf(dialog.html)).toMatch(/Ifrah Yare ?, Garden Villas ?: \$70 of 31 Mar 2026/)
  const undo = (reason: string) =>
    send(`${home}/${id}/undo`, { key: '5f9c1f5e-0000-4000-8000-000000000001', reason })
  expect(wordsOf((await undo(' ')).html)).toContain('Write why')
  expect(await undo('Paid by her sister')).toMatchObject({ status: 303, location: home })
  expect(await reasonsOf(investmentId)).toEqual(['Paid by her sister'])
  const again = wordsOf((await ask(`${home}/${id}/undo`, { cookie })).html)
  expect(again).toContain('This transaction is no longer matched.')
})

test('BANK-541 the reversal of a matched payment names it, and voids it after a confirmation', async () => {
  const { investmentId } = await aHolding('Habiba Ali')
  const paid = { minor: 9_000n, number: 'FT-TAKEN-1', payerName: 'HABIBA ALI' }
  const id = await aTransaction(dollars, paid)
  await act({ act: 'investment', transactionId: id, targetId: investmentId })
  const reversal = await aTransaction(dollars, {
    minor: -9_000n,
    number: 'FT-TAKEN-2',
    leg: 'reversal',
    reversalOf: 'FT-TAKEN-1',
  })
  await officeJob(suggestMatches)
  const html = await pageOf(reversal)
  expect(wordsOf(html)).toMatch(/Habiba Ali ?, Garden Villas ?: \$90 of 31 Mar 2026 ?, receipt R-/)
  expect(html).not.toContain('data-key="Enter"')
  expect(html).not.toContain('name="chosen"')
  const dialog = wordsOf((await ask(`${home}/${reversal}/undo`, { cookie })).html)
  expect(dialog).toContain('The provider reversed this payment.')
  const form = { key: randomUUID(), reason: 'Reversed by the provider' }
  expect(await send(`${home}/${reversal}/undo`, form)).toMatchObject({ status: 303 })
  expect(await reasonsOf(investmentId)).toEqual(['Reversed by the provider'])
  expect([await stateOf(id), await stateOf(reversal)]).toMatchObject([
    { state: 'excluded' },
    { state: 'excluded' },
  ])
})
