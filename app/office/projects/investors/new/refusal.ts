import type { InvestmentAdded } from '../../../../domain/investments/add-investment.server.ts'
import type { BeyondOffer } from '../../../../domain/investments/beyond-offer.server.ts'
import type { addPaidInvestment } from '../../../../domain/payments/add-paid-investment.server.ts'
import { ownInvestmentMessage } from '../../../../domain/payments/own-investment.ts'
import { type FormReply, refuseForm } from '../../../../values/form.ts'
import type { Toast } from '../../../../values/toast.ts'
import { beyondErrors } from '../../../investments/parts/beyond-words.ts'

/** What the dialog is answered when nobody was added. */
export type PanelReply = { reply: FormReply; toast: Toast | null; beyond?: BeyondOffer }

type Answer = InvestmentAdded | Awaited<ReturnType<typeof addPaidInvestment>>
export type PanelRefused =
  | Extract<Answer, { refused: string }>
  | { refused: 'unreadable'; reply: FormReply }

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
const already: Toast = {
  title: 'Investor already added',
  text: 'This investor is already part of this project.',
  kind: 'error',
}

/** The sentences beside the fields, and the titled toast where there is one (MPR-035 to MPR-037). */
export function refuseInPanel(form: FormData, refused: PanelRefused): PanelReply {
  switch (refused.refused) {
    case 'unreadable': {
      const { investorId, amount } = refused.reply.errors
      return {
        reply: refused.reply,
        toast: investorId ? missing : amount ? toastOfAmount(form, amount) : null,
      }
    }
    case 'already-invested':
      return {
        reply: refuseForm(form, { errors: { investorId: already.text ?? '' } }),
        toast: already,
      }
    case 'exceeds-offer':
      return { ...beside(form, beyondErrors(refused.beyond)), beyond: refused.beyond }
    case 'unavailable':
      return refused.party === 'investor'
        ? beside(form, { investorId: 'This investor is no longer available. Choose another.' })
        : above(form, 'This project was archived meanwhile. Nobody was added.')
    case 'own-investor':
      return above(form, ownInvestmentMessage)
    case 'key-reused':
      return above(form, 'This was sent before with other figures. Close this and try again.')
    // A whole new investment of today, fully paid or without a payment, has nothing of these about it.
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
      throw new Error(`a new investment of today was refused: ${refused.refused}`)
    default:
      return refused satisfies never
  }
}

/** No amount at all is zero too (MPR-036); what cannot be read says why. */
function toastOfAmount(form: FormData, refusal: string): Toast {
  return String(form.get('amount') ?? '').trim() === ''
    ? notPositive
    : { ...notPositive, text: refusal }
}

function beside(form: FormData, errors: Record<string, string>): PanelReply {
  return { reply: refuseForm(form, { errors }), toast: null }
}

function above(form: FormData, message: string): PanelReply {
  return { reply: refuseForm(form, { message }), toast: null }
}
