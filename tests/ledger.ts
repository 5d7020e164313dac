import { randomUUID } from 'node:crypto'
import { editInvestment } from '../app/domain/investment-changes/edit-investment.server.ts'
import type { EditInvestmentInput } from '../app/domain/investment-changes/edit-investment-schema.ts'
import { findInvestmentInFull } from '../app/domain/investments/investment-in-full.server.ts'
import { recordPayment } from '../app/domain/payments/record-payment.server.ts'
import { voidEntry } from '../app/domain/payments/void-entry.server.ts'
import { usd } from '../app/values/money.ts'
import { asSuperuser } from './database.ts'
import { anInvestment, anInvestor, aProject, as, day } from './people.ts'

type Admin = Parameters<typeof as>[0]
export type PaymentForm = Parameters<typeof recordPayment>[2]
type Facts = Partial<Pick<PaymentForm, 'method' | 'reference'>>

/** An investor with an investment of 35,000 dollars, made on 1 February 2026. */
export async function aHolding(name = 'Jama Warsame', project?: string) {
  const investor = await anInvestor(name)
  const projectId = await aProject(project)
  return {
    investor,
    projectId,
    investmentId: await anInvestment(investor.investorId, projectId, usd('35,000')),
  }
}

/** Sends the form of a payment, and gives the answer, which may be a refusal. */
export function sendPayment(
  admin: Admin,
  investmentId: string,
  changes: Partial<PaymentForm> & Pick<PaymentForm, 'amount'>,
) {
  const form = {
    key: randomUUID(),
    receivedOn: day('2026-03-31'),
    method: 'bank-transfer' as const,
    reference: null,
    note: null,
    nextPaymentOn: null,
    nextPaymentAmount: null,
    ...changes,
  }
  return as(admin, (actor) => recordPayment(actor, investmentId, form))
}

/** A payment that was recorded as the office does it, with its receipt. */
export async function aPayment(
  admin: Admin,
  investmentId: string,
  [amount, on]: [amount: string, on: string],
  facts: Facts = {},
) {
  const form = { amount: usd(amount), receivedOn: day(on), method: 'cash' as const, ...facts }
  const paid = await sendPayment(admin, investmentId, form)
  if ('refused' in paid) throw new Error(paid.refused)
  return paid
}

/** Cancels an investment as the office does. */
export async function cancelInvestment(admin: Admin, investmentId: string) {
  const form = await anOpenedEdit(admin, investmentId)
  const edited = await as(admin, (actor) =>
    editInvestment(actor, investmentId, { ...form, status: 'cancelled', reason: 'Withdrawn' }),
  )
  if ('refused' in edited) throw new Error(edited.refused)
}

/** Voids a payment, on this day. */
export const takeBack = (admin: Admin, entryId: string, on: string, reason = 'Booked twice') =>
  as(admin, (actor) => voidEntry(actor, { key: randomUUID(), entryId, reason, voidedOn: day(on) }))

/** An investment with all that its edit form shows; it must be there. */
export async function investmentInFull(admin: Admin, investmentId: string) {
  const found = await as(admin, (actor) => findInvestmentInFull(actor, investmentId))
  if (!found) throw new Error('there is no such investment')
  return found
}

/** The edit form of an investment as it opens, for a person who then changes only some of it. */
export async function anOpenedEdit(
  admin: Admin,
  investmentId: string,
): Promise<EditInvestmentInput> {
  const {
    version,
    project,
    investor,
    amount,
    investedOn,
    status,
    received,
    nextPaymentOn,
    nextPaymentAmount,
    owned,
  } = await investmentInFull(admin, investmentId)
  return {
    key: randomUUID(),
    version,
    projectId: project.id,
    investorId: investor.id,
    amount,
    investedOn,
    status,
    received,
    nextPaymentOn,
    nextPaymentAmount,
    fullyPaid: false,
    reason: null,
    furtherTranche: false,
    beyondOffer: false,
    owned,
  }
}

/** What an auditor finds: the ledger, the investment, its receipts, what the investor was told, and the queued email. */
export function bookedOn(investmentId: string) {
  return asSuperuser(async (client) => {
    const read = async (statement: string) => (await client.query(statement, [investmentId])).rows
    const [investment] = await read(
      'select received_cents::int, status, next_payment_on::text, next_payment_cents::int from app.investment where id = $1',
    )
    const entries = await read(
      'select amount_cents::int from app.ledger_entry where investment_id = $1 order by recorded_at',
    )
    const receipts = await read(
      'select r.number from app.receipt r join app.ledger_entry e on e.id = r.entry_id where e.investment_id = $1',
    )
    const mails = await read(
      'select o.template from app.outbox o join app.ledger_entry e on e.id = o.subject_id where e.investment_id = $1',
    )
    const notices = await read(
      `select n.title, n.message, n.notification_type, r.read_at from app.notification n
       join app.notification_recipient r on r.notification_id = n.id
       join app.investment i on i.investor_id = r.investor_id where i.id = $1`,
    )
    return {
      ...investment,
      entries: entries.map(({ amount_cents }) => amount_cents),
      receipts,
      mails,
      told: notices,
    }
  })
}

/** What `bookedOn` finds where nothing was recorded. */
export const nothingBooked = { received_cents: 0, entries: [], receipts: [], mails: [], told: [] }
