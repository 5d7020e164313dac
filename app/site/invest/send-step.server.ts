import { data, type RouterContextProvider, redirect } from 'react-router'
import {
  acknowledgeTerms,
  discardDraft,
  findOffer,
  saveDraft,
} from '../../domain/investments/draft-request.server.ts'
import {
  AmountStepSchema,
  chosenAmount,
  SendRequestSchema,
  TermsStepSchema,
} from '../../domain/investments/request-schema.ts'
import { type RequestSent, sendRequest } from '../../domain/investments/send-request.server.ts'
import { findPublishedProject } from '../../domain/projects/published-projects.server.ts'
import { isForScript } from '../../platform/sent-forms.server.ts'
import { asGuest, asInvestor, logFault } from '../../platform/session.server.ts'
import { redirectWithToast } from '../../platform/toast.server.ts'
import { readForm } from '../../platform/upload.server.ts'
import { type FormReply, parseForm, refuseForm } from '../../values/form.ts'
import { whyNotAmount } from './why-not-amount.ts'

type Context = Readonly<RouterContextProvider>
type Done = { next: string }

/** Takes one step of a request: keeps it on the server and leads to the next, or answers with the form as it was typed. */
export async function sendStep(request: Request, context: Context, slug: string) {
  await asInvestor(context, async () => undefined)
  const form = await readForm(request)
  if (form.get('step') === 'discard') return discard(context, slug, form)
  if (!(await isListed(context, slug))) return notOffered(request, form)
  try {
    const answer = await take(context, slug, form)
    if ('next' in answer) return redirect(`/investment/${slug}/invest${answer.next}`, 303)
    return data({ reply: answer }, { status: 422 })
  } catch (fault) {
    const reference = logFault(context, 'a step of a request was not saved', fault)
    const message = `This could not be saved. Please try again later. Reference ${reference}`
    return data({ reply: refuseForm(form, { message }) }, { status: 500 })
  }
}

/** Nothing of it stays, and nobody is told: it was not sent. */
async function discard(context: Context, slug: string, form: FormData) {
  try {
    const answer = await asInvestor(context, (investor) => discardDraft(investor, slug))
    if ('refused' in answer)
      return redirectWithToast('/investment-dashboard/investments', sentAlready)
  } catch (fault) {
    const reference = logFault(context, 'a draft was not discarded', fault)
    const message = `This could not be discarded. Please try again later. Reference ${reference}`
    return data({ reply: refuseForm(form, { message }) }, { status: 500 })
  }
  const toast = {
    kind: 'success',
    title: 'Request discarded',
    text: 'It was not sent, and nothing was reserved.',
  } as const
  return redirectWithToast('/investment-dashboard/investments', toast)
}

const sentAlready = {
  kind: 'error',
  title: 'Not discarded',
  text: 'This request was sent already, in another tab or on another device. You can withdraw it here.',
  seconds: 10,
} as const

/** Read again, the page would be none: a script leaves it as it stands, with what was asked for; others are led away. */
function notOffered(request: Request, form: FormData) {
  const text = 'This project is not offered any more. Nothing was sent.'
  if (isForScript(request))
    return data({ reply: refuseForm(form, { message: text }) }, { status: 410 })
  return redirectWithToast('/investment-dashboard/investments', {
    kind: 'error',
    title: 'Not sent',
    text,
    seconds: 10,
  })
}

const isListed = (context: Context, slug: string) =>
  asGuest(context, async (guest) => (await findPublishedProject(guest, slug)) !== null)

function take(context: Context, slug: string, form: FormData): Promise<Done | FormReply> {
  switch (form.get('step')) {
    case 'amount':
      return takeAmount(context, slug, form)
    case 'terms':
      return takeTerms(context, slug, form)
    case 'review':
      return takeReview(context, slug, form)
    default:
      return Promise.resolve(refuseForm(form, { message: 'Reload the page and try again.' }))
  }
}

async function takeAmount(
  context: Context,
  slug: string,
  form: FormData,
): Promise<Done | FormReply> {
  const parsed = parseForm(AmountStepSchema, form)
  if (!parsed.ok) return parsed.reply
  const { note } = parsed.value
  const amount = chosenAmount(parsed.value)
  const answer = await asInvestor(context, (investor) =>
    saveDraft(investor, slug, { amount, note }),
  )
  if (!('refused' in answer)) return { next: '?step=terms' }
  if (answer.refused === 'closed') return refuseForm(form, { message: closed })
  if (answer.refused === 'open-already') return refuseForm(form, { message: openAlready })
  const field = parsed.value.choice === 'other' ? 'amount' : 'choice'
  return refuseForm(form, { errors: { [field]: whyNotAmount(answer) } })
}

async function takeTerms(
  context: Context,
  slug: string,
  form: FormData,
): Promise<Done | FormReply> {
  const parsed = parseForm(TermsStepSchema, form)
  if (!parsed.ok) return parsed.reply
  const answer = await asInvestor(context, (investor) =>
    acknowledgeTerms(investor, slug, parsed.value.terms),
  )
  if (!('refused' in answer)) return { next: '?step=review' }
  return refuseForm(form, { message: whyNoTerms[answer.refused] })
}

async function takeReview(
  context: Context,
  slug: string,
  form: FormData,
): Promise<Done | FormReply> {
  const parsed = parseForm(SendRequestSchema, form)
  if (!parsed.ok) return refuseForm(form, { message: 'Reload the page and try again.' })
  const answer = await asInvestor(context, async (investor): Promise<RequestSent> => {
    const found = await findOffer(investor, slug)
    if (!found) return { refused: 'closed' }
    return sendRequest(investor, { ...parsed.value, projectId: found.offer.projectId })
  })
  if (!('refused' in answer)) return { next: '' }
  switch (answer.refused) {
    // Sent from another tab or device, or by a second click: the page of the open request says so.
    case 'open-already':
      return { next: '' }
    case 'no-draft':
      return refuseForm(form, { message: discarded })
    case 'not-understood':
      return { next: '?step=terms' }
    case 'changed-meanwhile':
      return refuseForm(form, {
        message:
          'This was changed in another tab or on another device. Nothing was sent: look at it again.',
      })
    case 'key-reused':
      return refuseForm(form, {
        message: 'This was sent before with another amount. Reload the page and try again.',
      })
    case 'closed':
      return refuseForm(form, { message: `${closed} Nothing was sent.` })
    default:
      return refuseForm(form, { message: `${whyNotAmount(answer)} Nothing was sent.` })
  }
}

const discarded =
  'This was discarded in another tab or on another device. Nothing was sent: choose an amount anew.'
const openAlready =
  'Your request was sent already, in another tab or on another device, and this was not kept. To ask for another amount, withdraw it first.'
const closed = 'This project is closed meanwhile. It takes no new investments.'
/** Why what was ticked was not kept. */
const whyNoTerms = { 'no-draft': discarded, 'open-already': openAlready, closed }
