import { beforeEach, describe, expect, test } from 'vitest'
import { countRows } from '../../../tests/accounts.ts'
import {
  aPayment,
  aPaymentAccount,
  bankFile,
  checkOf,
  keep,
  mpesaStatement,
  stepOf,
  transactionsOf,
  upload,
} from '../../../tests/bank-statements.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import type { StatementMapping } from '../bank-statements/statement.ts'
import { findStatementUpload } from './statement-files.server.ts'
import {
  confirmStatement,
  keepStatement,
  mapStatement,
  stateTotals,
} from './upload-statement.server.ts'

beforeEach(() => setClock(() => new Date('2026-11-26T09:00:00Z')))

const admin = await anAdmin()
const nameA = 'ORG_600966_Utility Account_Completed_20261105071244.csv'
const nameB = 'Statements for 600977 from 2026-11-02 to 2026-11-04.csv'

const fixtures: Record<string, { number: string; currency?: string; totals?: [bigint, bigint] }> = {
  [nameA]: { number: '600966' },
  [nameB]: { number: '600977', totals: [128_848_000n, 128_848_000n] },
  'mpesa-full-statement-merchant.csv': { number: '7480407', totals: [5_600_000n, 5_600_000n] },
  'equity.csv': { number: '0990200000001', totals: [106_421_200n, 226n] },
  'kcb.csv': { number: '1104578921' },
  'statement.mt940': { number: '1104578921' },
  'statement.camt053.xml': { number: '0100000000001', currency: 'USD' },
}

async function uploadFixture(name: string) {
  const { number, currency, totals } = fixtures[name] ?? { number: '' }
  const accountId = await aPaymentAccount(number, currency)
  const file = { accountId, name, content: bankFile(name) }
  const result = await as(admin, (actor) =>
    upload(actor, { ...file, ...(totals && { totals: { in: totals[0], out: totals[1] } }) }),
  )
  return { accountId, result, rows: await transactionsOf(accountId) }
}

const payments = (rows: Awaited<ReturnType<typeof transactionsOf>>) =>
  rows.filter(({ leg, minor }) => leg === 'payment' && !minor.startsWith('-'))
const count = (rows: { exclusion: string | null }[], exclusion: string) =>
  rows.filter((row) => row.exclusion === exclusion).length

describe('BANK-300 every layout comes to its transactions', () => {
  test('M-Pesa with a heading', async () => {
    const { result, rows } = await uploadFixture(nameA)
    expect(result).toMatchObject({ added: 20, seen: 0 })
    expect(payments(rows)).toHaveLength(9)
    expect([count(rows, 'charge'), count(rows, 'sweep'), count(rows, 'reversal-pair')]).toEqual([
      9, 1, 2,
    ])
    expect(rows.filter(({ state }) => state === 'unmatched')).toHaveLength(8)
    expect(rows.find(({ leg }) => leg === 'reversal')).toMatchObject({ reversal_of: 'UK46LR8Y0G' })
    expect(
      rows.find(({ provider_number: code, leg }) => code === 'UK2DKNV1EO' && leg === 'payment'),
    ).toMatchObject({
      minor: '25000000',
      payer_name: 'FATUMA **** NOOR',
      typed_reference: 'MS7K2Q4',
      value_on: '2026-11-02',
    })
  })

  test('M-Pesa with seven columns, and a till', async () => {
    const { rows } = await uploadFixture(nameB)
    expect(payments(rows)).toHaveLength(8)
    expect([count(rows, 'sweep'), count(rows, 'withdrawal'), rows.length]).toEqual([2, 1, 11])
    const till = await uploadFixture('mpesa-full-statement-merchant.csv')
    expect(payments(till.rows)).toMatchObject([{ payer_name: 'HALIMA ALI', exclusion: null }])
    expect(till.rows).toHaveLength(2)
  })

  test('Equity, KCB, MT940 and CAMT.053', async () => {
    const equity = await uploadFixture('equity.csv')
    expect([payments(equity.rows).length, count(equity.rows, 'charge')]).toEqual([5, 1])
    const kcb = await uploadFixture('kcb.csv')
    expect([payments(kcb.rows).length, count(kcb.rows, 'charge'), kcb.rows.length]).toEqual([
      2, 1, 3,
    ])
    const mt940 = await uploadFixture('statement.mt940')
    expect([payments(mt940.rows).length, count(mt940.rows, 'charge')]).toEqual([2, 1])
    const camt = await uploadFixture('statement.camt053.xml')
    expect(payments(camt.rows)).toHaveLength(1)
  })
})

test('BANK-301 the account is recognised by the number in the file', async () => {
  const accountId = await aPaymentAccount('600966')
  const draftId = await as(admin, (actor) =>
    keep(actor, { accountId: null, name: nameA, content: bankFile(nameA) }),
  )
  const { rows } = await change(
    'select payment_account_id as id from app.statement_draft where id = $1',
    [draftId],
  )
  expect(rows).toEqual([{ id: accountId }])
  const other = mpesaStatement('700700', {
    opening: 0,
    lines: [aPayment(3, 1, 500)],
    from: '03-11-2026',
    to: '03-11-2026',
  })
  const keepUnnamed = (name: string, content: string | Buffer) =>
    as(admin, (actor) =>
      keepStatement(actor, { accountId: null, name, content: Buffer.from(content as string) }),
    )
  expect(await keepUnnamed('x.csv', other)).toEqual({
    refused: 'account-missing',
    number: '700700',
  })
  expect(await keepUnnamed('kcb.csv', bankFile('kcb.csv'))).toEqual({ refused: 'account-unknown' })
})

test('BANK-302 nothing is written before it is confirmed, and the event is published then', async () => {
  const accountId = await aPaymentAccount('600966')
  const draftId = await as(admin, (actor) =>
    keep(actor, { accountId, name: nameA, content: bankFile(nameA) }),
  )
  const check = await as(admin, (actor) => checkOf(actor, draftId))
  expect(check).toMatchObject({
    counts: { new: 8, seen: 0, excluded: 12, problem: 0 },
    adds: 20,
    totals: { in: 92_391_200n, out: 50_791_066n },
    warnings: [],
  })
  expect(await transactionsOf(accountId)).toEqual([])
  const result = await as(admin, (actor) =>
    confirmStatement(actor, { draftId, fingerprint: check.fingerprint }),
  )
  if ('refused' in result) throw new Error(result.refused)
  expect(
    await countRows(
      `select count(*) from app.event where kind = 'statement.uploaded' and payload ->> 'statementFileId' = $1`,
      result.statementFileId,
    ),
  ).toBe(1)
  const found = await as(admin, (actor) => findStatementUpload(actor, result.statementFileId))
  expect(found).toMatchObject({
    ...{
      name: nameA,
      profile: 'mpesa-a',
      from: '2026-11-02',
      to: '2026-11-04',
      lines: 20,
      newLines: 20,
    },
    opening: 12_045_000n,
    closing: 53_645_134n,
    uploadedBy: admin.name,
  })
})

test('BANK-303 totals are typed where nothing proves a file, and other totals are refused', async () => {
  const accountId = await aPaymentAccount('0990200000001')
  const draftId = await as(admin, (actor) =>
    keep(actor, { accountId, name: 'equity.csv', content: bankFile('equity.csv') }),
  )
  expect(await as(admin, (actor) => stepOf(actor, draftId))).toMatchObject({ step: 'totals' })
  expect(
    await as(admin, (actor) => stateTotals(actor, draftId, { in: 1n, out: 226n })),
  ).toMatchObject({ refused: 'differs', side: 'in', problem: expect.stringContaining('KES 0.01') })
  expect(
    await as(admin, (actor) => stateTotals(actor, draftId, { in: 106_421_200n, out: 0n })),
  ).toMatchObject({ refused: 'differs', side: 'out' })
  expect(
    await as(admin, (actor) => confirmStatement(actor, { draftId, fingerprint: '0'.repeat(64) })),
  ).toEqual({ refused: 'moved' })
  await as(admin, (actor) => stateTotals(actor, draftId, { in: 106_421_200n, out: 226n }))
  expect(await as(admin, (actor) => checkOf(actor, draftId))).toMatchObject({ adds: 6 })
})

describe('BANK-304 columns chosen by hand', () => {
  const mapping: StatementMapping = {
    dayOrder: 'day-first',
    signs: { kind: 'signed', amount: 'Sum' },
    date: 'Booked',
    narrative: 'Text',
    number: 'Ref',
    valueDate: null,
    balance: null,
    payerName: null,
    payerNumber: null,
    reference: null,
  }
  const file = (day: string) =>
    `Booked,Text,Ref,Sum\n${day}/11/2026,FROM HODAN,R${day}1,100\n${day}/11/2026,FEE,R${day}2,-5\n`
  const totals = { in: 10_000n, out: 500n }

  test('are kept for the next file of the account', async () => {
    const accountId = await aPaymentAccount()
    const draftId = await as(admin, (actor) => keep(actor, { accountId, content: file('02') }))
    expect(await as(admin, (actor) => stepOf(actor, draftId))).toMatchObject({
      step: 'columns',
      headings: { headings: ['Booked', 'Text', 'Ref', 'Sum'] },
    })
    const wrong = { ...mapping, date: 'Text' }
    expect(await as(admin, (actor) => mapStatement(actor, draftId, wrong))).toMatchObject({
      refused: 'unreadable',
      problem: expect.stringContaining('Line 2'),
    })
    await as(admin, (actor) => mapStatement(actor, draftId, mapping))
    await as(admin, (actor) => stateTotals(actor, draftId, totals))
    const { fingerprint } = await as(admin, (actor) => checkOf(actor, draftId))
    await as(admin, (actor) => confirmStatement(actor, { draftId, fingerprint }))
    await as(admin, (actor) => upload(actor, { accountId, content: file('03'), totals }))
    expect((await transactionsOf(accountId)).map(({ minor }) => minor)).toEqual([
      ...['10000', '-500', '10000', '-500'],
    ])
  })

  test('are asked for again when the next file has others, and a known layout needs none', async () => {
    const accountId = await aPaymentAccount()
    await change(
      `update app.payment_account set statement_profile = 'mapped', statement_mapping = $2 where id = $1`,
      [accountId, JSON.stringify(mapping)],
    )
    const draftId = await as(admin, (actor) =>
      keep(actor, { accountId, content: file('02').replace('Booked', 'Day') }),
    )
    expect(await as(admin, (actor) => stepOf(actor, draftId))).toMatchObject({
      step: 'columns',
      message: expect.stringContaining('Booked'),
    })
    await as(admin, (actor) => upload(actor, { accountId, content: bankFile('kcb.csv') }))
    const { rows } = await change(
      'select statement_profile as id from app.payment_account where id = $1 and statement_mapping is null',
      [accountId],
    )
    expect(rows).toEqual([{ id: 'kcb' }])
  })

  test.each(['PK\u0003\u0004 and no more', 'PK\u0003\u0004'.padEnd(4_000, 'x')])(
    'BANK-607 a damaged workbook is refused as such, also where columns are kept (%#)',
    async (content) => {
      const accountId = await aPaymentAccount()
      const problemOf = () =>
        as(admin, (actor) =>
          keepStatement(actor, { accountId, name: 'bank.xlsx', content: Buffer.from(content) }),
        )
      const without = await problemOf()
      expect(without).toMatchObject({ problem: expect.stringMatching(/^This workbook /) })
      await change(
        `update app.payment_account set statement_profile = 'mapped', statement_mapping = $2 where id = $1`,
        [accountId, JSON.stringify(mapping)],
      )
      expect(await problemOf()).toEqual(without)
    },
  )
})
