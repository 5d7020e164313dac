import { randomUUID } from 'node:crypto'
import { Link, Outlet, useLocation } from 'react-router'
import { inquiryHistory } from '../../../domain/audit/inquiry-history.server.ts'
import { addInquiryNote, changeInquiry } from '../../../domain/inquiries/change-inquiry.server.ts'
import { findInquiry, notesOf } from '../../../domain/inquiries/inquiries.server.ts'
import { inquirySourceLabels } from '../../../domain/inquiries/inquiry.ts'
import {
  ChangeInquirySchema,
  type InquiryAct,
  InquiryNoteSchema,
} from '../../../domain/inquiries/inquiry-acts-schema.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../platform/session/session.server.ts'
import { Moment } from '../../../ui/day.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { parseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import { inquiriesHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'
import { InquiryFacts } from './facts.tsx'
import { InquiryActions } from './inquiry-actions.tsx'
import { NoteForm } from './note-form.tsx'
import { History } from './timeline.tsx'

export async function loader({ params: { inquiryId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const inquiry = isId(inquiryId) ? await findInquiry(admin, inquiryId) : null
    if (!inquiry) throw notFound()
    const notes = await notesOf(admin, inquiry.id)
    return { inquiry, notes, turns: await inquiryHistory(admin, inquiry.id), key: randomUUID() }
  })
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  const { inquiryId } = params
  return formAction(args, {
    guard: requireAdmin,
    parse: (form) =>
      isNote(form) ? parseForm(InquiryNoteSchema, form) : parseForm(ChangeInquirySchema, form),
    unreadable: (reply, form) => (isNote(form) ? reply : 'Reload the page and try again.'),
    run: ({ value }) =>
      adminCommand(context, async (admin) =>
        'act' in value
          ? changeInquiry(admin, inquiryId, value)
          : addInquiryNote(admin, inquiryId, value),
      ),
    refusals: {
      converted: 'This inquiry became an investor, so it stays converted.',
      'version-conflict':
        'Someone else has changed this inquiry. Nothing was saved. Look at its current state, then try again.',
      'key-reused':
        'The form was already sent with a different text. Reload the page and try again.',
    },
    done: (_, { value }) => ({
      to: `${inquiriesHome}/${inquiryId}${url.search}`,
      toast: { title: 'act' in value ? done[value.act] : 'Note added', kind: 'success' },
    }),
    failed: (form) => (isNote(form) ? 'The note was not added' : 'The inquiry was not changed'),
  })
}

const isNote = (form: FormData) => form.has('body')

const done: Record<InquiryAct, string> = {
  new: 'Inquiry marked as new',
  contacted: 'Inquiry marked as contacted',
  closed: 'Inquiry closed',
  spam: 'Inquiry marked as spam',
  'not-spam': 'Inquiry marked as not spam',
}

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(loaderData ? `${loaderData.inquiry.name} · Inquiry` : 'Inquiry', args)

export default function Inquiry({ loaderData, actionData }: Route.ComponentProps) {
  const { inquiry, notes, turns, key } = loaderData
  const isOfNote = actionData?.reply.values.body !== undefined
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
      <InquiryActions
        key={inquiry.version}
        inquiry={inquiry}
        newKey={key}
        actionData={isOfNote ? undefined : actionData}
      />
      <History inquiry={inquiry} notes={notes} turns={turns} />
      <NoteForm
        newKey={key}
        notes={notes}
        actionData={isOfNote ? actionData : undefined}
        home={`${inquiriesHome}/${id}`}
      />
      <Outlet />
    </article>
  )
}

/** Shown on narrow screens, where the list is hidden. */
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
