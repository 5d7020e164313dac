import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { Pace } from '../../../bench/pace.ts'
import { countRows } from '../../../tests/accounts.ts'
import {
  aPayment,
  aPaymentAccount,
  aReversal,
  checkOf,
  codeOf,
  keep,
  type MpesaLine,
  momentOf,
  mpesaStatement,
  transactionsOf,
  upload,
} from '../../../tests/bank-statements.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { confirmStatement, keepStatement } from './upload-statement.server.ts'

beforeEach(() => setClock(() => new Date('2026-11-26T09:00:00Z')))

const admin = await anAdmin()
const number = '600900'

/** A part of a run of lines as the portal exports it, with the balance before it. */
function fileOf(lines: readonly MpesaLine[], from: number, to: number): string {
  const before = lines.slice(0, from).reduce((sum, { shillings }) => sum + shillings, 1_000_000)
  const part = lines.slice(from, to)
  const dayOf = (line: MpesaLine | undefined) => line?.at.slice(0, 10) ?? '01-11-2026'
  const period = { from: dayOf(part[0]), to: dayOf(part.at(-1)) }
  return mpesaStatement(number, { opening: before, lines: part, ...period })
}

type Kind = 'payment' | 'charge' | 'sweep' | 'reversal'

/** Lines of several days: payments, their charges with the same number, sweeps, and reversals of any payment before. */
function runOf(kinds: readonly { kind: Kind; amount: number; of: number }[]): MpesaLine[] {
  const payments: MpesaLine[] = []
  return kinds.map(({ kind, amount, of }, index) => {
    const day = 1 + Math.floor(index / 5)
    const payment = payments[of % Math.max(payments.length, 1)]
    const line = { ...aPayment(day, index, amount), at: momentOf(day, 36_000 + index) }
    if (kind === 'reversal' && payment) return aReversal(day, index, payment)
    if (kind === 'charge' && payment)
      return {
        ...line,
        code: payment.code,
        at: payment.at,
        shillings: -1,
        details: 'Pay Bill Charge',
        party: 'SP',
      }
    if (kind === 'sweep')
      return {
        ...line,
        shillings: -amount,
        details: 'Utility Account to Organization Settlement Account',
        party: '',
      }
    payments.push(line)
    return line
  })
}

const keyOf = ({ code, details, linked }: MpesaLine) => linked ?? `${code} ${details}`

const run = fc
  .array(
    fc.record({
      kind: fc.constantFrom<Kind>('payment', 'payment', 'charge', 'sweep', 'reversal'),
      amount: fc.integer({ min: 1, max: 4 }).map((hundreds) => hundreds * 100),
      of: fc.nat(40),
    }),
    { minLength: 3, maxLength: 24 },
  )
  .map(runOf)
  // A payment is charged once and reversed once.
  .map((lines) => [...new Map(lines.map((line) => [keyOf(line), line])).values()])

/** Cuts of a run, each with some lines of the one before, in any order. */
const filesOf = (lines: readonly MpesaLine[]) =>
  fc
    .array(
      fc.record({ length: fc.integer({ min: 1, max: 8 }), overlap: fc.nat(4), order: fc.nat() }),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    .map((cuts) => {
      const files: { content: string; order: number }[] = []
      let at = 0
      for (const { length, overlap, order } of [...cuts, { length: 99, overlap: 2, order: 7 }]) {
        if (at >= lines.length) break
        const end = Math.min(at + length, lines.length)
        files.push({ content: fileOf(lines, Math.max(0, at - overlap), end), order })
        at = end
      }
      return files.toSorted((left, right) => left.order - right.order).map(({ content }) => content)
    })

async function resultOf(contents: readonly string[]) {
  const accountId = await aPaymentAccount(number)
  for (const content of contents)
    await as(admin, async (actor) => {
      const kept = await keepStatement(actor, {
        accountId,
        name: 's.csv',
        content: Buffer.from(content),
      })
      if ('refused' in kept) return expect(kept.refused).toBe('uploaded')
      const { fingerprint } = await checkOf(actor, kept.draftId)
      return expect(
        await confirmStatement(actor, { draftId: kept.draftId, fingerprint }),
      ).toHaveProperty('added')
    })
  const rows = await transactionsOf(accountId)
  return rows.map(({ id: _, ...row }) => row)
}

test('BANK-330 overlapping files in any order come to the same transactions as one file', async () => {
  const cases = run.chain((lines) => fc.tuple(fc.constant(lines), filesOf(lines)))
  await fc.assert(
    fc.asyncProperty(cases, async ([lines, files]) => {
      expect(await resultOf(files)).toEqual(await resultOf([fileOf(lines, 0, lines.length)]))
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 90_000)

test('BANK-331 two uploads of overlapping files at the same moment add each line once', async () => {
  const accountId = await aPaymentAccount(number)
  const lines = Array.from({ length: 12 }, (_, index) => aPayment(3, index, 100))
  const [halima, yusuf] = [await anAdmin('Halima Ali'), await anAdmin('Yusuf Abdi')]
  const prepare = (person: typeof halima, from: number, to: number) =>
    as(person, async (actor) => {
      const draftId = await keep(actor, { accountId, content: fileOf(lines, from, to) })
      const { fingerprint } = await checkOf(actor, draftId)
      return { person, draftId, fingerprint }
    })
  const uploads = [await prepare(halima, 0, 8), await prepare(yusuf, 4, 12)]
  const confirm = ({ person, ...draft }: (typeof uploads)[number]) =>
    as(person, (actor) => confirmStatement(actor, draft))
  const answers = await Promise.all(uploads.map(confirm))
  expect(answers.filter((answer) => 'added' in answer)).toMatchObject([{ added: 8 }])
  expect(answers.filter((answer) => 'refused' in answer)).toEqual([{ refused: 'moved' }])
  const late = uploads[answers.findIndex((answer) => 'refused' in answer)]
  if (!late) throw new Error('both were confirmed')
  const { fingerprint } = await as(late.person, (actor) => checkOf(actor, late.draftId))
  expect(await confirm({ ...late, fingerprint })).toMatchObject({ added: 4, seen: 4 })
  const codes = (await transactionsOf(accountId)).map(({ provider_number: code }) => code)
  expect(codes).toEqual(lines.map(({ code }) => code))
})

test('BANK-331 one file confirmed twice at the same moment is added once', async () => {
  const accountId = await aPaymentAccount(number)
  const content = fileOf([aPayment(3, 1, 100), aPayment(3, 2, 100)], 0, 2)
  const draftId = await as(admin, (actor) => keep(actor, { accountId, content }))
  const { fingerprint } = await as(admin, (actor) => checkOf(actor, draftId))
  const answers = await Promise.all(
    [1, 2, 3].map(() => as(admin, (actor) => confirmStatement(actor, { draftId, fingerprint }))),
  )
  expect(answers.filter((answer) => 'added' in answer)).toHaveLength(1)
  expect(
    answers.filter((answer) => 'refused' in answer && answer.refused === 'uploaded'),
  ).toHaveLength(2)
  expect(await transactionsOf(accountId)).toHaveLength(2)
})

test('BANK-332 10,000 lines are checked and added in under ten seconds', async () => {
  const accountId = await aPaymentAccount(number)
  const lines = Array.from({ length: 10_000 }, (_, index): MpesaLine => {
    const day = 1 + Math.floor(index / 500)
    return {
      ...aPayment(day, index, 1000 + index),
      code: codeOf(day, index),
      at: momentOf(day, index % 80_000),
    }
  })
  const content = fileOf(lines, 0, lines.length)
  const pace = new Pace()
  await pace.sample()
  const began = performance.now()
  const result = await as(admin, (actor) => upload(actor, { accountId, content }))
  const addedIn = performance.now() - began
  await pace.sample()
  expect(addedIn).toBeLessThan(pace.allowed(10_000))
  expect(result).toMatchObject({ added: 10_000 })
  expect(
    await countRows(
      'select count(*) from app.bank_transaction where payment_account_id = $1',
      accountId,
    ),
  ).toBe(10_000)
  const draftId = await as(admin, (actor) => keep(actor, { accountId, content: `${content}\n` }))
  const again = performance.now()
  const { counts } = await as(admin, (actor) => checkOf(actor, draftId))
  expect(performance.now() - again).toBeLessThan(pace.allowed(10_000))
  expect(counts).toEqual({ new: 0, seen: 10_000, excluded: 0, 'no-money': 0, problem: 0 })
}, 60_000)

test.each([
  ['the same days', 0, 6, ' 5 more lines differ too.'],
  ['a part of them', 2, 5, ' 2 more lines differ too.'],
  ['a later day too', 5, 8, ''],
])(
  'BANK-602 a statement of %s whose balances contradict an earlier one is warned of',
  async (_, from, to, others) => {
    const accountId = await aPaymentAccount(number)
    const lines = Array.from({ length: 8 }, (__, at) => aPayment(1 + at, at, 100))
    await as(admin, (actor) => upload(actor, { accountId, content: fileOf(lines, 0, 6) }))
    const dayOf = (at: number) => `0${1 + at}-11-2026`
    const warningsOf = (opening: number) =>
      as(admin, async (actor) => {
        const period = { from: dayOf(from), to: dayOf(to - 1) }
        const content = mpesaStatement(number, {
          opening,
          lines: lines.slice(from, to),
          ...period,
        })
        return (await checkOf(actor, await keep(actor, { accountId, content }))).warnings
      })
    const opening = 1_000_000 + 100 * from
    // The same file again is refused.
    if (to - from < 6) expect(await warningsOf(opening)).toEqual([])
    const balance = (more: number) => `KES 1,000,${100 * (from + 1) + more}.00`
    expect((await warningsOf(opening - 1))[0]).toBe(
      `${codeOf(1 + from, from)} of ${1 + from} Nov 2026 has another balance than in the statement uploaded before: ${balance(-1).replace(',99.', ',099.')} here, ${balance(0)} there.${others} At most one of the two is right: compare them with the bank.`,
    )
  },
)
