import type { MatchableTransaction } from './matching.ts'
import { namesAlike, nameWords } from './names.ts'
import { numbersAgree } from './payer-numbers.ts'

export type Payer = { payerNumber: string | null; payerName: string | null }

/** The payer's name and number; without a number in the statement, the one in the narrative. */
export const payerOf = ({ payerNumber, phone, payerName }: MatchableTransaction): Payer => ({
  payerNumber: payerNumber ?? phone,
  payerName,
})

/**
 * Whether two payers may be one: the same number as far as it is shown, and names at least so alike where both have one.
 * Without a number on both sides only a whole name tells.
 */
export function isSamePayer(payer: Payer, known: Payer, leastLikeness = 0.6): boolean {
  const [name, knownName] = [payer.payerName ?? '', known.payerName ?? '']
  if (payer.payerNumber && known.payerNumber)
    return (
      numbersAgree(payer.payerNumber, known.payerNumber) &&
      (name === '' || knownName === '' || namesAlike(name, knownName) >= leastLikeness)
    )
  return nameWords(name).length > 1 && namesAlike(name, knownName) >= 0.9
}
