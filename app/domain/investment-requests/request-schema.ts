import { z } from 'zod'
import { checkbox, optionalId, optionalNote, requiredNote } from '../../values/fields.ts'
import { isId } from '../../values/id.ts'
import { type Cents, isPositive, parseAmount, zero } from '../../values/money.ts'

const reload = 'Reload the page and try again.'
const key = () => z.uuid(reload)

/**
 * An offered amount, `other` with a typed one, the id of a share, or `unit` with the id of one; see `chosenAmount` and
 * `chosenUnit`. The command checks the offer.
 */
export const AmountStepSchema = z
  .object({ choice: z.string(), unit: z.string(), amount: z.string(), note: optionalNote(1000) })
  .superRefine((typed, context) => {
    if (typed.choice === '') {
      context.addIssue({
        code: 'custom',
        path: ['choice'],
        message: 'Choose how much you would like to invest.',
      })
      return
    }
    if (typed.choice === 'unit' && typed.unit === '') {
      context.addIssue({ code: 'custom', path: ['unit'], message: 'Choose a unit.' })
      return
    }
    if (chosenUnit(typed) !== null) return
    const parsed = parsedChoice(typed)
    if (parsed.ok && isPositive(parsed.amount)) return
    const message = parsed.ok ? 'The amount must be greater than zero.' : parsed.message
    context.addIssue({ code: 'custom', path: ['amount'], message })
  })

const parsedChoice = ({ choice, amount }: { choice: string; amount: string }) =>
  parseAmount(choice === 'other' ? amount : choice)

/** The id of the chosen unit or share; null for an amount. */
export function chosenUnit({ choice, unit }: { choice: string; unit: string }): string | null {
  const id = choice === 'unit' ? unit : choice
  return isId(id) ? id : null
}

/** The chosen amount, or the typed one for `other`. */
export function chosenAmount(typed: { choice: string; amount: string }): Cents {
  const parsed = parsedChoice(typed)
  return parsed.ok ? parsed.amount : zero
}

const mustBeTicked = (message: string) => checkbox().refine((isTicked) => isTicked, message)

/** Both must be acknowledged; `terms` identifies the displayed offer. */
export const TermsStepSchema = z.object({
  isRequest: mustBeTicked('Please confirm that you understand this.'),
  isRisky: mustBeTicked('Please confirm that you understand the risk.'),
  terms: z.string().max(64),
})

export const noTemplate = 'Choose a payment plan of this project.'

/** `version` is that of the displayed draft; `templateId` that of a payment plan. */
export const SendRequestSchema = z.object({
  key: key(),
  version: z.coerce.number(reload).int().positive(),
  templateId: optionalId(noTemplate),
})

/** `templateId` is that of the payment plan that the investment gets. */
export const ApproveRequestSchema = z.object({ key: key(), templateId: optionalId(noTemplate) })

export const DeclineRequestSchema = z.object({
  reason: requiredNote(500, 'Enter a reason. The investor sees it.'),
})
