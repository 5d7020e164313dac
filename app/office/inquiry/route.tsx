import { randomUUID } from 'node:crypto'
import { data, Link, Outlet, useLocation } from 'react-router'
import { inquiryHistory } from '../../domain/audit/inquiry-history.server.ts'
import {
  addInquiryNote,
  changeInquiry,
  type InquiryChanged,
} from '../../domain/inquiries/change-inquiry.server.ts'
import { findInquiry, notesOf } from '../../domain/inquiries/inquiries.server.ts'
import { inquirySourceLabels } from '../../domain/inquiries/inquiry.ts'
import {
  ChangeInquirySchema,
  type InquiryAct,
  InquiryNoteSchema,
} from '../../domain/inquiries/inquiry-acts-schema.ts'
import {
  asAdmin,
  type Context,
  logFault,
  lookAsAdmin,
  notFound,
} from '../../platform/session.server.ts'
import { redirectWithToast } from '../../platform/toast.server.ts'
import { readForm } from '../../platform/upload.server.ts'
import { Moment } from '../../ui/day.tsx'
import { Icon } from '../../ui/icon.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { type FormReply, parseForm, refuseForm } from '../../values/form.ts'
import { isId } from '../../values/id.ts'
import { inquiriesHome } from '../inquiries/inquiries-home.ts'
import type { Route } from './+types/route.ts'
import { InquiryActs } from './acts.tsx'
import { InquiryFacts } from './facts.tsx'
import { NoteForm } from './note-form.tsx'
import { History } from './timeline.tsx'

/** The answer to the buttons, or to the form of the note: each shows its own. */
type Reply = { to: 'act' | 'note'; reply: FormReply }

export async function loader({ params: { inquiryId }, context }: Route.LoaderArgs) {
  return lookAsAdmin(context, async (admin) => {
    const inquiry = isId(inquiryId) ? await findInquiry(admin, inquiryId) : null
    if (!inquiry) throw notFound()
    const notes = await notesOf(admin, inquiry.id)
    return { inquiry, notes, turns: await inquiryHistory(admin, inquiry.id), key: randomUUID() }
  })
}

export async function action({ request, url, params: { inquiryId }, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const to = `${inquiriesHome}/${inquiryId}${url.search}`
  const isNote = form.has('body')
  try {
    const answer = isNote
      ? await addNote(context, inquiryId, form)
      : await change(context, inquiryId, form)
    if ('toast' in answer) return redirectWithToast(to, { title: answer.toast, kind: 'success' })
    return data<Reply>({ to: isNote ? 'note' : 'act', reply: answer }, { status: 422 })
  } catch (fault) {
    const failed = isNote ? 'The note was not added' : 'The inquiry was not changed'
    const message = `${failed}. Please try again later. Reference ${logFault(context, failed, fault)}`
    return data<Reply>(
      { to: isNote ? 'note' : 'act', reply: refuseForm(form, { message }) },
      { status: 500 },
    )
  }
}

type Done = { toast: string }

const done: Record<InquiryAct, string> = {
  new: 'Inquiry marked as new',
  contacted: 'Inquiry marked as contacted',
  closed: 'Inquiry closed',
  spam: 'Inquiry marked as spam',
  'not-spam': 'Inquiry marked as not spam',
}

async function change(
  context: Context,
  inquiryId: string,
  form: FormData,
): Promise<Done | FormReply> {
  return asAdmin(context, async (admin) => {
    if (!isId(inquiryId)) throw notFound()
    const parsed = parseForm(ChangeInquirySchema, form)
    if (!parsed.ok) return refuseForm(form, { message: 'Reload the page and try again.' })
    const answer = await changeInquiry(admin, inquiryId, parsed.value)
    if ('refused' in answer) return refuseForm(form, { message: whyNot(answer.refused) })
    return { toast: done[parsed.value.act] }
  })
}

function whyNot(refused: Extract<InquiryChanged, { refused: string }>['refused']): string {
  switch (refused) {
    case 'not-found':
      throw notFound()
    case 'converted':
      return 'This inquiry became an investor, so it stays converted.'
    case 'changed-meanwhile':
      return 'Somebody changed this inquiry meanwhile. Nothing of yours was done: look at how it stands now, then try again.'
    default:
      return refused satisfies never
  }
}

async function addNote(
  context: Context,
  inquiryId: string,
  form: FormData,
): Promise<Done | FormReply> {
  return asAdmin(context, async (admin) => {
    if (!isId(inquiryId)) throw notFound()
    const parsed = parseForm(InquiryNoteSchema, form)
    if (!parsed.ok) return parsed.reply
    const answer = await addInquiryNote(admin, inquiryId, parsed.value)
    if (!('refused' in answer)) return { toast: 'Note added' }
    if (answer.refused === 'not-found') throw notFound()
    return refuseForm(form, {
      message: 'This was sent before with other words. Reload the page and try again.',
    })
  })
}

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(loaderData ? `${loaderData.inquiry.name} · Inquiry` : 'Inquiry', args)

export default function Inquiry({ loaderData, actionData }: Route.ComponentProps) {
  const { inquiry, notes, turns, key } = loaderData
  const replyTo = (form: Reply['to']) => (actionData?.to === form ? actionData : undefined)
  const { id, name, subject, message, source, receivedAt } = inquiry
  return (
    <article
      key={id}
      aria-labelledby="inquiry-title"
      className="min-w-0 border-line py-4.5 @min-[52.01rem]/main:border-s @min-[52.01rem]/main:border-t @min-[52.01rem]/main:ps-6 @max-[52rem]/main:pt-0"
    >
      <WayBack />
      <h2
        id="inquiry-title"
        className="text-lg leading-[1.35] font-[620] tracking-[-0.012em] wrap-anywhere"
      >
        <bdi>{name}</bdi>
      </h2>
      <p className="text-xs text-muted">
        {inquirySourceLabels[source]}, <Moment at={receivedAt} />
      </p>
      {subject && (
        <p className="mt-3 font-[560] wrap-anywhere">
          <bdi>{subject}</bdi>
        </p>
      )}
      <blockquote className="my-4 max-w-[60ch] border-s-2 border-gold ps-4 leading-[1.6] whitespace-pre-line wrap-anywhere">
        <bdi>{message}</bdi>
      </blockquote>
      <InquiryFacts inquiry={inquiry} />
      <InquiryActs key={inquiry.version} inquiry={inquiry} actionData={replyTo('act')} />
      <History inquiry={inquiry} notes={notes} turns={turns} />
      <NoteForm
        newKey={key}
        notes={notes}
        actionData={replyTo('note')}
        home={`${inquiriesHome}/${id}`}
      />
      <Outlet />
    </article>
  )
}

/** Where the list is not beside it. */
function WayBack() {
  const { search } = useLocation()
  return (
    <Link
      to={{ pathname: inquiriesHome, search }}
      className="mb-2.5 inline-flex min-h-7 items-center gap-1.5 text-xs text-muted hover:underline @min-[52.01rem]/main:hidden"
    >
      <Icon name="chevron-left" size="tiny" />
      Inquiries
    </Link>
  )
}
