import { z } from 'zod'
import { withoutPercentSign } from '../../values/percent.ts'

/** A building's progress in whole percent. An empty field is 0, or refused with the message `missing`. */
export function wholePercent(missing?: string) {
  return z.string().transform((text, context) => {
    const figures = withoutPercentSign(text)
    if (figures === '' && missing !== undefined) {
      context.addIssue({ code: 'custom', message: missing })
      return z.NEVER
    }
    const percent = figures === '' ? 0 : Number(figures)
    if (/^\d{0,3}$/.test(figures) && percent <= 100) return percent
    context.addIssue({ code: 'custom', message: 'Progress is a whole number from 0 to 100.' })
    return z.NEVER
  })
}
