import type { editInvestment } from '../../../domain/investment-changes/edit-investment.server.ts'
import type { ExistingInvestment } from '../../../domain/investments/add-investment.server.ts'
import type { Oversubscription } from '../../../domain/investments/oversubscription.server.ts'
import { ownInvestmentMessage } from '../../../domain/payments/own-investment.ts'
import type { ActionReply, Refusal } from '../../../platform/http/form-action.server.ts'
import { formatDay } from '../../../values/calendar-date.ts'
import { formatAmount } from '../../../values/money.ts'
import { questionsOf } from '../new/refusal.ts'
import { oversubscriptionErrors } from '../parts/oversubscription-errors.ts'
import { ownedErrors } from '../parts/owned-refusals.ts'
import { type Moved, movedSince } from './both-versions.tsx'

type Answer = Awaited<ReturnType<typeof editInvestment>>
export type EditRefused = Exclude<Extract<Answer, { refused: string }>, { refused: 'not-found' }>
export type EditReply = ActionReply<{
  existing: ExistingInvestment | null
  beyond: Oversubscription | null
  moved: Moved[] | null
}>

export function refuseEdit(refused: EditRefused, form: FormData): Refusal {
  const moved =
    refused.refused === 'version-conflict' ? movedSince(form.get('opened'), refused.now) : null
  return { ...sentences(refused), facts: { ...questionsOf(refused), moved } }
}

type Sentences = { errors?: Record<string, string>; message?: string }

function sentences(refused: EditRefused): Sentences {
  switch (refused.refused) {
    case 'version-conflict':
      return { message: 'This investment changed while you were editing. Reload and try again.' }
    case 'parties-fixed':
      return { message: 'This investment has payments. Cancel it and add a new one.' }
    case 'plan-waits':
      return {
        errors: {
          projectId:
            'The payment plan depends on milestones of this project. Agree a plan without them first.',
        },
      }
    case 'own-investor':
      return { message: ownInvestmentMessage }
    case 'archived':
      return { message: 'This investment is archived. Restore it first.' }
    case 'key-reused':
      return {
        message: 'The form was already sent with different values. Reload the page and try again.',
      }
    case 'unavailable':
      return {
        errors: {
          [`${refused.party}Id`]: `This ${refused.party} is no longer available. Choose another.`,
        },
      }
    case 'already-invested':
      return {
        errors: {
          ...(refused.beyond && { amount: oversubscriptionErrors(refused.beyond).amount }),
          furtherTranche: 'Tick this to keep both, or choose another project or investor.',
        },
      }
    case 'exceeds-offer':
      return { errors: oversubscriptionErrors(refused.beyond) }
    case 'unknown-unit':
    case 'invalid-share':
    case 'unit-taken':
    case 'share-exceeds':
      return { errors: ownedErrors(refused) }
    case 'next-exceeds-remaining': {
      const remaining = formatAmount(refused.remaining, 'when-needed')
      return { errors: { nextPaymentAmount: `${remaining} remains. Enter no more than that.` } }
    }
    default:
      return { errors: figures(refused) }
  }
}

type Figures = Exclude<EditRefused, { refused: Kept['refused'] }>
type Kept = Extract<
  EditRefused,
  {
    refused:
      | 'version-conflict'
      | 'parties-fixed'
      | 'plan-waits'
      | 'archived'
      | 'own-investor'
      | 'key-reused'
      | 'unavailable'
      | 'already-invested'
      | 'exceeds-offer'
      | 'next-exceeds-remaining'
      | 'unknown-unit'
      | 'invalid-share'
      | 'unit-taken'
      | 'share-exceeds'
  }
>

/** Contradictions between figures, dates and status. */
function figures(refused: Figures): Record<string, string> {
  switch (refused.refused) {
    case 'amount-below-received':
      return { amount: 'Amount cannot be less than what was received.' }
    case 'amount-of-plan':
      return {
        amount:
          'The payment plan adds up to the previous amount. Change both with a new plan on the page of the investment.',
      }
    case 'received-above-amount':
      return { received: 'Payment received cannot be more than the amount.' }
    case 'reason-missing':
      return { reason: 'Enter why the received amount changes.' }
    case 'pending-with-payments':
      return { status: 'A pending investment cannot have payments.' }
    case 'not-fully-paid':
      return { fullyPaid: 'A completed investment must be fully paid.' }
    case 'fully-paid':
      return {
        status: 'Everything was received; this investment is completed. It can still be cancelled.',
      }
    case 'in-the-future':
      return {
        investedOn: `This date is in the future. Choose ${formatDay(refused.today)} or earlier.`,
      }
    case 'after-first-entry':
      return {
        investedOn: `The ledger begins on ${formatDay(refused.firstOn)}. Choose that day or earlier.`,
      }
    default:
      // Cannot happen: the completing payment is dated today and equals what remains.
      throw new Error(`the payment that completes an investment was refused: ${refused.refused}`)
  }
}
