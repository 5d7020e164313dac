import { sql } from 'kysely'
import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { aHolding, aPayment, takeBack } from '../../../tests/ledger.ts'
import { anAdmin, anInvestor, as, asPerson } from '../../../tests/people.ts'
import { companyFacts } from '../company/company.server.ts'
import { findReceipt } from './find-receipt.server.ts'
import { printReceipt } from './print-receipt.server.ts'

const admin = await anAdmin()

async function aReceipt(name = 'Jama Warsame', reference: string | null = null) {
  const { investor, investmentId } = await aHolding(name)
  const facts = { method: 'bank-transfer', reference } as const
  const { receiptNumber: number, paymentId } = await aPayment(
    admin,
    investmentId,
    ['1,250.50', '2026-03-31'],
    facts,
  )
  return { investor, investmentId, number, paymentId }
}

const read = (number: string) =>
  as(admin, async (actor) => {
    const receipt = await findReceipt(actor, number)
    if (!receipt) throw new Error(`there is no ${number}`)
    return { receipt, company: await companyFacts(actor) }
  })

async function textOf(number: string) {
  const { receipt, company } = await read(number)
  const bytes = await printReceipt(receipt, company)
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), {
    mergePages: true,
  })
  return { text: text.replace(/\s+/g, ' '), totalPages, receipt }
}

test('PUB-375 the logo of the company is in the head of its receipts', async () => {
  const { number } = await aReceipt('Jama Warsame', 'TT-0230')
  const { receipt, company } = await read(number)
  const logo = await sharp({
    create: { width: 256, height: 256, channels: 4, background: '#0a0a' },
  })
    .png()
    .toBuffer()
  const isPicture = async (issuer: Parameters<typeof printReceipt>[1]) =>
    (await printReceipt(receipt, issuer)).includes('/Subtype /Image')
  expect([await isPicture(company), await isPicture({ ...company, logo })]).toEqual([false, true])
})

test('the PDF of a receipt says what the database keeps: number, amount to the cent, whose, for what, and its code', async () => {
  const { number } = await aReceipt('Jama Warsame', 'TT-0231')
  const { text, totalPages, receipt } = await textOf(number)
  const { rows } = await asSuperuser((client) =>
    client.query<{ code: string; sha256: string }>(
      'select code, sha256 from app.receipt where number = $1',
      [number],
    ),
  )
  expect(totalPages).toBe(1)
  const texts = [
    number,
    '$1,250.50',
    'Jama Warsame',
    'Twin Towers Muthaiga',
    '31 Mar 2026',
    'Bank transfer',
    'TT-0231',
  ]
  for (const words of [
    ...texts,
    '$35,000.00',
    '$33,749.50',
    rows[0]?.code ?? '-',
    rows[0]?.sha256 ?? '-',
    '/verify',
  ])
    expect(text).toContain(words)
  expect(receipt.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
  expect(text).not.toContain('VOIDED')
})

test('PROOF-101 a receipt says what a bank asks for: words, contract, account, who recorded it, registration, zone', async () => {
  const { number } = await aReceipt('Jama Warsame', 'TT-0233')
  const { receipt, company } = await read(number)
  const issuer = { ...company, registrationNumber: 'CPR/2019/1', taxPin: 'P05' }
  const bytes = await printReceipt(receipt, issuer)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), {
    mergePages: true,
  })
  const { rows } = await change<{ code: string }>(
    `select c.code from app.payment_reference c join app.ledger_entry e on e.investment_id = c.investment_id
     join app.receipt r on r.entry_id = e.id where r.number = $1`,
    [number],
  )
  expect(receipt.holder).toMatch(/^H-\d{6}$/)
  for (const words of [
    ...[
      'Holder number',
      receipt.holder,
      'One thousand two hundred and fifty US dollars and fifty cents',
      'Contract reference',
    ],
    ...[rows[0]?.code ?? '-', 'Recorded by', 'Amina Yusuf', 'Contract sum', 'Paid to date'],
    ...['Company no. CPR/2019/1', 'PIN P05', 'East Africa Time (EAT, UTC+3)'],
  ])
    expect(text.replace(/\s+/g, ' ')).toContain(words)
})

test('PROOF-101 an investor learns who recorded their own payments, and no other ones', async () => {
  const { number, investor, paymentId } = await aReceipt()
  const stranger = await anInvestor('Ben Otieno')
  const own = await asPerson(investor, (reader) => findReceipt(reader, number))
  expect(own?.recordedBy).toBe('Amina Yusuf')
  const seen = await asPerson(stranger, async ({ tx }) =>
    sql<{ name: string | null }>`select recorder_of(${paymentId}) as name`.execute(tx),
  )
  expect(seen.rows).toEqual([{ name: null }])
})

test('a receipt stays as it was issued when names and amounts change after it', async () => {
  const { number, investor, investmentId } = await aReceipt()
  const before = await textOf(number)
  await change("update app.investor set full_name = 'Somebody Else' where id = $1", [
    investor.investorId,
  ])
  await change('update app.investment set amount_cents = 9999999 where id = $1', [investmentId])
  expect((await textOf(number)).text).toBe(before.text)
})

test('the paper of a voided payment says so, with the day and the reason', async () => {
  const { number, paymentId } = await aReceipt()
  await takeBack(admin, paymentId, '2026-04-02', 'The bank took it back')
  const { text, receipt } = await textOf(number)
  expect(text).toContain('VOIDED')
  expect(text).toContain('On 2 Apr 2026. The bank took it back')
  expect(receipt.voided).toEqual({ on: '2026-04-02', reason: 'The bank took it back' })
})

test('an investor finds their own receipts, and no one else’s', async () => {
  const { number, investor } = await aReceipt()
  const stranger = await anInvestor('Ben Otieno')
  expect(await asPerson(investor, (reader) => findReceipt(reader, number))).toMatchObject({
    number,
  })
  expect(await asPerson(stranger, (reader) => findReceipt(reader, number))).toBeNull()
  expect(await asPerson(investor, (reader) => findReceipt(reader, 'R-2026-999999'))).toBeNull()
})

test('PUB-230 names in Arabic, Amharic and Latin with signs are printed on one page', async () => {
  for (const name of ['فاطمة عبد الله', 'Şükrü Ağaoğlu', 'አበበ ቢቂላ', `${'Very '.repeat(30)}Long`]) {
    const { number } = await aReceipt(name)
    const { text, totalPages } = await textOf(number)
    expect(totalPages).toBe(1)
    if (!name.startsWith('Very')) expect(text).toContain(name)
  }
})
