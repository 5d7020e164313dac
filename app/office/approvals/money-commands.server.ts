import {
  type ReturnInput,
  returnMoney,
} from '../../domain/bank-transactions/decide-transaction.server.ts'
import { describeTransactions } from '../../domain/bank-transactions/describe-transactions.server.ts'
import type { NamedEntry } from '../../domain/bank-transactions/described-transaction.ts'
import { findTransaction } from '../../domain/bank-transactions/find-transaction.server.ts'
import {
  type MatchInput,
  matchTransaction,
} from '../../domain/bank-transactions/match-transaction.server.ts'
import { type UndoInput, undoMatch } from '../../domain/bank-transactions/undo-match.server.ts'
import { voidReversed } from '../../domain/bank-transactions/void-reversed.server.ts'
import { findPayingProject } from '../../domain/distributions/distributions.server.ts'
import {
  addPaidInvestment,
  type NewPaidInvestment,
} from '../../domain/investment-changes/add-paid-investment.server.ts'
import { editInvestment } from '../../domain/investment-changes/edit-investment.server.ts'
import type { EditInvestmentInput } from '../../domain/investment-changes/edit-investment-schema.ts'
import { findInvestment } from '../../domain/investments/find-investment.server.ts'
import { investmentStatusLabels } from '../../domain/investments/investment.ts'
import { paymentMethodLabels } from '../../domain/investments/payment-methods.ts'
import { findInvestor } from '../../domain/investors/find-investor.server.ts'
import { recordAdjustment } from '../../domain/payments/adjust.server.ts'
import type { AdjustmentInput, RefundInput } from '../../domain/payments/correction-schema.ts'
import { ledgerOf } from '../../domain/payments/ledger.server.ts'
import type { RecordPaymentInput } from '../../domain/payments/payment-schema.ts'
import { recordPayment } from '../../domain/payments/record-payment.server.ts'
import { recordRefund } from '../../domain/payments/record-refund.server.ts'
import { type VoidEntryInput, voidEntry } from '../../domain/payments/void-entry.server.ts'
import { formatDay } from '../../values/calendar-date.ts'
import { formatCurrency, formatPaid } from '../../values/exchange-rate.ts'
import { formatAmount } from '../../values/money.ts'
import { formatMoney } from '../investments/parts/format-money.ts'
import { investmentsHome } from '../paths.ts'
import type { Admin, Command, Fact } from './command.ts'
import { distributionCommands } from './distribution-commands.server.ts'

const money = (cents: Parameters<typeof formatAmount>[0]) => formatAmount(cents, 'when-needed')

type OnInvestment<Input> = { investmentId: string; input: Input }

/** The investment as it is now. */
async function investmentNow(admin: Admin, investmentId: string) {
  const found = await findInvestment(admin, investmentId)
  const facts: Fact[] = found
    ? [
        ['Investor', `${found.investor.name} (${found.investor.email})`],
        ['Project', found.project.name],
        ['Agreed amount', money(found.amount)],
        ['Received so far', money(found.received)],
        ['Remaining', money(found.remaining)],
      ]
    : [['Investment', 'no longer exists']]
  const whose = found ? `${found.investor.name}, ${found.project.name}` : 'a deleted investment'
  return { whose, facts, to: `${investmentsHome}/${investmentId}` }
}

const recordsPayment: Command<OnInvestment<RecordPaymentInput>> = {
  run: (admin, { investmentId, input }) => recordPayment(admin, investmentId, input),
  describe: async (admin, { investmentId, input }) => {
    const { whose, facts, to } = await investmentNow(admin, investmentId)
    return {
      title: `Payment of ${formatMoney(input.amount)} for ${whose}`,
      facts: [
        ['Received on', formatDay(input.receivedOn)],
        ['Method', input.method && paymentMethodLabels[input.method]],
        ['Reference', input.reference],
        ['Payer', input.payerName ?? null],
        ['Note', input.note],
        ...facts,
      ],
      to,
    }
  },
}

const recordsRefund: Command<OnInvestment<RefundInput>> = {
  run: (admin, { investmentId, input }) => recordRefund(admin, investmentId, input),
  describe: async (admin, { investmentId, input }) => {
    const { whose, facts, to } = await investmentNow(admin, investmentId)
    return {
      title: `Refund of ${formatMoney(input.amount)} to ${whose}`,
      facts: [
        ['Returned on', formatDay(input.refundedOn)],
        ['Method', paymentMethodLabels[input.method]],
        ['Reference', input.reference],
        ['Reason', input.reason],
        ...facts,
      ],
      to,
    }
  },
}

const recordsAdjustment: Command<OnInvestment<AdjustmentInput>> = {
  run: (admin, { investmentId, input }) => recordAdjustment(admin, investmentId, input),
  describe: async (admin, { investmentId, input }) => {
    const { whose, facts, to } = await investmentNow(admin, investmentId)
    return {
      title: `Adjustment to ${money(input.received)} received from ${whose}`,
      facts: [['Effective date', formatDay(input.datedOn)], ['Reason', input.reason], ...facts],
      to,
    }
  },
}

const voidsEntry: Command<VoidEntryInput & { investmentId: string }> = {
  run: (admin, { investmentId: _, ...input }) => voidEntry(admin, input),
  describe: async (admin, { investmentId, entryId, reason }) => {
    const { whose, facts, to } = await investmentNow(admin, investmentId)
    const entry = (await ledgerOf(admin, investmentId)).find(({ id }) => id === entryId)
    const amount = entry ? formatPaid(entry.amount, entry.paid) : ''
    return {
      title: `Void of the ${entry?.kind ?? 'entry'} of ${amount} of ${whose}`,
      facts: [['Dated', entry ? formatDay(entry.datedOn) : null], ['Reason', reason], ...facts],
      to,
    }
  },
}

const addsPaidInvestment: Command<NewPaidInvestment> = {
  run: addPaidInvestment,
  describe: async (admin, { investorId, projectId, amount, investedOn }) => {
    const investor = await findInvestor(admin, investorId)
    const project = await findPayingProject(admin, projectId)
    return {
      title: `New investment of ${money(amount)}, fully paid, of ${investor?.fullName ?? ''}, ${project?.name ?? ''}`,
      facts: [
        ['Investor', investor ? `${investor.fullName} (${investor.email})` : null],
        ['Project', project?.name ?? null],
        ['Investment date', formatDay(investedOn)],
      ],
      to: `/admin-dashboard/investors/${investorId}`,
    }
  },
}

const editsInvestment: Command<OnInvestment<EditInvestmentInput>> = {
  run: (admin, { investmentId, input }) => editInvestment(admin, investmentId, input),
  describe: async (admin, { investmentId, input }) => {
    const { whose, facts, to } = await investmentNow(admin, investmentId)
    return {
      title: `Changed amounts of the investment of ${whose}`,
      facts: [
        ['New status', investmentStatusLabels[input.status]],
        ['New agreed amount', money(input.amount)],
        ['New received amount', money(input.fullyPaid ? input.amount : input.received)],
        ['Investment date', formatDay(input.investedOn)],
        ['Unit or share', input.owned],
        ['Next payment', input.nextPaymentOn && formatDay(input.nextPaymentOn)],
        ['Reason', input.reason],
        ...facts,
      ],
      to,
    }
  },
}

async function transactionNow(admin: Admin, transactionId: string) {
  const found = await findTransaction(admin, transactionId)
  const facts: Fact[] = found
    ? [
        ['Arrived on', formatDay(found.valueOn)],
        ['Amount that arrived', formatCurrency(found.minor, found.currency)],
        ['Payer', found.payerName],
        ['Number', found.mpesaCode ?? found.providerNumber],
        ['Text', found.narrative],
      ]
    : [['Bank transaction', 'no longer exists']]
  const amount = found ? formatCurrency(found.minor, found.currency) : 'a transaction'
  const from = found?.payerName ? ` from ${found.payerName}` : ''
  return { found, words: `${amount}${from}`, facts }
}

const matchesTransaction: Command<MatchInput> = {
  run: matchTransaction,
  describe: async (admin, { transactionId, parts }) => {
    const { found, words, facts } = await transactionNow(admin, transactionId)
    const named: Fact[] = []
    for (const { investmentId, minor } of parts) {
      const { whose, facts } = await investmentNow(admin, investmentId)
      const part =
        minor === null || !found
          ? 'as much as remains to be paid'
          : formatCurrency(minor, found.currency)
      const remaining = facts.find(([label]) => label === 'Remaining')?.[1]
      named.push([whose, remaining ? `${part}; ${remaining} remaining` : part])
    }
    const [first] = named
    const whose = named.length === 1 ? first?.[0] : `${named.length} investments`
    return { title: `Match of ${words} to ${whose}`, facts: [...named, ...facts], to: null }
  },
}

const entriesFact = (label: string, entries: readonly NamedEntry[]): Fact => [
  label,
  entries
    .map(({ investor, project, amount, on, receipt }) => {
      const proof = receipt ? `, receipt ${receipt}` : ''
      return `${investor}, ${project}: ${money(amount)} of ${formatDay(on)}${proof}`
    })
    .join('\n') || null,
]

const undoesMatch: Command<UndoInput> = {
  run: undoMatch,
  describe: async (admin, { transactionId, reason }) => {
    const { found, words, facts } = await transactionNow(admin, transactionId)
    const [described] = found ? await describeTransactions(admin, [found]) : []
    const undone = entriesFact('Undoes', described?.parts ?? [])
    return {
      title: `Undo the match of ${words}`,
      facts: [undone, ['Reason', reason], ...facts],
      to: null,
    }
  },
}

const voidsReversed: Command<Parameters<typeof voidReversed>[1]> = {
  run: voidReversed,
  describe: async (admin, { reversalId, reason }) => {
    const { found, words, facts } = await transactionNow(admin, reversalId)
    const [described] = found ? await describeTransactions(admin, [found]) : []
    const reversal = described?.proposals.find(({ kind }) => kind === 'reversal')
    const voided = entriesFact('Voids', reversal?.kind === 'reversal' ? reversal.payments : [])
    const title = `Void of the payment that ${words} reverses`
    return { title, facts: [voided, ['Reason', reason], ...facts], to: null }
  },
}

const returnsMoney: Command<ReturnInput> = {
  run: returnMoney,
  describe: async (admin, { transactionId, minor, returnedOn, reason }) => {
    const { found, words, facts } = await transactionNow(admin, transactionId)
    const amount = found ? formatCurrency(minor, found.currency) : ''
    return {
      title: `Return of ${amount} of ${words}`,
      facts: [['Returned on', formatDay(returnedOn)], ['Reason', reason], ...facts],
      to: null,
    }
  },
}

/** Commands that move money. */
export const moneyCommands = {
  'record-payment': recordsPayment,
  'record-refund': recordsRefund,
  'record-adjustment': recordsAdjustment,
  'void-entry': voidsEntry,
  'add-paid-investment': addsPaidInvestment,
  'edit-investment': editsInvestment,
  'match-transaction': matchesTransaction,
  'undo-match': undoesMatch,
  'void-reversed': voidsReversed,
  'return-money': returnsMoney,
  ...distributionCommands,
}
