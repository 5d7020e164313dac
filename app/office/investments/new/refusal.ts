import type { addPaidInvestment } from '../../../domain/investment-changes/add-paid-investment.server.ts'
import type {
  ExistingInvestment,
  OfferRefused,
} from '../../../domain/investments/add-investment.server.ts'
import type { Oversubscription } from '../../../domain/investments/oversubscription.server.ts'
import { isOwnedRefusal } from '../../../domain/investments/owned.server.ts'
import type { InvestmentAddedWithPlan } from '../../../domain/payment-plans/add-with-plan.server.ts'
import { ownInvestmentMessage } from '../../../domain/payments/own-investment.ts'
import type { ActionReply, Refusal } from '../../../platform/http/form-action.server.ts'
import { formatDay } from '../../../values/calendar-date.ts'
import { oversubscriptionErrors } from '../parts/oversubscription-errors.ts'
import { ownedErrors } from '../parts/owned-refusals.ts'

type Answer = InvestmentAddedWithPlan | Awaited<ReturnType<typeof addPaidInvestment>>
type AddingRefused = Extract<Answer, { refused: string }>

/** Open confirmations: a further tranche, an oversubscription. */
type Questions = { existing: ExistingInvestment | null; beyond: Oversubscription | null }
export type AddingReply = ActionReply<Questions>

export function refuseAdding(refused: AddingRefused): Refusal {
  return { ...sentences(refused), facts: questionsOf(refused) }
}

/** Both questions, where both apply: a ticked answer stays while the other is open. */
export function questionsOf(refused: { refused: string } | OfferRefused): Questions {
  if (isOfferRefused(refused)) {
    const { beyond = null } = refused
    if (refused.refused === 'exceeds-offer') return { existing: refused.existing ?? null, beyond }
    return { existing: { count: refused.count, amount: refused.amount }, beyond }
  }
  return { existing: null, beyond: null }
}

function isOfferRefused(refused: { refused: string } | OfferRefused): refused is OfferRefused {
  return refused.refused === 'already-invested' || refused.refused === 'exceeds-offer'
}

const templateSentences = {
  'template-unavailable': 'This is not a payment plan of the project. Choose another.',
  'template-differs': 'This payment plan does not add up to the amount. Choose another.',
  'template-early': 'A date in this payment plan is before the investment date.',
  'template-closed': 'A cancelled investment cannot have a payment plan.',
}

function sentences(refused: AddingRefused): {
  errors?: Record<string, string>
  message?: string
} {
  if (isOwnedRefusal(refused)) return { errors: ownedErrors(refused) }
  switch (refused.refused) {
    case 'unavailable': {
      const { party } = refused
      return { errors: { [`${party}Id`]: `This ${party} is no longer available. Choose another.` } }
    }
    case 'already-invested':
      return {
        errors: {
          ...(refused.beyond && { amount: oversubscriptionErrors(refused.beyond).amount }),
          furtherTranche: 'Tick this to add it, or choose another project or investor.',
        },
      }
    case 'exceeds-offer':
      return { errors: oversubscriptionErrors(refused.beyond) }
    case 'next-exceeds-amount':
      return { errors: { nextPaymentAmount: 'The next payment cannot exceed the amount.' } }
    case 'in-the-future':
      return {
        errors: {
          investedOn: `This date is in the future. Choose ${formatDay(refused.today)} or earlier.`,
        },
      }
    case 'template-unavailable':
    case 'template-differs':
    case 'template-early':
    case 'template-closed':
      return { errors: { templateId: templateSentences[refused.refused] } }
    case 'own-investor':
      return { message: ownInvestmentMessage }
    case 'key-reused':
      return {
        message: 'The form was already sent with different values. Reload the page and try again.',
      }
    // Cannot happen for a new investment, fully paid on its first day.
    case 'not-found':
    case 'not-positive':
    case 'already-settled':
    case 'cancelled':
    case 'archived':
    case 'exceeds-remaining':
    case 'next-exceeds-remaining':
    case 'next-before-received':
    case 'before-investment':
    case 'same-reference':
    case 'account-currency':
    case 'no-rate':
    case 'not-quoted':
    case 'rate-differs':
    case 'rate-far':
      throw new Error(`the payment of a new investment was refused: ${refused.refused}`)
    default:
      return refused satisfies never
  }
}
