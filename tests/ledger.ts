import { randomUUID } from 'node:crypto'
import { findInvestmentInFull } from '../app/domain/investments/investment-in-full.server.ts'
import type { EditInvestmentInput } from '../app/domain/payments/edit-investment-schema.ts'
import { recordPayment } from '../app/domain/payments/record-payment.server.ts'
import { voidEntry } from '../app/domain/payments/void-entry.server.ts'
import { usd } from '../app/values/money.ts'
import { anInvestment, anInvestor, aProject, as, day } from './people.ts'

type Admin = Parameters<typeof as>[0]
type Facts = Partial<Pick<Parameters<typeof recordPayment>[2], 'method' | 'reference'>>

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

/** A payment that was recorded as the office does it, with its receipt. */
export async function aPayment(
  admin: Admin,
  investmentId: string,
  [amount, on]: [amount: string, on: string],
  facts: Facts = {},
) {
  const paid = await as(admin, (actor) =>
    recordPayment(actor, investmentId, {
      ...{
        key: randomUUID(),
        amount: usd(amount),
        receivedOn: day(on),
        method: 'cash',
        reference: null,
        note: null,
      },
      ...{ nextPaymentOn: null, nextPaymentAmount: null },
      ...facts,
    }),
  )
  if ('refused' in paid) throw new Error(paid.refused)
  return paid
}

/** Voids a payment, on this day. */
export const takeBack = (admin: Admin, entryId: string, on: string, reason = 'Booked twice') =>
  as(admin, (actor) => voidEntry(actor, { key: randomUUID(), entryId, reason, voidedOn: day(on) }))

/** The edit form of an investment as it opens, for a person who then changes only some of it. */
export async function anOpenedEdit(
  admin: Admin,
  investmentId: string,
): Promise<EditInvestmentInput> {
  const found = await as(admin, (actor) => findInvestmentInFull(actor, investmentId))
  if (!found) throw new Error('there is no such investment')
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
  } = found
  return {
    ...{ key: randomUUID(), version, projectId: project.id, investorId: investor.id },
    ...{ amount, investedOn, status, received, nextPaymentOn, nextPaymentAmount },
    ...{ fullyPaid: false, reason: null, furtherTranche: false, beyondOffer: false },
  }
}
