import { redirect } from 'react-router'
import {
  acknowledgeTerms,
  discardDraft,
  findOffer,
  saveDraft,
} from '../../domain/investment-requests/draft-request.server.ts'
import {
  AmountStepSchema,
  chosenAmount,
  chosenUnit,
  SendRequestSchema,
  TermsStepSchema,
} from '../../domain/investment-requests/request-schema.ts'
import {
  type RequestSent,
  sendRequest,
} from '../../domain/investment-requests/send-request.server.ts'
import { findPublishedProject } from '../../domain/projects/published-projects.server.ts'
import {
  type ActionArgs,
  formAction,
  type Refusal,
} from '../../platform/http/form-action.server.ts'
import { isForScript } from '../../platform/http/sent-forms.server.ts'
import {
  type Context,
  guestCommand,
  investorCommand,
  requireInvestor,
} from '../../platform/session/session.server.ts'
import { parseForm } from '../../values/form.ts'
import { amountRefusal, templateUnavailable } from './amount-refusal.ts'

/** Stores one step and redirects to the next, or returns the form as typed. */
export function sendStep(args: ActionArgs<{ slug: string }>) {
  const { request, context, params } = args
  const { slug } = params
  return formAction(args, {
    guard: requireInvestor,
    run: async ({ form }) => {
      if (form.get('step') === 'discard')
        return investorCommand(context, (investor) => discardDraft(investor, slug))
      return (await isListed(context, slug))
        ? take(context, slug, form)
        : { refused: 'not-offered' }
    },
    refusals: {
      'sent-already': { to: myInvestments, toast: sentAlready },
      'not-offered': () => notOffered(request),
      step: ({ why }) => why,
    },
    done: (answer) =>
      'next' in answer
        ? redirect(`/investment/${slug}/invest${answer.next}`, 303)
        : { to: myInvestments, toast: draftDiscarded },
    failed: (form) =>
      form.get('step') === 'discard' ? 'This could not be discarded' : 'This could not be saved',
  })
}

const myInvestments = '/investment-dashboard/investments'
/** Deletes the draft; no one is notified, because it was never sent. */
const draftDiscarded = {
  kind: 'success',
  title: 'Request discarded',
  text: 'It was not sent; nothing was reserved.',
} as const
const sentAlready = {
  kind: 'error',
  title: 'Not discarded',
  text: 'This request was already sent from another tab or device. You can withdraw it here.',
  seconds: 10,
} as const

/** Revalidation would find no page: a status keeps the script's page with its values; others are redirected. */
function notOffered(request: Request): Refusal {
  const text = 'This project is no longer offered. Nothing was sent.'
  if (isForScript(request)) return { message: text, status: 410 }
  return { to: myInvestments, toast: { kind: 'error', title: 'Not sent', text, seconds: 10 } }
}

const isListed = (context: Context, slug: string) =>
  guestCommand(context, async (guest) => (await findPublishedProject(guest, slug)) !== null)

type Step = { next: string } | { refused: 'step'; why: Refusal }

const refuse = (why: Refusal): Step => ({ refused: 'step', why })

async function take(context: Context, slug: string, form: FormData): Promise<Step> {
  switch (form.get('step')) {
    case 'amount':
      return takeAmount(context, slug, form)
    case 'terms':
      return takeTerms(context, slug, form)
    case 'review':
      return takeReview(context, slug, form)
    default:
      return refuse('Reload the page and try again.')
  }
}

async function takeAmount(context: Context, slug: string, form: FormData): Promise<Step> {
  const parsed = parseForm(AmountStepSchema, form)
  if (!parsed.ok) return refuse(parsed.reply)
  const { note } = parsed.value
  const amount = chosenAmount(parsed.value)
  const answer = await investorCommand(context, (investor) =>
    saveDraft(investor, slug, { amount, note, unitId: chosenUnit(parsed.value) }),
  )
  if (!('refused' in answer)) return { next: '?step=terms' }
  if (answer.refused === 'closed') return refuse(closed)
  if (answer.refused === 'open-already') return refuse(openAlready)
  const { choice } = parsed.value
  const field = choice === 'other' ? 'amount' : choice === 'unit' ? 'unit' : 'choice'
  return refuse({ errors: { [field]: amountRefusal(answer) } })
}

async function takeTerms(context: Context, slug: string, form: FormData): Promise<Step> {
  const parsed = parseForm(TermsStepSchema, form)
  if (!parsed.ok) return refuse(parsed.reply)
  const answer = await investorCommand(context, (investor) =>
    acknowledgeTerms(investor, slug, parsed.value.terms),
  )
  return 'refused' in answer ? refuse(whyNoTerms[answer.refused]) : { next: '?step=review' }
}

async function takeReview(context: Context, slug: string, form: FormData): Promise<Step> {
  const parsed = parseForm(SendRequestSchema, form)
  if (!parsed.ok)
    return refuse(parsed.reply.errors.templateId ? parsed.reply : 'Reload the page and try again.')
  const answer = await investorCommand(context, async (investor): Promise<RequestSent> => {
    const found = await findOffer(investor, slug)
    if (!found) return { refused: 'closed' }
    return sendRequest(investor, { ...parsed.value, projectId: found.offer.projectId })
  })
  if (!('refused' in answer)) return { next: '' }
  switch (answer.refused) {
    // Sent from another tab or device, or by a double click: the page shows the open request.
    case 'open-already':
      return { next: '' }
    case 'no-draft':
      return refuse(discarded)
    case 'not-understood':
      return { next: '?step=terms' }
    case 'version-conflict':
      return refuse(
        'This was changed in another tab or on another device. Nothing was sent; check it again.',
      )
    case 'template-unavailable':
      return refuse(templateUnavailable)
    case 'key-reused':
      return refuse(
        'The form was already sent with a different amount. Reload the page and try again.',
      )
    case 'closed':
      return refuse(`${closed} Nothing was sent.`)
    default:
      return refuse(`${amountRefusal(answer)} Nothing was sent.`)
  }
}

const discarded =
  'This was discarded in another tab or on another device. Nothing was sent; choose an amount again.'
const openAlready =
  'Your request was already sent from another tab or device, and this was not saved. To change the amount, withdraw it first.'
const closed = 'This project is now closed. It no longer takes investments.'
const whyNoTerms = { 'no-draft': discarded, 'open-already': openAlready, closed }
