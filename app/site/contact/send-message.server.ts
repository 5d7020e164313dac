import { redirect } from 'react-router'
import { companyFacts, companyPhoneReader } from '../../domain/company/company.server.ts'
import { chatLink } from '../../domain/inquiries/chat-link.ts'
import type { PublicSource } from '../../domain/inquiries/inquiry.ts'
import { findInquiryProject } from '../../domain/inquiries/inquiry-project.server.ts'
import {
  contactInquirySchema,
  LandingInquirySchema,
} from '../../domain/inquiries/inquiry-schema.ts'
import { receiveInquiry } from '../../domain/inquiries/receive-inquiry.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { type ActionArgs, anyone, formAction } from '../../platform/http/form-action.server.ts'
import {
  type Context,
  guestCommand,
  visitorContext,
} from '../../platform/session/session.server.ts'
import { parseForm } from '../../values/form.ts'
import type { PhoneReader } from '../../values/phone.ts'
import { timeUntil } from '../../values/relative-time.ts'
import type { Toast } from '../../values/toast.ts'
import { notSent, openedInWhatsApp } from '../parts/contact-answer.ts'

/** Shown only after the message is stored and its emails are queued. */
const sent: Toast = {
  kind: 'success',
  title: 'Message sent!',
  text: "We'll get back to you as soon as possible",
}

/** Handles both contact forms. Anything but a stored message returns the form as typed. */
export function sendMessage(args: ActionArgs, slug: string | null) {
  const { context } = args
  return formAction(args, {
    guard: anyone,
    parse: async (form) => readInquiry(form, await guestCommand(context, companyPhoneReader)),
    run: ({ value }) => store(context, slug, value),
    refusals: { 'too-many': ({ company, retryAt }, form) => waitFor(company, retryAt, form) },
    // With JavaScript the chat is already open; a redirect would open it again.
    done: ({ company }, { form, value }) =>
      value.source === 'landing' && company.whatsapp !== null && !form.has('opened')
        ? redirect(chatLink(company.whatsapp, value), 303)
        : { toast: sent, facts: { sent: true } },
    failed: (form) => ({
      ...notSent,
      message: form.has('opened')
        ? `Your message was not saved. ${openedInWhatsApp}, or try again here.`
        : notSent.title,
    }),
  })
}

function waitFor(company: { contactEmail: string | null }, retryAt: Date, form: FormData) {
  const now = clock.now()
  const wait = timeUntil(retryAt, now)
  const orWrite = company.contactEmail === null ? '' : `, or write to ${company.contactEmail}`
  const seconds = Math.ceil((retryAt.getTime() - now.getTime()) / 1000)
  return {
    message: form.has('opened')
      ? `Too many messages in a short time. This one was not saved. ${openedInWhatsApp}, or try again here in ${wait}.`
      : `Too many messages in a short time. Please try again in ${wait}${orWrite}.`,
    toast: notSent,
    status: 429 as const,
    headers: { 'Retry-After': String(seconds) },
  }
}

function readInquiry(form: FormData, readPhone: PhoneReader) {
  const source: PublicSource = form.get('source') === 'landing' ? 'landing' : 'contact'
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

function store(context: Context, slug: string | null, inquiry: Inquiry) {
  const { clientAddress } = context.get(visitorContext)
  return guestCommand(context, async (guest) => {
    const company = await companyFacts(guest)
    const project = await findInquiryProject(guest, slug)
    return { ...(await receiveInquiry(guest, { ...inquiry, project, clientAddress })), company }
  })
}
