import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  aPayableInvestment,
  aPaymentAccount,
  aRate,
  aTransaction,
  stateOf,
} from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { bookedOn, sendPayment } from '../../../tests/ledger.ts'
import { anAdmin, anInvestor } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { suggestMatches } from '../../domain/bank-transactions/suggest-matches.server.ts'
import { officeJob } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { shouldRevalidate } from './route.tsx'

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const home = '/admin-dashboard/transactions'
let dollars = ''

beforeAll(async () => {
  dollars = await aPaymentAccount({ kind: 'bank', currency: 'USD' })
  await aRate('KES', '129.24')
})

const aHolding = (name: string, amount = '5,000') => aPayableInvestment(amount, name)

const look = async (query = '') => wordsOf((await ask(`${home}${query}`, { cookie })).html)
const send = (path: string, form: Record<string, string>) => ask(`${home}${path}`, { cookie, form })
const act = (fields: Record<string, string>) =>
  send('', { key: randomUUID(), targetId: '', ...fields })

test('BANK-370 transactions are listed by state, with the suggestion, its reason and the amount in dollars', async () => {
  const { reference } = await aHolding('Wanjiru Kamau')
  const shillings = await aPaymentAccount()
  const wrong = `${reference.slice(0, -1)}${reference.endsWith('W') ? 'X' : 'W'}`
  await aTransaction(shillings, { minor: 12_924_000n, payerName: 'PETER KAMAU', typed: wrong })
  await aTransaction(shillings, { minor: -3400n, leg: 'charge', exclusion: 'charge' })
  await officeJob(suggestMatches)
  const words = await look('?state=suggested')
  expect(words).toContain('PETER KAMAU')
  expect(words).toContain('KES 129,240.00')
  expect(words).toContain('$1,000')
  expect(words).toContain(`Wanjiru Kamau , Garden Villas ${reference}, $5,000 remaining`)
  expect(words).toContain('One character differs')
  expect(await look('?state=excluded')).toContain('Charge')
  expect(await look('?state=matched')).toContain('Nothing here')
})

test('BANK-371 a transaction is found by its code, payer, amount and typed words, and by investor, reference and receipt once matched', async () => {
  const { investmentId, reference } = await aHolding('Zainab Duale')
  const id = await aTransaction(dollars, {
    minor: 123_456n,
    number: 'FT260907755',
    payerName: 'KHADRA DUALE',
    typed: 'plot nine',
  })
  const isFound = async (q: string) =>
    (await look(`?q=${encodeURIComponent(q)}`)).includes('KHADRA DUALE')
  for (const q of ['FT260907755', 'ft26090', 'khadra', 'plot nine', '1,234.56', 'USD 1234.56'])
    expect([q, await isFound(q)]).toEqual([q, true])
  expect(await isFound('Zainab')).toBe(false)
  const done = await act({ act: 'investment', transactionId: id, targetId: investmentId })
  const receipt = /R-\d{4}-\d+/.exec(wordsOf(done.html))?.[0] ?? ''
  for (const q of ['Zainab', reference, reference.toLowerCase(), receipt])
    expect([q, await isFound(q)]).toEqual([q, true])
  expect(await look('?q=nobody-like-this')).toContain('No transactions found')
  await act({ act: 'undo', transactionId: id })
  const other = await aTransaction(dollars, { minor: 900n, payerName: 'OTHER PAYER' })
  await act({ act: 'investment', transactionId: other, targetId: investmentId })
  expect(await look('?q=FT260907755')).not.toContain('OTHER PAYER')
})

test('BANK-372 a suggestion is confirmed, undone and reopened with one click each', async () => {
  const { investmentId } = await aHolding('Amina Farah')
  const id = await aTransaction(dollars, { minor: 20_000n, payerName: 'AMINA FARAH' })
  const matched = await act({ act: 'investment', transactionId: id, targetId: investmentId })
  expect(wordsOf(matched.html)).toContain('Payment of AMINA FARAH matched, receipt R-')
  expect(await bookedOn(investmentId)).toMatchObject({ received_cents: 20_000 })
  const again = await act({ act: 'investment', transactionId: id, targetId: investmentId })
  expect(again.status).toBe(422)
  expect(wordsOf(again.html)).toContain('matched or excluded in the meantime')
  expect(await look('?state=matched')).toContain('Matched by Amina Yusuf')
  await act({ act: 'undo', transactionId: id })
  expect(await bookedOn(investmentId)).toMatchObject({ received_cents: 0 })
  expect(await stateOf(id)).toMatchObject({ state: 'unmatched' })
})

test('BANK-582 the list is read again when an act on a line is refused', () => {
  const after = (actionStatus: number) =>
    shouldRevalidate({ actionStatus, defaultShouldRevalidate: false } as never)
  expect([after(422), after(500)]).toEqual([true, false])
})

test('BANK-373 several suggestions are confirmed together; one that is refused leaves the others and says why', async () => {
  const holdings = await Promise.all(
    ['Ali One', 'Ali Two', 'Ali Three'].map((name) => aHolding(name)),
  )
  const ids = await Promise.all(holdings.map(() => aTransaction(dollars, { minor: 1000n })))
  await sendPayment(admin, holdings[2]?.investmentId ?? '', { amount: usd('5,000') })
  const form = new URLSearchParams([
    ['act', 'selected'],
    ...ids.map((id, place) => ['chosen', `${id} investment ${holdings[place]?.investmentId}`]),
  ] as [string, string][])
  const answer = await ask(home, { cookie, form })
  expect(wordsOf(answer.html)).toContain('2 transactions matched')
  expect(wordsOf(answer.html)).toContain('1 not matched')
  expect((await Promise.all(ids.map(stateOf))).map(({ state }) => state)).toEqual([
    ...['matched', 'matched', 'unmatched'],
  ])
  const nothing = await ask(home, { cookie, form: { act: 'selected' } })
  expect(nothing.status).toBe(422)
})

test('BANK-374 a match by hand says what is wrong next to the part, keeps what was typed, and holds the rest', async () => {
  const { investmentId } = await aHolding('Hibo Nur', '300')
  const other = await aHolding('Sagal Nur')
  const id = await aTransaction(dollars, { minor: 100_000n, payerName: 'HIBO NUR' })
  const match = (fields: Record<string, string>) =>
    send(`/${id}/match`, { key: randomUUID(), ...fields })
  const wrong: [fields: Record<string, string>, sentence: string][] = [
    [{}, 'Choose an investment from the list.'],
    [{ investmentId1: 'x', amount1: '10' }, 'Choose an investment from the list.'],
    [{ investmentId1: investmentId, amount1: 'ten' }, 'Enter an amount in USD'],
    [{ investmentId1: investmentId, amount1: '1.000,00' }, 'Enter an amount in USD'],
    [{ investmentId1: investmentId, amount1: 'KES 100' }, 'Enter an amount in USD'],
    [{ investmentId1: investmentId, amount1: '0' }, 'Enter an amount greater than zero.'],
    [{ investmentId1: investmentId, amount1: '300.01' }, 'Only $300 remains to be paid.'],
    [
      { investmentId1: investmentId, amount1: '1,000.01' },
      'Only USD 1,000.00 of this transaction is left',
    ],
    [{ investmentId1: 'x', amount1: '1,000.01' }, 'Only USD 1,000.00 of this transaction is left'],
    [
      { investmentId1: investmentId, investmentId2: investmentId, amount2: '1' },
      'This investment is named twice.',
    ],
    [
      { investmentId1: investmentId, amount1: '5', investmentId2: 'Nobody' },
      'Choose an investment from the list.',
    ],
  ]
  for (const [fields, sentence] of wrong) {
    const answer = await match(fields)
    expect(answer.status).toBe(422)
    expect(wordsOf(answer.html)).toContain(sentence)
    if (fields.amount1) expect(answer.html).toContain(`value="${fields.amount1}"`)
  }
  const done = await match({
    investmentId1: investmentId,
    amount1: '300',
    investmentId2: other.investmentId,
    amount2: '450.50',
  })
  expect(done).toMatchObject({ status: 303, location: home })
  expect(await bookedOn(investmentId)).toMatchObject({ received_cents: 30_000 })
  expect(await bookedOn(other.investmentId)).toMatchObject({ received_cents: 45_050 })
  expect(await stateOf(id)).toMatchObject({ allocated: '75050', held: null })
  expect(await look('?q=hibo')).toContain('USD 249.50 open')
})

test('BANK-375 a number that is recorded already is named, and recorded again only when ticked', async () => {
  const { investmentId } = await aHolding('Jama Cadde')
  const number = 'UCV7777777'
  await sendPayment(admin, investmentId, {
    amount: usd('12'),
    method: 'mobile-money',
    reference: number,
  })
  const id = await aTransaction(dollars, { minor: 1500n, mpesaCode: number })
  const form = { key: randomUUID(), investmentId1: investmentId }
  const refused = await send(`/${id}/match`, form)
  expect(refused.status).toBe(422)
  expect(wordsOf(refused.html)).toContain('This number is already recorded: $12 from Jama Cadde')
  const repeats = /name="repeats"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="repeats"/.exec(
    refused.html,
  )
  const entryId = repeats?.[1] ?? repeats?.[2] ?? ''
  expect(await send(`/${id}/match`, { ...form, repeats: entryId })).toMatchObject({ status: 303 })
})

test('BANK-382 a match by hand begins with the suggestion of the list, and empty without one', async () => {
  const { reference, investmentId } = await aHolding('Maryan Gedi')
  const near = `${reference.slice(0, -1)}${reference.endsWith('W') ? 'X' : 'W'}`
  const suggested = await aTransaction(dollars, { minor: 3100n, typed: near })
  const alone = await aTransaction(dollars, { minor: 3200n, payerName: 'ZZYX QWRT' })
  await officeJob(suggestMatches)
  const chosenIn = async (id: string) =>
    /<option value="([^"]+)" selected/.exec(
      (await ask(`${home}/${id}/match`, { cookie })).html,
    )?.[1]
  expect(await chosenIn(suggested)).toBe(investmentId)
  expect(await chosenIn(alone)).toBeUndefined()
})

test('BANK-376 an exclusion of another kind needs a note; it is reopened with one click', async () => {
  const id = await aTransaction(dollars, { minor: 5000n, payerName: 'TENANT' })
  const refused = await send(`/${id}/exclude`, { exclusion: 'other', reason: ' ' })
  expect(refused.status).toBe(422)
  expect(wordsOf(refused.html)).toContain('Write what it is')
  expect(
    await send(`/${id}/exclude`, { exclusion: 'other', reason: 'Rent of the shop' }),
  ).toMatchObject({ status: 303 })
  expect(await look('?state=excluded')).toContain('Rent of the shop')
  await act({ act: 'reopen', transactionId: id })
  expect(await stateOf(id)).toMatchObject({ state: 'unmatched' })
})

test('BANK-377 BANK-581 money sent back is recorded with day and reason, never above what is open', async () => {
  const id = await aTransaction(dollars, { minor: 5000n, payerName: 'BY MISTAKE' })
  const sent = await aTransaction(dollars, { minor: -2000n, leg: 'other', on: '2026-04-02' })
  const back = (fields: Record<string, string>) =>
    send(`/${id}/return`, {
      key: randomUUID(),
      amount: '20.00',
      returnedOn: '2026-04-02',
      reason: 'Not for us',
      ...fields,
    })
  const wrong: [Record<string, string>, string][] = [
    [{ amount: '50.01' }, 'Only USD 50.00 of this transaction is left.'],
    [{ amount: '50.01', reason: '' }, 'Only USD 50.00 of this transaction is left.'],
    [{ amount: 'all', reason: '' }, 'Enter an amount in USD'],
    [{ amount: 'all' }, 'Enter an amount in USD'],
    [{ returnedOn: '2026-03-30' }, 'The money arrived on 31 Mar 2026.'],
    [{ returnedOn: '2199-01-01' }, 'in the future'],
    [{ returnedOn: '2199-01-01', reason: '' }, 'in the future'],
    [{ reason: '' }, 'Write why it was sent back.'],
    [{ amount: '10.00', sentById: sent }, 'a different amount or account'],
  ]
  for (const [fields, sentence] of wrong) {
    const answer = await back(fields)
    expect(answer.status).toBe(422)
    expect(wordsOf(answer.html)).toContain(sentence)
  }
  expect(await back({ sentById: sent })).toMatchObject({ status: 303 })
  expect(await stateOf(id)).toMatchObject({ returned: '2000' })
  expect(await stateOf(sent)).toMatchObject({ state: 'excluded' })
  expect(await look('?q=by+mistake')).toContain('USD 20.00 was sent back: Not for us')
})

test('BANK-608 the line that money was sent back with says so, and is open again once the return is undone', async () => {
  const id = await aTransaction(dollars, { minor: 5000n, payerName: 'SENT TOO MUCH' })
  const sent = await aTransaction(dollars, { minor: -2000n, leg: 'other', on: '2026-04-02' })
  const other = await aTransaction(dollars, { minor: -3000n, leg: 'other', on: '2026-04-03' })
  const back = (amount: string, sentById: string) =>
    send(`/${id}/return`, {
      ...{ key: randomUUID(), amount, sentById },
      ...{ returnedOn: '2026-04-03', reason: 'Too much' },
    })
  const statesOf = async () =>
    Promise.all([id, sent, other].map(async (line) => (await stateOf(line)).state))
  await back('20.00', sent)
  await back('30.00', other)
  expect(await look('?state=excluded')).toMatch(/Money sent back Details.* Money sent back Details/)
  await act({ act: 'reopen', transactionId: sent })
  expect(await statesOf()).toEqual(['excluded', 'excluded', 'excluded'])
  await act({ act: 'reopen', transactionId: id })
  expect(await statesOf()).toEqual(['unmatched', 'unmatched', 'unmatched'])
  await back('20.00', sent)
  await act({ act: 'reopen', transactionId: id })
  expect(await statesOf()).toEqual(['unmatched', 'unmatched', 'unmatched'])
})

test('BANK-378 known payers are listed with whom they pay for, and removed', async () => {
  const { investmentId } = await aHolding('Deqa Abdi')
  const id = await aTransaction(dollars, { minor: 700n, payerName: 'UNCLE OF DEQA' })
  await act({ act: 'investment', transactionId: id, targetId: investmentId })
  const page = await ask(`${home}/payers`, { cookie })
  expect(wordsOf(page.html)).toMatch(/UNCLE OF DEQA.* Deqa Abdi .*by Amina Yusuf/)
  const payerId = /name="payerId" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
  expect(await send('/payers', { payerId })).toMatchObject({ status: 303 })
  expect(wordsOf((await ask(`${home}/payers`, { cookie })).html)).not.toContain('UNCLE OF DEQA')
})

test('BANK-524 known payers are searched by name, number and investor, fifty on a page', async () => {
  const { investorId } = await anInvestor('Nimco Gedi')
  await change(
    `insert into app.known_payer (investor_id, payer_number, payer_name)
     select $1, '25479****' || 100 + n, 'COUSIN ' || n from generate_series(1, 60) n`,
    [investorId],
  )
  const payers = (query: string) => look(`/payers?${query}`)
  expect(await payers('q=nimco')).toContain('1–50 of 60')
  expect(await payers('q=nimco&page=2')).toContain('51–60 of 60')
  expect(await payers('q=nimco&page=9')).toContain('51–60 of 60')
  for (const q of ['cousin+17', '25479****117']) {
    const found = await payers(`q=${q}`)
    expect([q, found.includes('COUSIN 17'), found.includes('COUSIN 18')]).toEqual([q, true, false])
  }
  expect(await payers('q=nobody-like-this')).toContain('No payers found')
})
