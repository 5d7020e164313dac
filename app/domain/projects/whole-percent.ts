import { z } from 'zod'

/** How far a building is, in whole percent; an empty field is 0, and text that is no such number is refused (W-56). */
export function wholePercent() {
  return z.string().transform((text, context) => {
    const figures = text.trim().replace(/\s*%$/, '')
    const percent = figures === '' ? 0 : Number(figures)
    if (/^\d{0,3}$/.test(figures) && percent <= 100) return percent
    context.addIssue({ code: 'custom', message: 'Progress is a whole number from 0 to 100.' })
    return z.NEVER
  })
}
