import { beforeEach, expect, test } from 'vitest'
import { countRows } from '../../../tests/accounts.ts'
import {
  aPayment,
  aPaymentAccount,
  bankFile,
  checkOf,
  keep,
  momentOf,
  mpesaStatement,
  upload,
} from '../../../tests/bank-statements.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { calendarDate } from '../../values/calendar-date.ts'
import { accountBalance } from './account-balance.server.ts'
import { sweepStatementDrafts } from './statement-draft.server.ts'
import { listStatementUploads, listUploadedLines } from './statement-files.server.ts'
import { confirmStatement } from './upload-statement.server.ts'

beforeEach(() => setClock(() => new Date('2026-11-26T09:00:00Z')))

const admin = await anAdmin()

test('BANK-305 days that no statement has and balances that do not follow are warned of', async () => {
  const accountId = await aPaymentAccount('600500')
  const add = (from: number, to: number, opening: number) =>
    as(admin, async (actor) => {
      const period = { from: `0${from}-11-2026`, to: `0${to}-11-2026` }
      const content = mpesaStatement('600500', {
        opening,
        lines: [aPayment(from, from, 100)],
        ...period,
      })
      const draftId = await keep(actor, { accountId, content })
      const { warnings, fingerprint } = await checkOf(actor, draftId)
      await confirmStatement(actor, { draftId, fingerprint })
      return warnings
    })
  expect(await add(2, 3, 1000)).toEqual([])
  expect(await add(4, 4, 1100)).toEqual([])
  expect(await add(7, 7, 1500)).toEqual([
    'Between 4 Nov 2026 and 7 Nov 2026 nothing was uploaded. The statement up to 4 Nov 2026 closed at KES 1,200.00, the one from 7 Nov 2026 opens at KES 1,500.00.',
  ])
  expect(await add(8, 8, 1700)).toEqual([
    'The balance does not follow. The statement up to 7 Nov 2026 closed at KES 1,600.00, the one from 8 Nov 2026 opens at KES 1,700.00.',
  ])
  expect(await add(5, 6, 1200)).toEqual([
    'The balance does not follow. The statement up to 6 Nov 2026 closed at KES 1,300.00, the one from 7 Nov 2026 opens at KES 1,500.00.',
  ])
})

test('BANK-580 statements of parts of a day follow each other in any order, and the day has their outer balances', async () => {
  const accountId = await aPaymentAccount('600502')
  const add = (on: number, part: number, opening: number) =>
    as(admin, async (actor) => {
      const period = { from: `0${on}-11-2026`, to: `0${on}-11-2026` }
      const lines = [aPayment(on, part, 100)]
      const content = mpesaStatement('600502', { opening, lines, ...period })
      const draftId = await keep(actor, { accountId, content })
      const { warnings, fingerprint } = await checkOf(actor, draftId)
      await confirmStatement(actor, { draftId, fingerprint })
      return warnings
    })
  expect(await add(4, 1, 900)).toEqual([])
  expect(await add(5, 3, 1200)).toEqual([expect.stringContaining('The balance does not follow.')])
  expect(await add(5, 1, 1000)).toEqual([])
  expect(await add(5, 2, 1100)).toEqual([])
  const atStartOf = (on: string) =>
    as(admin, (actor) => accountBalance(actor, accountId, calendarDate(on)))
  expect(await atStartOf('2026-11-05')).toEqual({ minor: 100_000n, isStated: true })
  expect(await atStartOf('2026-11-06')).toEqual({ minor: 130_000n, isStated: true })
})

/** A part of a day in November 2026, of one line of 100 shillings. */
const aPart = (
  number: string,
  [on, part, opening]: readonly [number, number, number],
  at?: string,
) => {
  const line = aPayment(on, part, 100)
  const period = { from: `${on}-11-2026`, to: `${on}-11-2026` }
  return mpesaStatement(number, { opening, lines: [{ ...line, at: at ?? line.at }], ...period })
}

const parts = [
  [15, 1, 100],
  [15, 2, 200],
  [17, 3, 300],
  [17, 4, 400],
] as const
const orders = [
  [0, 1, 2, 3],
  [1, 0, 3, 2],
  [3, 2, 1, 0],
  [2, 0, 3, 1],
  [1, 3, 0, 2],
]

test.each(orders)(
  'BANK-591 a period begins and ends with the outer balances of its days, uploaded as %s, %s, %s, %s',
  async (...order) => {
    const withoutTimes = (on: number) => momentOf(on, 0)
    for (const atOf of [() => undefined, withoutTimes]) {
      const accountId = await aPaymentAccount('600503')
      for (const part of order.map((index) => parts[index] ?? parts[0]))
        await as(admin, (actor) =>
          upload(actor, { accountId, content: aPart('600503', part, atOf(part[0])) }),
        )
      const balances = [1, 15, 16, 17, 18, 25].map((on) =>
        as(admin, async (actor) => {
          const day = calendarDate(`2026-11-${String(on).padStart(2, '0')}`)
          return (await accountBalance(actor, accountId, day))?.minor
        }),
      )
      expect(await Promise.all(balances)).toEqual([
        10_000n,
        10_000n,
        30_000n,
        30_000n,
        50_000n,
        50_000n,
      ])
    }
  },
)

test.each([[[0, 1, 2]], [[1, 2, 0]], [[2, 0, 1]]])(
  'BANK-592 a balance that does not follow names the part of a day before it, uploaded as %s',
  async (order) => {
    const accountId = await aPaymentAccount('600504')
    const earlier = [
      [15, 1, 100],
      [16, 2, 200],
      [16, 3, 300],
    ] as const
    for (const part of order.map((index) => earlier[index] ?? earlier[0]))
      await as(admin, (actor) => upload(actor, { accountId, content: aPart('600504', part) }))
    const warningsOf = (...part: [number, number, number]) =>
      as(
        admin,
        async (actor) =>
          (await checkOf(actor, await keep(actor, { accountId, content: aPart('600504', part) })))
            .warnings,
      )
    const closed =
      'The balance does not follow. The statement up to 16 Nov 2026 closed at KES 400.00'
    expect(await warningsOf(16, 4, 450)).toEqual([
      `${closed}, the one from 16 Nov 2026 opens at KES 450.00.`,
    ])
    expect(await warningsOf(17, 5, 450)).toEqual([
      `${closed}, the one from 17 Nov 2026 opens at KES 450.00.`,
    ])
    expect(await warningsOf(16, 0, 50)).toEqual([
      'The balance does not follow. The statement up to 15 Nov 2026 closed at KES 200.00, the one from 16 Nov 2026 opens at KES 50.00.',
    ])
  },
)

test('BANK-306 uploaded statements are listed with their lines and what became of them', async () => {
  const accountId = await aPaymentAccount('600501')
  const [first, second, third] = [aPayment(3, 1, 500), aPayment(3, 2, 600), aPayment(4, 3, 700)]
  const period = { from: '03-11-2026', to: '04-11-2026' }
  await as(admin, (actor) =>
    upload(actor, {
      ...{
        accountId,
        content: mpesaStatement('600501', { opening: 0, lines: [first, second], ...period }),
      },
    }),
  )
  const all = mpesaStatement('600501', { opening: 0, lines: [first, second, third], ...period })
  const result = await as(admin, (actor) => upload(actor, { accountId, content: all }))
  expect(result).toMatchObject({ added: 1, seen: 2 })
  const listed = await as(admin, (actor) => listStatementUploads(actor, { accountId, page: 1 }))
  expect(listed).toMatchObject({
    total: 2,
    statements: [
      { lines: 3, newLines: 1 },
      { lines: 2, newLines: 2 },
    ],
  })
  const [statement] = listed.statements
  if (!statement) throw new Error('no statement')
  const { lines, totals } = await as(admin, (actor) => listUploadedLines(actor, statement, 1))
  expect(lines.map(({ isNew, state }) => [isNew, state])).toEqual([
    [true, 'unmatched'],
    [false, 'unmatched'],
    [false, 'unmatched'],
  ])
  expect(totals).toEqual({ in: 180_000n, out: 0n })
})

test('BANK-307 a file that is not confirmed is deleted after a day', async () => {
  const accountId = await aPaymentAccount()
  const kept = await as(admin, (actor) => keep(actor, { accountId, content: bankFile('kcb.csv') }))
  await workerCommand(sweepStatementDrafts)
  const there = () => countRows('select count(*) from app.statement_draft where id = $1', kept)
  expect(await there()).toBe(1)
  await change(
    `update app.statement_draft set uploaded_at = now() - interval '25 hours' where id = $1`,
    [kept],
  )
  await workerCommand(sweepStatementDrafts)
  expect(await there()).toBe(0)
})
