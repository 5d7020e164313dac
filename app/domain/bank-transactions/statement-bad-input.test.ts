import { beforeEach, describe, expect, test } from 'vitest'
import {
  aPayment,
  aPaymentAccount,
  bankFile,
  checkOf,
  keep,
  type MpesaLine,
  mpesaStatement,
  transactionsOf,
  upload,
} from '../../../tests/bank-statements.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { confirmStatement, keepStatement, stateTotals } from './upload-statement.server.ts'

beforeEach(() => setClock(() => new Date('2026-11-26T09:00:00Z')))

const admin = await anAdmin('Halima Bad')
const nameA = 'ORG_600966_Utility Account_Completed_20261105071244.csv'
const textA = bankFile(nameA).toString()

const tryToKeep = (accountId: string | null, content: string | Buffer, name = 'statement.csv') =>
  as(admin, (actor) =>
    keepStatement(actor, { accountId, name, content: Buffer.from(content as string) }),
  )

/** Statements of 600800 of one day. */
const dayOf = (opening: number, ...lines: MpesaLine[]) =>
  mpesaStatement('600800', { opening, lines, from: '03-11-2026', to: '03-11-2026' })

async function prepared(content: string, number = '600800') {
  const accountId = await aPaymentAccount(number)
  const draftId = await as(admin, (actor) => keep(actor, { accountId, content }))
  const { fingerprint } = await as(admin, (actor) => checkOf(actor, draftId))
  const confirm = () => as(admin, (actor) => confirmStatement(actor, { draftId, fingerprint }))
  return { accountId, draftId, confirm }
}

describe('BANK-320 the same file again', () => {
  test('changes nothing and says when and by whom it was uploaded', async () => {
    const { accountId, confirm } = await prepared(textA, '600966')
    const second = await as(admin, (actor) => keep(actor, { accountId, content: textA }))
    expect(await confirm()).toMatchObject({ added: 20 })
    const refusal = { refused: 'uploaded', by: 'Halima Bad', at: expect.any(Date) }
    expect(await tryToKeep(accountId, textA, 'other name.csv')).toMatchObject(refusal)
    expect(await confirm()).toMatchObject(refusal)
    expect(
      await as(admin, (actor) =>
        confirmStatement(actor, { draftId: second, fingerprint: '0'.repeat(64) }),
      ),
    ).toMatchObject(refusal)
    expect(await transactionsOf(accountId)).toHaveLength(20)
  })

  test('is another file for another account', async () => {
    const content =
      'Transaction Date,Value Date,Transaction Details,Money Out,Money In,Ledger Balance,Bank Reference Number\n02/11/2026,02/11/2026,Balance brought forward,,,"0.00",\n02/11/2026,02/11/2026,RTGS A,,"5.00","5.00",FT1\n'
    const accountIds = [await aPaymentAccount(), await aPaymentAccount()]
    for (const accountId of accountIds)
      expect(await as(admin, (actor) => upload(actor, { accountId, content }))).toMatchObject({
        added: 1,
      })
  })
})

describe('BANK-321 a file that was cut or changed', () => {
  test('is refused wherever it was cut', async () => {
    const accountId = await aPaymentAccount('600966')
    for (let at = textA.indexOf('Currency') + 9; at < textA.length - 3; at += 173)
      expect(await tryToKeep(accountId, textA.slice(0, at)), `cut at ${at}`).toMatchObject({
        refused: 'unreadable',
      })
  })

  test('without balances is refused by the totals of the statement', async () => {
    const accountId = await aPaymentAccount('0990200000001')
    const rows = bankFile('equity.csv').toString().trimEnd().split('\n')
    for (const left of [6, 8, 10]) {
      const draftId = await as(admin, (actor) =>
        keep(actor, { accountId, content: `${rows.toSpliced(left, 1).join('\n')}\n` }),
      )
      expect(
        await as(admin, (actor) => stateTotals(actor, draftId, { in: 106_421_200n, out: 226n })),
      ).toMatchObject({
        refused: 'differs',
        problem: expect.stringContaining('but the statement shows'),
      })
    }
  })

  test('is refused with its line when the bytes of one amount are changed', async () => {
    const accountId = await aPaymentAccount('600966')
    const rows = textA.split('\n')
    for (const [index, row] of rows.entries()) {
      const [amount] = /(?<=,Completed,)\d[\d.]+|(?<=,Completed,,-)\d[\d.]+/.exec(row) ?? []
      if (!amount) continue
      const digit = amount.startsWith('9') ? '1' : '9'
      const changed = rows.with(index, row.replace(`${amount},`, `${digit}${amount.slice(1)},`))
      const kept = await tryToKeep(accountId, changed.join('\n'))
      expect(kept, row).toMatchObject({ refused: 'unreadable', problem: expect.any(String) })
      if ('problem' in kept && index > 7) expect(kept.problem).toMatch(/^Line \d+: .*balance/)
    }
  })

  test('with points and commas changed in one amount is refused with its line', async () => {
    const accountId = await aPaymentAccount()
    const text = bankFile('kcb.csv').toString().replace('"64,500.00"', '"64.500,00"')
    expect(await tryToKeep(accountId, text)).toMatchObject({
      refused: 'unreadable',
      problem: expect.stringContaining('Line 3'),
    })
  })
})

describe('BANK-322 a file that is no statement of the account', () => {
  test.each([
    [
      'a PDF',
      '%PDF-1.7\n1 0 obj',
      'This file is a PDF. Download the statement as CSV or Excel (.xlsx)',
    ],
    ['a PNG', '\x89PNG\r\n\x1a\n\0\0', 'This file is a picture. Download'],
    ['a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF', 'This file is a picture.'],
    ['a GIF', 'GIF89a', 'This file is a picture.'],
    ['a WebP', 'RIFF\x10\0\0\0WEBPVP8 ', 'This file is a picture.'],
    ['an old workbook', '\xd0\xcf\x11\xe0\xa1\xb1', 'Save it as .xlsx'],
    ['nothing', '', 'This file is empty.'],
    ['blanks', ' \n\n', 'This file is empty.'],
  ])('%s is refused, and it is said what to upload', async (_, content, message) => {
    const accountId = await aPaymentAccount()
    const bytes = Buffer.from(content, 'latin1')
    for (const chosen of [accountId, null])
      expect(await tryToKeep(chosen, bytes, 'november.csv')).toMatchObject({
        refused: 'unreadable',
        problem: expect.stringContaining(message),
      })
  })

  test('26 MB are refused', async () => {
    const accountId = await aPaymentAccount()
    expect(await tryToKeep(accountId, Buffer.alloc(26_000_000, 'a,b\n'))).toMatchObject({
      problem: 'This file is larger than 25 MB. Download a shorter period.',
    })
  })

  test('a file of another account, and one in another currency', async () => {
    expect(await tryToKeep(await aPaymentAccount('600111'), textA)).toMatchObject({
      problem: expect.stringContaining('This statement is for account 600966, not for 600111'),
    })
    expect(await tryToKeep(await aPaymentAccount('600966', 'USD'), textA)).toMatchObject({
      problem: expect.stringContaining('in KES, but the account is in USD'),
    })
  })

  test('no lines, and no account', async () => {
    expect(await tryToKeep(await aPaymentAccount('600966'), textA.slice(0, 80))).toMatchObject({
      problem: expect.stringContaining('no table of transactions'),
    })
    const head = textA.split('\n').slice(0, 7).join('\n')
    expect(await tryToKeep(await aPaymentAccount('600966'), head)).toMatchObject({
      refused: 'unreadable',
    })
    expect(await tryToKeep(crypto.randomUUID(), textA)).toEqual({ refused: 'not-found' })
  })
})

describe('BANK-323 an account that is closed or removed', () => {
  const close = (accountId: string) =>
    change('update app.payment_account set closed_at = now() where id = $1', [accountId])

  test('takes no statement, not by its number either', async () => {
    const accountId = await aPaymentAccount('600966')
    await close(accountId)
    expect(await tryToKeep(accountId, textA)).toEqual({ refused: 'closed' })
    expect(await tryToKeep(null, textA)).toEqual({ refused: 'account-missing', number: '600966' })
  })

  test('between the check and the confirmation adds nothing', async () => {
    const closed = await prepared(textA, '600966')
    await close(closed.accountId)
    expect(await closed.confirm()).toEqual({ refused: 'closed' })
    const removed = await prepared(textA, '600966')
    await change('delete from app.payment_account where id = $1', [removed.accountId])
    expect(await removed.confirm()).toEqual({ refused: 'not-found' })
    expect(await transactionsOf(closed.accountId)).toEqual([])
  })
})

describe('BANK-324 a line that is recorded already', () => {
  const [first, second] = [aPayment(3, 1, 500), aPayment(3, 2, 600)]

  test.each([
    [
      'amount',
      { shillings: 700 },
      /UK30000001 was uploaded before with KES 500\.00 .* This line has KES 700\.00/,
    ],
    [
      'day',
      { at: '04-11-2026 00:00:05' },
      /on 3 Nov 2026\. This line has KES 500\.00 on 4 Nov 2026/,
    ],
  ])(
    'with another %s is a problem, and nothing of the file is added',
    async (_, changed, message) => {
      const { accountId, confirm } = await prepared(dayOf(0, first))
      await confirm()
      const content = dayOf(0, second, { ...first, ...changed })
      const draftId = await as(admin, (actor) => keep(actor, { accountId, content }))
      const { fingerprint, counts, lines } = await as(admin, (actor) => checkOf(actor, draftId))
      expect(counts).toEqual({ new: 1, seen: 0, excluded: 0, 'no-money': 0, problem: 1 })
      expect(lines.find(({ state }) => state === 'problem')?.problem).toMatch(message)
      expect(await as(admin, (actor) => confirmStatement(actor, { draftId, fingerprint }))).toEqual(
        { refused: 'has-problems' },
      )
      expect(await transactionsOf(accountId)).toHaveLength(1)
    },
  )

  test('in another currency is a problem', async () => {
    const { accountId, confirm } = await prepared(dayOf(0, first))
    await confirm()
    await change("update app.payment_account set currency = 'USD' where id = $1", [accountId])
    const content = dayOf(0, first).replaceAll('KES', 'USD')
    const draftId = await as(admin, (actor) => keep(actor, { accountId, content }))
    const { lines } = await as(admin, (actor) => checkOf(actor, draftId))
    expect(lines[0]?.problem).toContain('KES 500.00')
  })

  test('between the check and the confirmation is noticed', async () => {
    const { accountId, confirm } = await prepared(dayOf(0, first, second))
    await as(admin, (actor) => upload(actor, { accountId, content: dayOf(0, first) }))
    expect(await confirm()).toEqual({ refused: 'moved' })
    expect(await transactionsOf(accountId)).toHaveLength(1)
  })
})

describe('BANK-325 lines that cannot be kept', () => {
  const problemIn = async (changes: Partial<MpesaLine>, day = '03') => {
    const content = dayOf(0, aPayment(3, 1, 500), { ...aPayment(3, 2, 600), ...changes })
    const { draftId } = await prepared(content.replace('To,03', `To,${day}`))
    const { lines } = await as(admin, (actor) => checkOf(actor, draftId))
    return lines.find(({ state }) => state === 'problem')?.problem
  }

  test('name what is wrong', async () => {
    expect(await problemIn({ shillings: 100_000_000_000_000 })).toBe('This amount is too large.')
    expect(await problemIn({ details: `Pay Bill ${'x'.repeat(10_000)}` })).toContain('longer than')
    expect(await problemIn({ code: 'UKR0000002', at: '27-11-2026 10:00:00' }, '27')).toBe(
      'This day is in the future.',
    )
  })

  test('a period that ends before it begins is read from the lines', async () => {
    const text = dayOf(0, aPayment(3, 1, 500)).replace('From,03', 'From,05')
    const { draftId, confirm } = await prepared(text)
    const { statement } = await as(admin, (actor) => checkOf(actor, draftId))
    expect(statement.period).toEqual({ from: '2026-11-03', to: '2026-11-03' })
    expect(await confirm()).toMatchObject({ added: 1 })
  })

  test('a payer whose phone is 64 hexadecimal digits is kept as it is', async () => {
    const hashed = 'a3'.repeat(32)
    const { accountId, confirm } = await prepared(
      dayOf(0, {
        ...aPayment(3, 1, 500),
        party: `${hashed} - FATUMA`,
        details: `Pay Bill from ${hashed} - FATUMA Acc. x`,
      }),
    )
    await confirm()
    expect(await transactionsOf(accountId)).toMatchObject([
      { payer_number: hashed, payer_name: 'FATUMA' },
    ])
  })
})

test('BANK-553 a text without days and amounts is refused by its name', async () => {
  const accountId = await aPaymentAccount('600811')
  const readme = `# Payments, receipts, and statements
| command | what it does | when |
|---|---|---|
| start | runs it, with data | always, 2 times |
Name, Address, City
Asha, Road 5, Nairobi`
  expect(await tryToKeep(accountId, readme, 'README.md')).toEqual({
    refused: 'unreadable',
    problem: expect.stringMatching(/^README\.md has no table of transactions with days/),
  })
  const quoted = '# Set up\n\nRun `a "b" c`, then look, and read on, please\n| a, b | c |'
  expect(await tryToKeep(null, quoted, 'NOTES.md')).toMatchObject({
    problem: expect.stringMatching(/^NOTES\.md has no table/),
  })
  const table = 'When,What,How much\n02/11/2026,Rent,"1,500.00"\n'
  expect(await tryToKeep(accountId, table, 'bank.csv')).toHaveProperty('draftId')
})
