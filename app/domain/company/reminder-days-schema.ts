import { z } from 'zod'
import { optionalText } from '../../values/fields.ts'

const mostDays = 60
const mostReminders = 4

/** Up to four different whole numbers of days with commas; may be empty. Stored with the numbers only. */
function days(first: number) {
  return optionalText(40).transform((text, context) => {
    const numbers = (text ?? '').split(/[\s,;]+/).filter((part) => part !== '')
    const isValid = numbers.every(
      (part) => /^\d{1,2}$/.test(part) && Number(part) >= first && Number(part) <= mostDays,
    )
    if (isValid && numbers.length <= mostReminders)
      return [...new Set(numbers.map(Number))].toSorted((a, b) => b - a).join(', ')
    const message = `Enter at most ${mostReminders} numbers from ${first} to ${mostDays} with commas, such as 7, 1.`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

/** The days of reminders in the settings form. */
export const ReminderDaysSchema = z.object({ before: days(0), after: days(1) })
