import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPaymentAccount, aTransaction } from '../../../../../tests/bank-transactions.ts'
import { change } from '../../../../../tests/database.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  type Person,
} from '../../../../../tests/people.ts'
import { ask } from '../../../../../tests/product.tsx'
import { requestBy } from '../../../../../tests/requests.ts'
import { wordsOf } from '../../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../../tests/visits.ts'
import { usd } from '../../../../values/money.ts'
import { action } from './route.tsx'

const at = '/investment-dashboard/investments'
const sms =
  'UK2DKNV1EO Confirmed. Ksh25,000.00 sent to MSINGI PROPERTY GROUP for account Fatuma on 2/11/26 at 8:15 AM.'
const blank = { width: 4, height: 4, channels: 3, background: '#fff' } as const
const picture = new Uint8Array(await sharp({ create: blank }).png().toBuffer())

async function aHolding() {
  const person = await anInvestor('Fatuma Noor')
  const id = await anInvestment(person.investorId, await aProject('Garden Villas'), usd('5,000'))
  return { person, id }
}

type Fields = { message?: string; note?: string; file?: File }

async function send(person: Person, id: string, fields: Fields) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const args = requestBy(person, `${at}/${id}/proof`, { method: 'POST', body })
  const answer = await action({ ...args, params: { investmentId: id } } as never)
  if (answer instanceof Response) return { status: answer.status, reply: null }
  return { status: answer.init?.status ?? 200, reply: answer.data.reply }
}

const slips = async () =>
  (await change<{ n: number }>('select count(*)::int as n from app.stored_file')).rows[0]?.n
test('BANK-455 “I have paid” takes a message or a slip; what is wrong is said next to the field, and nothing of it is kept', async () => {
  const { person, id } = await aHolding()
  const page = await ask(`${at}/${id}/proof`, { cookie: await cookiesOf(person) })
  expect(wordsOf(page.html)).toContain('Paste the message of M-Pesa or your wallet')
  const before = await slips()
  const refused: [Fields, string, string][] = [
    [{}, 'message', 'Paste the message, or choose a picture of the slip.'],
    [{ message: 'I paid' }, 'message', 'We do not recognise this payment message'],
    [{ message: 'x'.repeat(2001) }, 'message', 'Keep it to 2000 characters'],
    [{ message: sms, note: 'y'.repeat(501) }, 'note', 'Keep it to 500 characters'],
    [{ file: new File(['MZ...'], 'slip.exe') }, 'file', 'Choose a picture or a PDF'],
    [{ file: new File(['just words'], 'slip.txt') }, 'file', 'Choose a picture or a PDF'],
    [
      { message: 'nonsense', file: new File([picture], 'slip.png') },
      'message',
      'We do not recognise',
    ],
  ]
  for (const [fields, field, sentence] of refused) {
    const { status, reply } = await send(person, id, fields)
    expect({ status, fields, reply }).toMatchObject({
      status: 422,
      fields,
      reply: { errors: { [field]: expect.stringContaining(sentence) } },
    })
    if (fields.message) expect(reply?.values.message).toBe(fields.message.trim())
  }
  expect(await slips()).toBe(before)
  expect(await send(person, id, { message: sms, note: 'For the roof' })).toMatchObject({
    status: 303,
  })
  const words = wordsOf((await ask(`${at}/${id}`, { cookie: await cookiesOf(person) })).html)
  expect(words).toContain('KES 25,000.00 Not yet on our statement')
  expect(words).toContain('For the roof')
  const code = sms.slice(0, 10)
  const facts = { minor: 2_500_000n, number: code, mpesaCode: code }
  await aTransaction(await aPaymentAccount(), facts)
  const later = wordsOf((await ask(`${at}/${id}`, { cookie: await cookiesOf(person) })).html)
  expect(later).toContain('KES 25,000.00 On our statement, being checked')
})

test('BANK-461 a message of a payment to another business is refused next to its field with whom it paid', async () => {
  const { person, id } = await aHolding()
  const message = sms.replace(
    'MSINGI PROPERTY GROUP for account Fatuma',
    'KPLC PREPAID for account 14',
  )
  await aPaymentAccount()
  const { status, reply } = await send(person, id, { message })
  expect([status, reply?.errors.message]).toEqual([
    422,
    expect.stringContaining('you paid KPLC PREPAID, which is not one of our accounts'),
  ])
  expect(reply?.values.message).toBe(message)
})

test('BANK-456 messages and slips that wait are listed with their investment, and decided on', async () => {
  const { person, id } = await aHolding()
  await send(person, id, { file: new File([picture], 'slip.png', { type: 'image/png' }) })
  const cookie = await cookiesOf(await anAdmin())
  const page = '/admin-dashboard/transactions/proofs'
  const { html } = await ask(page, { cookie })
  expect(wordsOf(html)).toMatch(/Fatuma Noor , Garden Villas A slip/)
  const proofId = /proofs\/([0-9a-f-]{36})\/slip/.exec(html)?.[1] ?? ''
  const decide = (fields: Record<string, string>) =>
    ask(page, { cookie, form: { proofId, ...fields } })
  const silent = await decide({ act: 'declined', reason: ' ' })
  expect(silent.status).toBe(422)
  expect(await decide({ act: 'received' })).toMatchObject({ status: 303, location: page })
  expect(wordsOf((await ask(page, { cookie })).html)).not.toContain(proofId)
  const words = wordsOf((await ask(`${at}/${id}`, { cookie: await cookiesOf(person) })).html)
  expect(words).toContain('We have received it')
})

test('BANK-458 what waits has a dialog to withdraw it; what no longer waits says why not', async () => {
  const { person, id } = await aHolding()
  await send(person, id, { message: sms })
  const cookie = await cookiesOf(person)
  const page = `${at}/${id}`
  const dialog = /href="([^"]+\/withdraw)"/.exec((await ask(page, { cookie })).html)?.[1] ?? ''
  expect(wordsOf((await ask(dialog, { cookie })).html)).toContain('KES 25,000.00, UK2DKNV1EO')
  expect(await ask(dialog, { cookie, form: {} })).toMatchObject({ status: 303, location: page })
  const { html } = await ask(page, { cookie })
  expect(wordsOf(html)).toContain('KES 25,000.00 Withdrawn')
  expect(html).not.toContain('/withdraw"')
  const late = await ask(dialog, { cookie, form: {} })
  expect([late.status, wordsOf(late.html)]).toEqual([
    422,
    expect.stringContaining('This was already withdrawn.'),
  ])
  const other = await cookiesOf(await anInvestor('Someone Else'))
  expect((await ask(dialog, { cookie: other })).status).toBe(404)
})
