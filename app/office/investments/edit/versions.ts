import { z } from 'zod'
import { investmentStatusLabels } from '../../../domain/investments/investment.ts'
import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { formatDay } from '../../../values/calendar-date.ts'
import { type Cents, formatAmount } from '../../../values/money.ts'

const money = (amount: Cents | null) => (amount === null ? '' : formatAmount(amount, 'when-needed'))

export function versionOf(investment: InvestmentInFull): Record<string, string> {
  const {
    project,
    investor,
    amount,
    investedOn,
    status,
    received,
    nextPaymentOn,
    nextPaymentAmount,
  } = investment
  return {
    Project: project.name,
    Investor: investor.name,
    Amount: money(amount),
    'Investment date': formatDay(investedOn),
    Status: investmentStatusLabels[status],
    'Payment received': money(received),
    'Next payment date': nextPaymentOn ? formatDay(nextPaymentOn) : '',
    'Next payment amount': money(nextPaymentAmount),
    Archived: investment.isArchived ? 'Yes' : 'No',
  }
}

/** A field whose value differs from when the form was opened. */
export type Moved = { label: string; opened: string; now: string }

/** Compares the values the form was opened with, as submitted, with the stored ones. */
export function movedSince(opened: FormDataEntryValue | null, now: InvestmentInFull): Moved[] {
  const was = readVersion(opened)
  return Object.entries(versionOf(now)).flatMap(([label, text]) => {
    const before = was[label] ?? ''
    return before === text ? [] : [{ label, opened: before, now: text }]
  })
}

function readVersion(sent: FormDataEntryValue | null): Record<string, string> {
  try {
    return z
      .record(z.string(), z.string())
      .parse(JSON.parse(typeof sent === 'string' ? sent : '{}'))
  } catch {
    return {}
  }
}
