import { data, type RouterContextProvider, redirect } from 'react-router'
import { companyFacts, companyPhoneReader } from '../../domain/company/company.server.ts'
import { findCarriedProject } from '../../domain/inquiries/carried-project.server.ts'
import { chatLink } from '../../domain/inquiries/chat-link.ts'
import type { InquirySource } from '../../domain/inquiries/inquiry.ts'
import {
  contactInquirySchema,
  LandingInquirySchema,
} from '../../domain/inquiries/inquiry-schema.ts'
import { receiveInquiry } from '../../domain/inquiries/receive-inquiry.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { asGuest, logFault, visitorContext } from '../../platform/session.server.ts'
import { readForm } from '../../platform/upload.server.ts'
import { parseForm, refuseForm } from '../../values/form.ts'
import type { PhoneReader } from '../../values/phone.ts'
import { timeUntil } from '../../values/relative-time.ts'
import type { Toast } from '../../values/toast.ts'
import { type ContactAnswer, inTheChat, notSent } from '../parts/contact-answer.ts'

type Context = Readonly<RouterContextProvider>

/** PUB-092: said only once the message is stored and its mails are queued. */
const sent: Toast = {
  kind: 'success',
  title: 'Message sent!',
  text: "We'll get back to you as soon as possible",
}

const answer = (body: ContactAnswer, status = 200, headers: HeadersInit = {}) =>
  data(body, { status, headers })

/** Takes what either form sends. Everything but a stored message answers with the form as it was typed. */
export async function sendMessage(request: Request, context: Context, slug: string | null) {
  const form = await readForm(request)
  const parsed = readInquiry(form, await asGuest(context, companyPhoneReader))
  if (!parsed.ok) return answer({ sent: false, reply: parsed.reply, toast: null }, 422)
  try {
    return await storeAndAnswer(form, context, slug, parsed.value)
  } catch (fault) {
    const reference = logFault(context, 'a message could not be stored', fault)
    const why = form.has('opened')
      ? `We could not keep a copy. ${inTheChat}, or try again here.`
      : notSent.title
    const reply = refuseForm(form, { message: `${why} Reference ${reference}` })
    return answer({ sent: false, reply, toast: notSent }, 500)
  }
}

function readInquiry(form: FormData, readPhone: PhoneReader) {
  const source: InquirySource = form.get('source') === 'landing' ? 'landing' : 'contact'
  if (source === 'contact') {
    const parsed = parseForm(contactInquirySchema(readPhone), form)
    return parsed.ok
      ? { ok: true as const, value: { ...parsed.value, source, subject: null } }
      : parsed
  }
  const parsed = parseForm(LandingInquirySchema, form)
  return parsed.ok ? { ok: true as const, value: { ...parsed.value, source, phone: null } } : parsed
}

type Inquiry = Extract<ReturnType<typeof readInquiry>, { ok: true }>['value']

async function storeAndAnswer(
  form: FormData,
  context: Context,
  slug: string | null,
  inquiry: Inquiry,
) {
  const { clientAddress } = context.get(visitorContext)
  const outcome = await asGuest(context, async (guest) => {
    const company = await companyFacts(guest)
    const project = await findCarriedProject(guest, slug)
    return { ...(await receiveInquiry(guest, { ...inquiry, project, clientAddress })), company }
  })
  const { company } = outcome
  if ('refused' in outcome) {
    const now = clock.now()
    const wait = timeUntil(outcome.retryAt, now)
    const orWrite = company.contactEmail === null ? '' : `, or write to ${company.contactEmail}`
    const message = form.has('opened')
      ? `That is many messages in a short time: we have no copy of this one. ${inTheChat}, or try again here in ${wait}.`
      : `That is many messages in a short time. Please try again in ${wait}${orWrite}.`
    const seconds = Math.ceil((outcome.retryAt.getTime() - now.getTime()) / 1000)
    const reply = refuseForm(form, { message })
    return answer({ sent: false, reply, toast: notSent }, 429, { 'Retry-After': String(seconds) })
  }
  // Where script has opened the chat already, a redirect would open it a second time, in place of the page.
  if (inquiry.source === 'landing' && company.whatsapp !== null && !form.has('opened')) {
    return redirect(chatLink(company.whatsapp, inquiry), 303)
  }
  return answer({ sent: true, toast: sent })
}
