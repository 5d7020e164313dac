import type { addPaidInvestment } from '../../../../domain/investment-changes/add-paid-investment.server.ts'
import type { InvestmentAdded } from '../../../../domain/investments/add-investment.server.ts'
import type { Oversubscription } from '../../../../domain/investments/oversubscription.server.ts'
import { ownInvestmentMessage } from '../../../../domain/payments/own-investment.ts'
import type { ActionReply, Refusal } from '../../../../platform/http/form-action.server.ts'
import type { Toast } from '../../../../values/toast.ts'
import { oversubscriptionErrors } from '../../../investments/parts/oversubscription-errors.ts'
import { ownedErrors } from '../../../investments/parts/owned-refusals.ts'

/** `beyond`: how far the amount exceeds what is offered. */
export type PanelReply = ActionReply<{ beyond: Oversubscription }>

type Answer = InvestmentAdded | Awaited<ReturnType<typeof addPaidInvestment>>
type PanelRefused = Extract<Answer, { refused: string }>

const missing: Toast = {
  title: 'Missing information',
  text: 'Please select an investor.',
  kind: 'error',
}
const notPositive: Toast = {
  title: 'Invalid amount',
  text: 'Investment amount must be greater than zero.',
  kind: 'error',
}
const existingInvestment: Toast = {
  title: 'Investor already added',
  text: 'This investor is already part of this project.',
  kind: 'error',
}

/** Field errors, and a toast where the refusal has a title. */
export function refuseInPanel(refused: PanelRefused): Refusal {
  switch (refused.refused) {
    case 'already-invested':
      return { errors: { investorId: existingInvestment.text ?? '' }, toast: existingInvestment }
    case 'exceeds-offer':
      return { errors: oversubscriptionErrors(refused.beyond), facts: { beyond: refused.beyond } }
    case 'unknown-unit':
    case 'invalid-share':
    case 'unit-taken':
    case 'share-exceeds':
      return { errors: ownedErrors(refused) }
    case 'unavailable':
      return refused.party === 'investor'
        ? { errors: { investorId: 'This investor is no longer available. Choose another.' } }
        : 'This project was archived. No one was added.'
    case 'own-investor':
      return ownInvestmentMessage
    case 'key-reused':
      return 'The form was already sent with different values. Close this and try again.'
    // Cannot happen for a new investment dated today, fully paid or unpaid.
    case 'next-exceeds-amount':
    case 'in-the-future':
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
      throw new Error(`a new investment of today was refused: ${refused.refused}`)
    default:
      return refused satisfies never
  }
}

/** A missing amount counts as zero. */
export function toastOf(errors: Record<string, string>, form: FormData): Toast | null {
  if (errors.investorId) return missing
  if (!errors.amount) return null
  const isEmpty = String(form.get('amount') ?? '').trim() === ''
  return isEmpty ? notPositive : { ...notPositive, text: errors.amount }
}
