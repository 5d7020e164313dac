import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { aPaymentAccount, aRate, aTransaction } from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { sendPayment } from '../../../tests/ledger.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { clock } from '../../platform/clock.server.ts'
import type { Currency } from '../../values/currency.ts'
import { cents, usd } from '../../values/money.ts'
import { recordRefund } from '../payments/record-refund.server.ts'
import { voidEntry } from '../payments/void-entry.server.ts'
import { excludeTransaction, reopenTransaction, returnMoney } from './decide-transaction.server.ts'
import { linkEntry } from './link-entry.server.ts'
import { matchTransaction } from './match-transaction.server.ts'
import { reconcile, transactionsInBucket } from './reconcile.server.ts'
import { buckets, inBuckets, outBuckets } from './reconciliation.ts'
import { undoMatch } from './undo-match.server.ts'

const admin = await anAdmin()
const key = () => randomUUID()
const month = { from: day('2026-03-01'), to: day('2026-03-31') }
const reason = 'By the model'
let investments: string[] = []

beforeAll(async () => {
  await aRate('KES', '129.24')
  const projectId = await aProject('Garden Villas')
  investments = await Promise.all(
    ['Ali', 'Ben', 'Chep'].map(async (name) => {
      const { investorId } = await anInvestor(name)
      return anInvestment(investorId, projectId, usd('400'))
    }),
  )
})

const acts = [
  'match',
  'split',
  'link',
  'undo',
  'void',
  'return',
  'exclude',
  'reopen',
  'refund',
] as const
type Act = { act: (typeof acts)[number]; which: number; other: number; share: number }
const act: fc.Arbitrary<Act> = fc.record({
  act: fc.constantFrom(...acts),
  which: fc.nat(99),
  other: fc.nat(99),
  share: fc.integer({ min: 1, max: 100 }),
})
const line = fc.record({
  minor: fc.oneof(fc.integer({ min: 1, max: 6_000_000 }), fc.integer({ min: -3_000_000, max: -1 })),
  on: fc.integer({ min: 1, max: 31 }).map((on) => `2026-03-${String(on).padStart(2, '0')}`),
  leg: fc.constantFrom('payment', 'charge', 'sweep', 'reversal', 'other'),
  isExcluded: fc.boolean(),
})

const exclusions = { charge: 'charge', sweep: 'sweep', reversal: 'reversal-pair' } as const

function pick<One>(list: readonly One[], which: number): One | undefined {
  return list[which % Math.max(list.length, 1)]
}

type Facts = Act & {
  transactionId: string
  investmentId: string
  accountId: string
  ids: string[]
  open: bigint
  part: bigint
  currency: Currency
}

const moneyOf = ({ open, currency }: Facts) => {
  const minor = open < 0n ? -open : open
  return currency === 'KES'
    ? { minor, currency, rate: null, source: 'company' as const, isConfirmed: true }
    : cents(minor)
}

async function link(facts: Facts) {
  const { investmentId, accountId, transactionId } = facts
  const paid = await sendPayment(admin, investmentId, { amount: moneyOf(facts), accountId })
  if ('refused' in paid) return
  await as(admin, (actor) => linkEntry(actor, { transactionId, entryId: paid.paymentId }))
}

async function refund(facts: Facts) {
  const { investmentId, transactionId } = facts
  const made = await as(admin, (actor) =>
    recordRefund(actor, investmentId, {
      key: key(),
      amount: moneyOf(facts),
      refundedOn: day('2026-03-31'),
      reason,
      method: 'bank-transfer',
      reference: null,
    }),
  )
  if ('refused' in made) return
  await as(admin, (actor) => linkEntry(actor, { transactionId, entryId: made.entryId }))
}

async function voidPart({ transactionId }: Facts) {
  const { rows } = await change(
    'select ledger_entry_id as id from app.allocation where bank_transaction_id = $1 and released_at is null',
    [transactionId],
  )
  for (const { id: entryId } of rows.slice(0, 1))
    await as(admin, (actor) =>
      voidEntry(actor, { key: key(), entryId, reason, voidedOn: clock.today() }),
    )
}

const kinds = ['charge', 'sweep', 'own-transfer', 'reversal-pair', 'other'] as const

/** Each act through the product's commands; many are refused. */
const commands: Record<(typeof acts)[number], (facts: Facts) => Promise<unknown>> = {
  match: ({ transactionId, investmentId }) =>
    as(admin, (actor) =>
      matchTransaction(actor, {
        key: key(),
        transactionId,
        parts: [{ investmentId, minor: null }],
      }),
    ),
  split: ({ transactionId, part }) =>
    as(admin, (actor) =>
      matchTransaction(actor, {
        key: key(),
        transactionId,
        parts: investments.slice(0, 2).map((id) => ({ investmentId: id, minor: part / 2n })),
      }),
    ),
  link,
  refund,
  undo: ({ transactionId }) =>
    as(admin, (actor) => undoMatch(actor, { key: key(), transactionId, reason })),
  void: voidPart,
  return: ({ transactionId, part, ids, other }) =>
    as(admin, (actor) =>
      returnMoney(actor, {
        key: key(),
        transactionId,
        minor: part,
        returnedOn: clock.today(),
        reason,
        sentById: other % 3 === 0 ? (pick(ids, other) ?? null) : null,
      }),
    ),
  exclude: ({ transactionId, other }) =>
    as(admin, (actor) =>
      excludeTransaction(actor, {
        transactionId,
        exclusion: pick(kinds, other) ?? 'other',
        reason,
      }),
    ),
  reopen: ({ transactionId }) =>
    as(admin, (actor) => reopenTransaction(actor, { transactionId, reason })),
}

async function perform(act: Act, ids: string[], accountId: string) {
  const transactionId = pick(ids, act.which) ?? ''
  const investmentId = pick(investments, act.other) ?? ''
  const { rows } = await change<{ currency: Currency; open: string }>(
    `select currency, (minor - allocated_minor - returned_minor)::text as open
     from app.bank_transaction where id = $1`,
    [transactionId],
  )
  const open = BigInt(rows[0]?.open ?? 0)
  const facts = { ...act, transactionId, investmentId, accountId, ids, open }
  const part = (open * BigInt(act.share)) / 100n
  await commands[act.act]({ ...facts, part, currency: rows[0]?.currency ?? 'USD' })
}

/** What the columns of the database say now, which the triggers keep. */
async function columnsOf(accountId: string) {
  const { rows } = await change<Record<string, string>>(
    `select coalesce(sum(minor) filter (where minor > 0), 0)::text as in,
       coalesce(-sum(minor) filter (where minor < 0), 0)::text as out,
       coalesce(sum(allocated_minor) filter (where minor > 0), 0)::text as allocated,
       coalesce(-sum(allocated_minor) filter (where minor < 0), 0)::text as refunds,
       coalesce(sum(returned_minor), 0)::text as returned,
       coalesce(sum(minor - allocated_minor - returned_minor) filter
         (where minor > 0 and exclusion is null and held_for_id is not null), 0)::text as held,
       coalesce(sum(minor - allocated_minor - returned_minor) filter
         (where minor > 0 and exclusion is null and held_for_id is null), 0)::text as unmatched,
       coalesce(sum(minor) filter (where minor > 0 and exclusion = 'reversal-pair'), 0)::text as reversed
     from app.bank_transaction where payment_account_id = $1`,
    [accountId],
  )
  const ledger = await change<{ payments: string; refunds: string; rounding: string }>(
    `select coalesce(sum(e.amount_cents) filter (where e.kind = 'payment'), 0)::text as payments,
       coalesce(sum(e.amount_cents) filter (where e.kind = 'refund'), 0)::text as refunds,
       coalesce(sum(e.rounding_cents), 0)::text as rounding
     from app.ledger_entry e where not exists (select from app.ledger_entry v where v.voids_id = e.id)
       and e.id in (select a.ledger_entry_id from app.allocation a join app.bank_transaction t on t.id = a.bank_transaction_id
         where t.payment_account_id = $1 and a.released_at is null)`,
    [accountId],
  )
  return { ...(rows[0] as { in: string; out: string }), ledger: ledger.rows[0] }
}

async function figuresOf(accountId: string, asOf = clock.today()) {
  const found = await as(admin, (actor) => reconcile(actor, { accountId, ...month, asOf }))
  if (!found) throw new Error('no such account')
  const sum = (names: readonly (typeof buckets)[number][]) =>
    names.reduce((total, name) => total + found.buckets[name].minor, 0n)
  return { found, in: sum(inBuckets), out: sum(outBuckets) }
}

test.each(['USD', 'KES'] as const)(
  'BANK-400 every hundredth of a month in %s is in exactly one bucket, and the credited dollars are the ledger’s',
  async (currency) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.array(act, { maxLength: 14 }),
        async (lines, todo) => {
          const accountId = await aPaymentAccount({ kind: 'bank', currency })
          const ids: string[] = []
          for (const { isExcluded, leg, minor, on } of lines) {
            const exclusion = isExcluded
              ? (exclusions[leg as keyof typeof exclusions] ?? null)
              : null
            ids.push(await aTransaction(accountId, { minor: BigInt(minor), on, leg, exclusion }))
          }
          for (const step of todo) await perform(step, ids, accountId)
          const columns = await columnsOf(accountId)
          const { found, ...sums } = await figuresOf(accountId)
          const minor = (name: (typeof buckets)[number]) => String(found.buckets[name].minor)
          expect({ in: String(sums.in), out: String(sums.out) }).toEqual({
            in: columns.in,
            out: columns.out,
          })
          expect({
            in: String(found.in.minor),
            out: String(found.out.minor),
            held: minor('held'),
            allocated: String(found.buckets.matched.minor + found.buckets.rounding.minor),
            ...{
              refunds: minor('refunds'),
              returned: minor('returned'),
              reversed: minor('reversed'),
            },
            unmatched: minor('unmatched'),
            ledger: {
              ...{
                payments: String(found.credited.payments),
                refunds: String(found.credited.refunds),
              },
              rounding: String(found.credited.rounding),
            },
          }).toEqual(columns)
          const listed = await as(admin, (actor) =>
            Promise.all(
              buckets.map((bucket) =>
                transactionsInBucket(actor, { accountId, ...month, asOf: clock.today() }, bucket),
              ),
            ),
          )
          expect(listed.map(({ length }) => length)).toEqual(
            buckets.map((name) => found.buckets[name].transactions),
          )
          const before = await figuresOf(accountId, day('2026-03-31'))
          expect({ in: String(before.in), out: String(before.out) }).toEqual({
            in: columns.in,
            out: columns.out,
          })
          expect(before.found.credited.payments).toBe(0n)
          expect(before.found.buckets.held.minor).toBe(0n)
        },
      ),
      { numRuns: 12 },
    )
  },
)
