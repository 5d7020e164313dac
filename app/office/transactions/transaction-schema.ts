import { z } from 'zod'
import { exclusionsByHand } from '../../domain/bank-transactions/bank-transaction.ts'
import { optionalText, requiredText } from '../../values/fields.ts'

/** What the dialog that excludes a transaction sends. */
export const ExcludeSchema = z
  .object({
    exclusion: z.enum(exclusionsByHand, 'Choose why.'),
    reason: optionalText(500),
  })
  .refine(({ exclusion, reason }) => exclusion !== 'other' || reason !== null, {
    path: ['reason'],
    message: 'Write what it is, so that others understand it.',
  })

/** The reason of a match that is undone right after it. */
export const matchedByMistake = 'Matched by mistake'

/** What the dialog sends that takes a match back, or voids a payment that the provider took back. */
export const UndoSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  reason: requiredText(500, 'Write why, for the history and the investor.'),
})

/** What the list of proofs sends. */
export const DecideSchema = z
  .object({
    proofId: z.uuid('Choose a message from the list.'),
    act: z.enum(['received', 'declined'], 'Choose what to do.'),
    reason: optionalText(500),
  })
  .refine(({ act, reason }) => act === 'received' || reason !== null, {
    path: ['reason'],
    message: 'Write why, for the investor to read.',
  })
