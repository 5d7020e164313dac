import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectSame, figuresOf, type World } from '../../../tests/money/figures.ts'
import {
  book,
  type Holding,
  hasHistory,
  receivedOn,
  settle,
  shareOut,
} from '../../../tests/money/model.ts'
import { sendPayout } from '../../../tests/money/send-payout.ts'
import { type Step, step } from '../../../tests/money/steps.ts'
import { anAdmin, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { cents } from '../../values/money.ts'
import { editInvestment } from '../investment-changes/edit-investment.server.ts'
import { addInvestment } from '../investments/add-investment.server.ts'
import { findInvestmentInFull } from '../investments/investment-in-full.server.ts'
import { investmentTotals } from '../investments/investment-totals.server.ts'
import { removeInvestment, restoreInvestment } from '../investments/remove-investment.server.ts'
import { recordAdjustment } from '../payments/adjust.server.ts'
import { ledgerOf } from '../payments/ledger.server.ts'
import { recordPayment } from '../payments/record-payment.server.ts'
import { recordRefund } from '../payments/record-refund.server.ts'
import { voidEntry } from '../payments/void-entry.server.ts'
import { recordDistribution } from './record-distribution.server.ts'
import { voidDistribution } from './void-distribution.server.ts'

const admin = await anAdmin()

const { investorId } = await anInvestor()

const today = day('2026-06-30')

const statuses = ['pending', 'active', 'completed', 'cancelled'] as const

const key = () => randomUUID()

const reason = 'By the model'

const pick = <One>(list: One[], which: number): One | undefined =>
  list[which % Math.max(list.length, 1)]

const isRefused = (answer: object) => 'refused' in answer

/** Does one step in the product and in the model; tells whether each of them refused it. */
type Done = { asked: boolean; refused: boolean; expected: boolean }

const nothing: Done = { asked: false, refused: false, expected: false }

async function add({ books, projects }: World, { which, amount, other }: Step): Promise<Done> {
  const project = which % projects.length
  const status = other % 2 === 0 ? ('pending' as const) : ('active' as const)
  const answer = await as(admin, (actor) =>
    addInvestment(actor, {
      ...{
        key: key(),
        projectId: projects[project] ?? '',
        investorId,
        amount: cents(amount),
        status,
      },
      ...{
        investedOn: day('2026-02-01'),
        nextPaymentOn: null,
        nextPaymentAmount: null,
        furtherTranche: true,
        beyondOffer: false,
      },
    }),
  )
  if ('refused' in answer) return { asked: true, refused: true, expected: false }
  const id = answer.investmentId
  books.holdings.push({
    id,
    project,
    amount,
    entries: [],
    status,
    pendingAtFirst: true,
    archived: false,
  })
  return { asked: true, refused: false, expected: false }
}

async function pay(holding: Holding, { amount }: Step): Promise<Done> {
  const answer = await as(admin, (actor) =>
    recordPayment(actor, holding.id, {
      ...{
        key: key(),
        amount: cents(amount),
        receivedOn: today,
        method: 'cash' as const,
        reference: null,
        note: null,
      },
      nextPaymentOn: null,
      nextPaymentAmount: null,
    }),
  )
  const isOpen = !holding.archived && holding.status !== 'cancelled'
  const expected = !isOpen || amount > holding.amount - receivedOn(holding)
  if (!expected && 'paymentId' in answer) book(holding, answer.paymentId, amount)
  return { asked: true, refused: isRefused(answer), expected }
}

async function refund(holding: Holding, { amount }: Step): Promise<Done> {
  const facts = {
    amount: cents(amount),
    refundedOn: today,
    method: 'cash' as const,
    reference: null,
    reason,
  }
  const answer = await as(admin, (actor) =>
    recordRefund(actor, holding.id, { key: key(), ...facts }),
  )
  const expected = amount > receivedOn(holding)
  if (!expected && 'entryId' in answer) book(holding, answer.entryId, -amount)
  return { asked: true, refused: isRefused(answer), expected }
}

async function adjust(holding: Holding, { other }: Step): Promise<Done> {
  const received = BigInt(other)
  const version = (await inFull(holding.id))?.version ?? 0
  const answer = await as(admin, (actor) =>
    recordAdjustment(actor, holding.id, {
      key: key(),
      version,
      received: cents(received),
      datedOn: today,
      reason,
    }),
  )
  const expected = holding.archived || received === receivedOn(holding) || received > holding.amount
  if (!expected && 'entryId' in answer)
    book(holding, answer.entryId, received - receivedOn(holding))
  return { asked: true, refused: isRefused(answer), expected }
}

async function takeBack(holding: Holding, { other }: Step): Promise<Done> {
  const entry = pick(holding.entries, other)
  if (!entry) return nothing
  const answer = await as(admin, (actor) =>
    voidEntry(actor, { key: key(), entryId: entry.id, reason, voidedOn: today }),
  )
  const left = receivedOn(holding) - entry.amount
  const expected = entry.voided || left < 0n || left > holding.amount
  if (!expected) {
    entry.voided = true
    settle(holding)
  }
  return { asked: true, refused: isRefused(answer), expected }
}

/** Some leave the status alone, some what was received. */
async function edit(holding: Holding, { amount, other, which }: Step): Promise<Done> {
  const now = await inFull(holding.id)
  if (!now) throw new Error('the model has an investment that the product has not')
  const was = receivedOn(holding)
  const received = which % 3 === 0 ? was : BigInt(other)
  const status = which % 2 === 0 ? now.status : (pick([...statuses], other) ?? 'pending')
  const answer = await as(admin, (actor) =>
    editInvestment(actor, holding.id, {
      ...{
        key: key(),
        version: now.version,
        projectId: now.project.id,
        investorId,
        amount: cents(amount),
        status,
      },
      ...{
        investedOn: now.investedOn,
        received: cents(received),
        reason,
        fullyPaid: false,
        furtherTranche: false,
        beyondOffer: false,
        owned: null,
      },
      nextPaymentOn: null,
      nextPaymentAmount: null,
    }),
  )
  const chosen = status !== holding.status
  const expected =
    holding.archived ||
    received > amount ||
    (chosen && status === 'pending' && received > 0n) ||
    (chosen && status === 'completed' && received < amount) ||
    (chosen && status === 'active' && received === amount)
  if (!expected) await follow(holding, { amount, received, chosen: chosen ? status : null })
  return { asked: true, refused: isRefused(answer), expected }
}

type Edited = { amount: bigint; received: bigint; chosen: Holding['status'] | null }

async function follow(holding: Holding, { amount, received, chosen }: Edited) {
  const difference = received - receivedOn(holding)
  holding.amount = amount
  if (difference !== 0n) {
    const entry = (await as(admin, (actor) => ledgerOf(actor, holding.id))).find(({ id }) =>
      holding.entries.every((known) => known.id !== id),
    )
    book(holding, entry?.id ?? '', difference)
  }
  if (chosen !== null) holding.status = chosen
  // With nothing received and nothing booked, what was chosen by hand stays.
  if (received > 0n) settle(holding)
}

async function remove({ books }: World, holding: Holding): Promise<Done> {
  const how = hasHistory(books, holding) ? 'archive' : 'delete'
  const answer = await as(admin, (actor) => removeInvestment(actor, holding.id, how))
  const expected = holding.archived || holding.status === 'active'
  if (!expected && how === 'archive') holding.archived = true
  if (!expected && how === 'delete') books.holdings.splice(books.holdings.indexOf(holding), 1)
  return { asked: true, refused: isRefused(answer), expected }
}

async function restore(holding: Holding): Promise<Done> {
  const answer = await as(admin, (actor) => restoreInvestment(actor, holding.id))
  const expected = !holding.archived
  holding.archived = false
  return { asked: true, refused: isRefused(answer), expected }
}

async function distribute({ books, projects }: World, { which, amount }: Step): Promise<Done> {
  const project = which % projects.length
  const facts = {
    projectId: projects[project] ?? '',
    total: cents(amount),
    datedOn: today,
    note: null,
    seen: null,
    again: true,
  }
  const answer = await as(admin, (actor) => recordDistribution(actor, { key: key(), ...facts }))
  const shares = shareOut(books, project, amount)
  if (shares && 'distributionId' in answer)
    books.payouts.push({ id: answer.distributionId, shares, sent: new Set(), voided: false })
  return { asked: true, refused: isRefused(answer), expected: shares === null }
}

async function takeBackPayout({ books }: World, { which }: Step): Promise<Done> {
  const payout = pick(books.payouts, which)
  if (!payout) return nothing
  const answer = await as(admin, (actor) =>
    voidDistribution(actor, { key: key(), distributionId: payout.id, reason }),
  )
  const expected = payout.voided
  payout.voided = true
  return { asked: true, refused: isRefused(answer), expected }
}

const inFull = (id: string) => as(admin, (actor) => findInvestmentInFull(actor, id))

async function take(world: World, step: Step): Promise<Done> {
  if (step.act === 'add') return add(world, step)
  if (step.act === 'distribute') return distribute(world, step)
  if (step.act === 'send') return sendPayout(admin, world, step)
  if (step.act === 'take-back') return takeBackPayout(world, step)
  const holding = pick(world.books.holdings, step.which)
  if (!holding) return nothing
  if (step.act === 'remove') return remove(world, holding)
  if (step.act === 'restore') return restore(holding)
  return { edit, pay, refund, adjust, void: takeBack }[step.act](holding, step)
}

test('whatever is added, edited, paid, refunded, adjusted, voided, archived, distributed and sent, every total is the model’s', async () => {
  setClock(() => new Date('2026-06-30T09:00:00Z'))
  const runs = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
    const world: World = {
      books: { holdings: [], payouts: [] },
      projects: [await aProject(), await aProject()],
    }
    const before = await as(admin, investmentTotals)
    for (const which of [0, 1, 1])
      await add(world, { act: 'add', which, amount: 100_000n, other: which })
    for (const [index, step] of steps.entries()) {
      const done = await take(world, step)
      expect({ index, act: step.act, refused: done.refused }).toEqual({
        index,
        act: step.act,
        refused: done.expected,
      })
      expectSame(await figuresOf(admin, world), before, world.books)
    }
  })
  // The report of a failure names the seed and the shortest steps that lead to it.
  await fc.assert(runs, { numRuns: 30 })
}, 120_000)
