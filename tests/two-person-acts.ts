import { randomUUID } from 'node:crypto'
import { addStaff } from '../app/domain/accounts/administration/add-staff.server.ts'
import { changeEmail } from '../app/domain/accounts/administration/change-email.server.ts'
import { changeRoles } from '../app/domain/accounts/administration/change-roles.server.ts'
import { changeStatus } from '../app/domain/accounts/administration/change-status.server.ts'
import { resetSecondFactorOf } from '../app/domain/accounts/second-factor/second-factor-set-up.server.ts'
import {
  approvalLimits,
  changeApprovalLimits,
} from '../app/domain/approvals/approval-limits.server.ts'
import { returnMoney } from '../app/domain/bank-transactions/decide-transaction.server.ts'
import { matchTransaction } from '../app/domain/bank-transactions/match-transaction.server.ts'
import { recordDistribution } from '../app/domain/distributions/record-distribution.server.ts'
import { sendDistribution } from '../app/domain/distributions/send-distribution.server.ts'
import { voidDistribution } from '../app/domain/distributions/void-distribution.server.ts'
import { recordExchangeRate } from '../app/domain/exchange-rates/exchange-rates.server.ts'
import {
  addPaymentAccount,
  changePaymentAccount,
} from '../app/domain/payment-accounts/payment-accounts.server.ts'
import { recordAdjustment } from '../app/domain/payments/adjust.server.ts'
import { recordPayment } from '../app/domain/payments/record-payment.server.ts'
import { recordRefund } from '../app/domain/payments/record-refund.server.ts'
import { voidEntry } from '../app/domain/payments/void-entry.server.ts'
import type { AdminActor } from '../app/platform/database/database.server.ts'
import { exchangeRate } from '../app/values/exchange-rate.ts'
import { usd } from '../app/values/money.ts'
import { clearLimits, setLimit } from './approvals.ts'
import { aPaymentAccount, aTransaction } from './bank-transactions.ts'
import { change } from './database.ts'
import { aHolding, aPayment, investmentInFull } from './ledger.ts'
import { aStaffMember, as, day } from './people.ts'

export const limitedActs = [
  'payment',
  'refund',
  'adjustment',
  'void',
  'distribution',
  'sending',
  'return',
]

export type Act = (admin: AdminActor) => Promise<object>

export const reason = 'For the test'
export const on = day('2026-04-01')
const key = () => randomUUID()

/** An investment with 500 dollars received, without a limit. */
async function aPaidHolding(owner: Person) {
  await clearLimits()
  const holding = await aHolding()
  const { paymentId } = await aPayment(owner, holding.investmentId, ['500', '2026-03-31'])
  for (const act of limitedActs) await setLimit(act, 100)
  return { ...holding, paymentId }
}

export const money = { method: 'cash' as const, reference: null, note: null }
export const nothingNext = { nextPaymentOn: null, nextPaymentAmount: null }
const account = {
  ...{
    version: 0,
    kind: 'bank' as const,
    name: 'Other Bank',
    number: '998877',
    currency: 'KES' as const,
  },
  howToPay: null,
  referencePattern: null,
  accountCode: null,
  closed: false,
}

type Person = Parameters<typeof as>[0]
type Office = { owner: Person; cashier: Person; dollars: string }

const aNumber = () => ({ number: String(Math.floor(Math.random() * 1e9)) })

/** Each action that needs two people where the limits are 100 dollars, ready to be done by an owner. */
export const twoPersonActs: [string, (office: Office) => Promise<Act>][] = [
  [
    'a payment by hand',
    async () => {
      const { investmentId } = await aHolding()
      const form = { key: key(), amount: usd('101'), receivedOn: on, ...money, ...nothingNext }
      return (admin) => recordPayment(admin, investmentId, form)
    },
  ],
  [
    'a match by hand',
    async ({ dollars }) => {
      const { investmentId } = await aHolding()
      const transactionId = await aTransaction(dollars, { minor: 50_000n })
      const parts = [{ investmentId, minor: null }]
      return (admin) => matchTransaction(admin, { key: key(), transactionId, parts })
    },
  ],
  [
    'a refund',
    async ({ owner }) => {
      const { investmentId } = await aPaidHolding(owner)
      const form = { key: key(), amount: usd('101'), refundedOn: on, ...money, reason }
      return (admin) => recordRefund(admin, investmentId, form)
    },
  ],
  [
    'an adjustment',
    async ({ owner }) => {
      const { investmentId } = await aPaidHolding(owner)
      const { version } = await investmentInFull(owner, investmentId)
      const form = { key: key(), version, received: usd('399'), datedOn: on, reason }
      return (admin) => recordAdjustment(admin, investmentId, form)
    },
  ],
  [
    'a void',
    async ({ owner }) => {
      const { paymentId } = await aPaidHolding(owner)
      return (admin) => voidEntry(admin, { key: key(), entryId: paymentId, reason, voidedOn: on })
    },
  ],
  [
    'a distribution',
    async ({ owner }) => {
      const { projectId } = await aPaidHolding(owner)
      const facts = { note: null, seen: null, again: false, datedOn: on }
      return (admin) =>
        recordDistribution(admin, { key: key(), projectId, total: usd('101'), ...facts })
    },
  ],
  [
    'sending a distribution',
    async ({ owner }) => {
      const { projectId } = await aPaidHolding(owner)
      const facts = { note: null, seen: null, again: false, datedOn: on }
      await setLimit('distribution', null)
      const made = await as(owner, (admin) =>
        recordDistribution(admin, { key: key(), projectId, total: usd('101'), ...facts }),
      )
      if ('refused' in made) throw new Error(made.refused)
      const { distributionId } = made
      const how = { sentOn: on, method: 'cash' as const, reference: null, left: [], seen: 1 }
      return (admin) => sendDistribution(admin, { key: key(), distributionId, ...how })
    },
  ],
  [
    'the void of a distribution',
    async ({ owner }) => {
      const { projectId } = await aPaidHolding(owner)
      const facts = { note: null, seen: null, again: false, datedOn: on }
      await setLimit('distribution', null)
      const made = await as(owner, (admin) =>
        recordDistribution(admin, { key: key(), projectId, total: usd('101'), ...facts }),
      )
      if ('refused' in made) throw new Error(made.refused)
      const { distributionId } = made
      return (admin) => voidDistribution(admin, { key: key(), distributionId, reason })
    },
  ],
  [
    'money sent back',
    async ({ dollars }) => {
      const transactionId = await aTransaction(dollars, { minor: 50_000n })
      const input = { transactionId, minor: 10_100n, returnedOn: on, reason, sentById: null }
      return (admin) => returnMoney(admin, { key: key(), ...input })
    },
  ],
  [
    'money sent back in a currency without a rate',
    async () => {
      const euros = await aPaymentAccount({ kind: 'bank', currency: 'EUR' })
      const transactionId = await aTransaction(euros, { minor: 500n })
      const input = { transactionId, minor: 1n, returnedOn: on, reason, sentById: null }
      return (admin) => returnMoney(admin, { key: key(), ...input })
    },
  ],
  [
    'an exchange rate',
    async () => (admin) =>
      recordExchangeRate(admin, {
        currency: 'KES',
        rate: exchangeRate('129.5'),
        datedOn: on,
        source: 'company',
        confirmed: true,
      }),
  ],
  [
    'a new payment account',
    async () => (admin) => addPaymentAccount(admin, { ...account, ...aNumber() }),
  ],
  [
    'a changed payment account',
    async () => {
      const id = await aPaymentAccount()
      return (admin) => changePaymentAccount(admin, id, { ...account, ...aNumber(), version: 1 })
    },
  ],
  [
    'a role',
    async () => {
      const someone = await aStaffMember(['support'])
      return (admin) => changeRoles(admin, { userId: someone.userId, roles: ['manager'] })
    },
  ],
  [
    'an inactive account of staff that becomes active',
    async () => {
      const { userId } = await aStaffMember(['manager'])
      await change(`update auth."user" set status = 'inactive' where id = $1`, [userId])
      await change('delete from auth.former_approver')
      return (admin) => changeStatus(admin, { userId, status: 'active' })
    },
  ],
  [
    'a new member of staff',
    async () => (admin) =>
      addStaff(admin, {
        key: key(),
        name: 'New Person',
        roles: ['manager'],
        email: `${key()}@example.com`,
      }),
  ],
  [
    'the email of a colleague',
    async ({ cashier }) =>
      (admin) =>
        changeEmail(admin, { key: key(), userId: cashier.userId, email: `${key()}@example.com` }),
  ],
  [
    'the second factor of a colleague',
    async () => {
      const { userId, email } = await aStaffMember(['support'])
      await change('update auth."user" set "twoFactorEnabled" = true where id = $1', [userId])
      return (admin) => resetSecondFactorOf(admin, { email })
    },
  ],
  [
    'the limits',
    async () => async (admin) => {
      const were = await approvalLimits(admin)
      return changeApprovalLimits(admin, { were, limits: { ...were, payment: null } })
    },
  ],
]
