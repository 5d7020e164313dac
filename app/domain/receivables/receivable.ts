import { addDays, type CalendarDate, isBefore } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'

/** By how long a payment is overdue, the youngest first. */
export const ages = ['to30', 'to60', 'to90', 'over90'] as const
export type Age = (typeof ages)[number]

export const ageLabels: Record<Age, string> = {
  to30: '1–30 days',
  to60: '31–60 days',
  to90: '61–90 days',
  over90: 'Over 90 days',
}

/** Without a dash, which spreadsheets read in several encodings. */
export const ageColumns: Record<Age, string> = {
  to30: '1 to 30 days (USD)',
  to60: '31 to 60 days (USD)',
  to90: '61 to 90 days (USD)',
  over90: 'Over 90 days (USD)',
}

const mostDays = { to30: 30, to60: 60, to90: 90 }

/** The first and last due days of each age; `over90` has no first one. */
export function dueDaysOf(
  today: CalendarDate,
): Record<Age, { from: CalendarDate | null; to: CalendarDate }> {
  return {
    to30: { from: addDays(today, -mostDays.to30), to: addDays(today, -1) },
    to60: { from: addDays(today, -mostDays.to60), to: addDays(today, -mostDays.to30 - 1) },
    to90: { from: addDays(today, -mostDays.to90), to: addDays(today, -mostDays.to60 - 1) },
    over90: { from: null, to: addDays(today, -mostDays.to90 - 1) },
  }
}

/** What is owed: `total` is overdue in all, `since` its earliest day. */
export type Aged = Record<Age, Cents> & {
  notDue: Cents
  total: Cents
  since: CalendarDate | null
}

/** Which investors are listed: those with an overdue payment, also those who owe one within 30 days, or all who owe something. */
export const receivableScopes = ['overdue', 'soon', 'open'] as const
export type ReceivableScope = (typeof receivableScopes)[number]

export const scopeLabels: Record<ReceivableScope, string> = {
  overdue: 'Overdue',
  soon: 'Due within 30 days',
  open: 'All open',
}

/** Today and the last day that counts as soon. */
export const soonDays = (today: CalendarDate) => ({ from: today, to: addDays(today, 30) })

/** Whether an investor gets reminders of payments. */
export type RemindersState = 'on' | 'paused' | 'declined' | 'no-account'

export const remindersLabels: Record<RemindersState, string> = {
  on: 'On',
  paused: 'Reminders paused',
  declined: 'Reminders declined',
  'no-account': 'No account',
}

export const receivableOrders = ['amount', 'age', 'name'] as const
export type ReceivableOrder = (typeof receivableOrders)[number]

/** `amount` is null where only a day was promised: any payment keeps it. */
export type PromiseToPay = {
  on: CalendarDate
  amount: Cents | null
  /** Received from the day of the contact to the day promised, without voided payments. */
  received: Cents
}

export type PromiseState = 'open' | 'kept' | 'broken'

export const promiseLabels: Record<PromiseState, string> = {
  open: 'Promised',
  kept: 'Kept',
  broken: 'Broken',
}

/** Kept once enough was received in time; broken from the day after. */
export function promiseState(
  { on, amount, received }: PromiseToPay,
  today: CalendarDate,
): PromiseState {
  const isKept = amount === null ? received > 0n : received >= amount
  if (isKept) return 'kept'
  return isBefore(on, today) ? 'broken' : 'open'
}
