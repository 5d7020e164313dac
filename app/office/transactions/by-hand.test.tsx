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
import { anAdmin, asPerson } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { suggestMatches } from '../../domain/bank-transactions/suggest-matches.server.ts'
import { submitProof } from '../../domain/payment-proofs/submit-proof.server.ts'
import { officeJob } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const home = '/admin-dashboard/transactions'
let dollars = ''
let paybill = ''

beforeAll(async () => {
  const accounts = await twoAccounts()
  dollars = accounts.dollars
  paybill = accounts.shillings
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

test('BANK-583 a code sent in with another amount is matched in the dialog only, where both amounts are read', async () => {
  const { investor, investmentId } = await aHolding('Deeqa Warsame')
  const payer = await aHolding('Guuleed Cali')
  const code = 'UK2NNNNNN1'
  const message = `${code} Confirmed. Ksh90,000.00 sent to MSINGI PROPERTY GROUP for account Deeqa on 2/11/26 at 8:15 AM. New M-PESA balance is Ksh1.00.`
  const proof = { message, note: null, file: null }
  await asPerson(investor, (reader) => submitProof(reader, investmentId, proof))
  const id = await aTransaction(paybill, {
    minor: 2_500_000n,
    number: code,
    mpesaCode: code,
    on: '2026-11-02',
  })
  await officeJob(suggestMatches)
  const difference = 'Deeqa Warsame sent in this code with another amount: KES 90,000.00.'
  const html = await pageOf(id)
  const words = wordsOf(html).replaceAll(' .', '.')
  expect(words).toContain('The investor reported this code with another amount')
  expect(words).toContain(difference)
  expect(words).toContain('Compare it with the statement, then match by hand.')
  expect(words).not.toContain('Match KES')
  expect(html).not.toContain('data-key="Enter"')
  expect(html).not.toContain('name="chosen"')
  const pressed = await act({ act: 'investment', transactionId: id, targetId: investmentId })
  expect(pressed.status).toBe(422)
  expect(wordsOf(pressed.html)).toContain(
    'An investor sent in this code with another amount. Match this transaction by hand.',
  )
  await act({ act: 'selected', chosen: `${id} investment ${investmentId}` })
  expect(await stateOf(id)).toMatchObject({ allocated: '0' })
  const proofs = async () => wordsOf((await ask(`${home}/proofs`, { cookie })).html)
  expect(await proofs()).toContain(
    'A statement has a line with this code, with another amount: KES 25,000.00. Show it',
  )
  const dialog = wordsOf((await ask(`${home}/${id}/match`, { cookie })).html)
  expect(dialog).toContain(`${difference} Compare it with the statement before you match it.`)
  const form = { key: randomUUID(), investmentId1: payer.investmentId }
  expect(await send(`${home}/${id}/match`, form)).toMatchObject({ status: 303 })
  expect(await proofs()).toMatch(
    /with another amount: KES 25,000.00. It is matched to Guuleed Cali ?. Show it/,
  )
  const portal = `/investment-dashboard/investments/${investmentId}`
  const seen = wordsOf((await ask(portal, { cookie: await cookiesOf(investor) })).html)
  expect(seen).toContain('KES 90,000.00 Not yet on our statement')
  expect(seen).not.toContain('We have received it')
})

function errorOf(html: string, name: string): string {
  const field = new RegExp(`<[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? ''
  const [, id = 'none'] = /aria-describedby="([^"]+)"/.exec(field) ?? []
  const [, after = ''] = html.split(` id="${id}"`)
  return wordsOf(`<p ${after.split('</p>')[0]}`)
}

test('BANK-584 a match to an investment that was deleted is refused at its field, with what was typed', async () => {
  const [first, archived] = [await aHolding('Ayan Jama'), await aHolding('Idil Jama')]
  const id = await aTransaction(dollars, { minor: 50_000n, payerName: 'AYAN JAMA' })
  await change('update app.investment set archived_at = now() where id = $1', [
    archived.investmentId,
  ])
  const refusals = [
    [randomUUID(), 'This investment no longer exists. Choose another.'],
    [archived.investmentId, 'This investment, its project or its investor is archived.'],
  ]
  for (const [gone = '', sentence = ''] of refusals) {
    const refused = await send(`${home}/${id}/match`, {
      key: randomUUID(),
      investmentId1: first.investmentId,
      amount1: '120.50',
      investmentId2: gone,
      amount2: '30.25',
    })
    expect(refused.status).toBe(422)
    expect(errorOf(refused.html, 'investmentId2')).toBe(sentence)
    expect(refused.html).toContain('value="120.50"')
    expect(refused.html).toContain('value="30.25"')
    expect(await stateOf(id)).toMatchObject({ allocated: '0' })
  }
  const pressed = await act({ act: 'investment', transactionId: id, targetId: randomUUID() })
  expect([pressed.status, wordsOf(pressed.html)]).toEqual([
    422,
    expect.stringContaining('This investment no longer exists.'),
  ])
})

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
