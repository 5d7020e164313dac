import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { aHolding, aPayment, takeBack } from '../../../tests/ledger.ts'
import { anAdmin } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { find, issue } from '../../../tests/statements.ts'
import { anAddress } from '../../../tests/visits.ts'
import { usd } from '../../values/money.ts'

const admin = await anAdmin()
const { investmentId } = await aHolding('Zainab Farole', 'Quiet Harbour House')

async function aReceipt(amount: string) {
  const paid = await aPayment(admin, investmentId, [amount, '2026-03-31'], {
    method: 'cheque',
    reference: 'TT-0231',
  })
  const { rows } = await change('select code as id from app.receipt where number = $1', [
    paid.receiptNumber,
  ])
  return { code: rows[0]?.id ?? '', ...paid }
}

test('PROOF-104 a genuine receipt shows kind, number, masked name, amount and date to anyone, and neither whose it is nor for what', async () => {
  const { code, receiptNumber } = await aReceipt('1,250.50')
  const { status, html } = await ask(`/verify/${code}`)
  expect(status).toBe(200)
  for (const words of [
    ...['This receipt is genuine.', '$1,250.50', '31 Mar 2026', code, receiptNumber],
    'Z•••• F••••',
  ])
    expect(html).toContain(words)
  for (const secret of ['Zainab', 'Farole', 'Quiet Harbour', 'TT-0231', '$35,000'])
    expect(html).not.toContain(secret)
})

test('a code is found as people type it: small letters, no hyphens, O for 0; the address then has its one writing', async () => {
  const { code } = await aReceipt('10')
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  const answer = await ask(`/verify?code=${encodeURIComponent(typed)}`)
  expect([answer.status, answer.location]).toEqual([302, `/verify/${code}`])
  expect((await ask(`/verify/${code.toLowerCase()}`)).location).toBe(`/verify/${code}`)
})

test('the receipt of a voided payment says so, and since when', async () => {
  const { code, paymentId } = await aReceipt('20')
  await takeBack(admin, paymentId, '2026-04-02')
  const { status, html } = await ask(`/verify/${code}`)
  expect(status).toBe(200)
  expect(html).toContain('This receipt was voided.')
  expect(html).toContain('2 Apr 2026')
  expect(html).not.toContain('genuine.')
  expect(html).not.toContain('Booked twice')
})

test('a code that no one has is not found; what cannot be a code is told so next to its field, and stays there', async () => {
  const unknown = await ask('/verify/ZZZZ-ZZZZ-ZZZZ-ZZZZ')
  expect(unknown.status).toBe(404)
  expect(unknown.html).toContain('No document has this code.')
  const misread = await ask('/verify?code=R-2026-000001')
  expect(misread.html).toContain('A code has sixteen letters and digits')
  expect(misread.html).toContain('value="R-2026-000001"')
  expect((await ask('/verify?code=')).html).toContain('Enter the code.')
  expect((await ask('/verify/nonsense')).status).toBe(404)
  const first = await ask('/verify')
  expect(first.status).toBe(200)
  expect(first.html).not.toContain('Enter the code.')
})

test('after thirty unknown codes within an hour the next is refused; a genuine one is answered, from there too', async () => {
  const { code } = await aReceipt('30')
  const clientAddress = anAddress()
  const tryUnknown = (tried: number) =>
    ask(`/verify/ZZZZ-ZZZZ-ZZZZ-ZZ${String(tried).padStart(2, '0')}`, { clientAddress })
  for (let tried = 0; tried < 30; tried += 1) expect((await tryUnknown(tried)).status).toBe(404)
  const refused = await tryUnknown(30)
  expect(refused.status).toBe(429)
  expect(refused.html).toContain('Too many attempts.')
  const answered = await ask(`/verify/${code}`, { clientAddress })
  expect([answered.status, answered.html.includes('$30.00')]).toEqual([200, true])
  expect((await tryUnknown(31)).status).toBe(429)
  expect((await ask('/verify/ZZZZ-ZZZZ-ZZZZ-ZZ00')).status).toBe(404)
  await change("update app.unknown_code set tried_at = tried_at - interval '61 minutes'")
  expect((await tryUnknown(32)).status).toBe(404)
})

test('thirty that ask at the same time are counted one by one', async () => {
  const clientAddress = anAddress()
  const answers = await Promise.all(
    Array.from({ length: 34 }, (_, tried) =>
      ask(`/verify/YYYY-YYYY-YYYY-YY${String(tried).padStart(2, '0')}`, { clientAddress }),
    ),
  )
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(30)
})

test('a receipt that was altered in the database is none of ours', async () => {
  const { code } = await aReceipt('40')
  await asSuperuser(async (client) => {
    await client.query('alter table app.receipt disable trigger never_changes')
    await client.query('update app.receipt set amount_cents = 4000000 where code = $1', [code])
    await client.query('alter table app.receipt enable trigger never_changes')
  })
  expect((await ask(`/verify/${code}`)).status).toBe(404)
})

test('PUB-233 a genuine statement says how much of its balance was voided since', async () => {
  const holding = await aHolding('Zainab Farole', 'Quiet Harbour House')
  await aPayment(admin, holding.investmentId, ['500', '2026-02-01'])
  const { paymentId } = await aPayment(admin, holding.investmentId, ['10,000', '2026-02-02'])
  const { statementId } = await issue(holding.investor, '2026-Q1')
  const statement = await find(holding.investor, statementId)
  expect((await ask(`/verify/${statement?.code}`)).html).not.toContain('voided')
  await takeBack(admin, paymentId, '2026-05-02')
  const { html } = await ask(`/verify/${statement?.code}`)
  expect(html).toContain('This statement is genuine.')
  expect(html).toContain('$10,000.00 of it has been voided since.')
  expect(statement?.closing).toBe(usd('10,500'))
})

const compare = async (code: string, name: string, clientAddress = anAddress()) => {
  const { status, html } = await ask(`/verify/${code}`, {
    form: { name },
    clientAddress,
  })
  const verdict = [
    'Yes, this is the name',
    'No, we issued',
    'Too many names',
    'Enter the name',
  ].find((words) => html.includes(words))
  return { status, verdict, html }
}

test('PROOF-105 a typed name is compared without case, accents, spaces and order; the name is never shown or stored', async () => {
  const { code } = await aReceipt('50')
  for (const name of ['Zainab Farole', '  zainab   FAROLE ', 'Farole, Zaïnab', 'Zainab-Farole'])
    expect(await compare(code, name)).toMatchObject({ verdict: 'Yes, this is the name' })
  for (const name of ['Zainab', 'Zainab Farole Ali', 'Z•••• F••••', '%', 'Zainab F'])
    expect(await compare(code, name)).toMatchObject({ verdict: 'No, we issued' })
  const { html } = await compare(code, 'Ali Noor')
  expect(html).not.toMatch(/Zainab|Farole/)
  expect(html).toContain('value="Ali Noor"')
  expect(await compare(code, ' ')).toMatchObject({ status: 422, verdict: 'Enter the name' })
  expect((await compare('ZZZZ-ZZZZ-ZZZZ-ZZZZ', 'Ali Noor')).status).toBe(404)
  const { rows } = await change<{ row: string }>('select u::text as row from app.unknown_code u')
  expect(rows.some(({ row }) => /zainab|noor/i.test(row))).toBe(false)
})

test('PROOF-105 after ten names in an hour a network is refused, and a document for all networks; others are answered', async () => {
  const [first, second] = [(await aReceipt('60')).code, (await aReceipt('70')).code]
  const network = anAddress()
  for (let tried = 0; tried < 10; tried += 1)
    expect(await compare(first, `Ali ${tried}`, network)).toMatchObject({
      verdict: 'No, we issued',
    })
  expect(await compare(second, 'Zainab Farole', network)).toMatchObject({
    status: 429,
    verdict: 'Too many names',
  })
  expect(await compare(first, 'Zainab Farole')).toMatchObject({ status: 429 })
  expect(await compare(second, 'Zainab Farole')).toMatchObject({ verdict: 'Yes, this is the name' })
  await change("update app.unknown_code set tried_at = tried_at - interval '61 minutes'")
  expect(await compare(first, 'Zainab Farole', network)).toMatchObject({
    verdict: 'Yes, this is the name',
  })
})
