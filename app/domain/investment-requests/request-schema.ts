import { z } from 'zod'
import { checkbox, optionalNote, requiredNote } from '../../values/fields.ts'
import { type Cents, isPositive, parseAmount, zero } from '../../values/money.ts'

const reload = 'Reload the page and try again.'
const key = () => z.uuid(reload)

/**
 * How much: one of the amounts that are offered as choices, or `other` with an amount typed beside it; `chosenAmount` says
 * which. Whether it is offered is for the command to know.
 */
export const AmountStepSchema = z
  .object({ choice: z.string(), amount: z.string(), note: optionalNote(1000) })
  .superRefine((typed, context) => {
    if (typed.choice === '') {
      context.addIssue({
        code: 'custom',
        path: ['choice'],
        message: 'Choose how much you would like to invest.',
      })
      return
    }
    const parsed = parsedChoice(typed)
    if (parsed.ok && isPositive(parsed.amount)) return
    const message = parsed.ok ? 'The amount must be greater than zero.' : parsed.message
    context.addIssue({ code: 'custom', path: ['amount'], message })
  })

const parsedChoice = ({ choice, amount }: { choice: string; amount: string }) =>
  parseAmount(choice === 'other' ? amount : choice)

/** The amount of a form that was read without complaint: the chosen one, or the one typed beside `other`. */
export function chosenAmount(typed: { choice: string; amount: string }): Cents {
  const parsed = parsedChoice(typed)
  return parsed.ok ? parsed.amount : zero
}

const mustBeTicked = (message: string) => checkbox().refine((isTicked) => isTicked, message)

/** Terms and risk: both are acknowledged, or nothing is; `terms` is the mark of what stood on the page. */
export const TermsStepSchema = z.object({
  isRequest: mustBeTicked('Please confirm that you understand this.'),
  isRisky: mustBeTicked('Please confirm that you understand the risk.'),
  terms: z.string().max(64),
})

/** Sends what was reviewed: `version` is that of the draft that stood on the page. */
export const SendRequestSchema = z.object({
  key: key(),
  version: z.coerce.number(reload).int().positive(),
})

/** Approves a request. */
export const ApproveRequestSchema = z.object({ key: key() })

/** Declines a request, with the reason the investor is told. */
export const DeclineRequestSchema = z.object({
  reason: requiredNote(500, 'Enter a reason. The investor sees it.'),
})
