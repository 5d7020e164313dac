import type { InvestmentAdded } from '../../../domain/investments/add-investment.server.ts'
import type { addPaidInvestment } from '../../../domain/payments/add-paid-investment.server.ts'
import { formatDay } from '../../../values/calendar-date.ts'
import { type FormReply, refuseForm } from '../../../values/form.ts'
import type { Already } from './further-tranche.tsx'

type Answer = InvestmentAdded | Awaited<ReturnType<typeof addPaidInvestment>>
export type AddingRefused = Extract<Answer, { refused: string }> | { refused: 'unreadable'; reply: FormReply }

/** What stands beside which field; `already` opens the question of a further tranche. */
export function refuseAdding(form: FormData, refused: AddingRefused): { reply: FormReply; already: Already | null } {
  if (refused.refused === 'unreadable') return { reply: refused.reply, already: null }
  const already = refused.refused === 'already-invested' ? { count: refused.count, amount: refused.amount } : null
  return { reply: refuseForm(form, sentences(refused)), already }
}

function sentences(refused: Exclude<AddingRefused, { refused: 'unreadable' }>): {
  errors?: Record<string, string>
  message?: string
} {
  switch (refused.refused) {
    case 'unavailable': {
      const { party } = refused
      return { errors: { [`${party}Id`]: `This ${party} is no longer available. Choose another.` } }
    }
    case 'already-invested':
      return { errors: { furtherTranche: 'Tick this to add it, or choose another project or investor.' } }
    case 'next-exceeds-amount':
      return { errors: { nextPaymentAmount: 'The next payment cannot exceed the amount.' } }
    case 'in-the-future':
      return { errors: { investedOn: `This day is still to come. Choose ${formatDay(refused.today)} or earlier.` } }
    case 'key-reused':
      return { message: 'This was sent before with other figures. Reload the page and try again.' }
    // A whole new investment, paid on its first day, has nothing of these about it.
    case 'not-found':
    case 'not-positive':
    case 'already-settled':
    case 'cancelled':
    case 'archived':
    case 'exceeds-remaining':
    case 'next-exceeds-remaining':
    case 'before-investment':
      throw new Error(`the payment of a new investment was refused: ${refused.refused}`)
    default:
      return refused satisfies never
  }
}
