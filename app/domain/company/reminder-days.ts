/** On which days investors are reminded of a payment, as typed: whole numbers with commas. 0 is the due day. */
export type ReminderDays = { before: string; after: string }

export const defaultReminderDays: ReminderDays = { before: '7, 1, 0', after: '7' }

/** The days relative to the due day, in order: -7 is a week before it. Empty when no reminders are sent. */
export function reminderOffsets({ before, after }: ReminderDays): number[] {
  const days = new Set([...numbersIn(before).map((number) => -number), ...numbersIn(after)])
  return [...days].map((day) => day + 0).toSorted((a, b) => a - b)
}

const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).map(Number)
