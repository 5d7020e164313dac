import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { matching } from '../../platform/database/search.server.ts'
import { shownPhone } from '../../platform/phone.server.ts'
import { shownPage } from '../../values/list-query.ts'
import type { Cents } from '../../values/money.ts'
import type { InquirySource, InquiryStatus } from './inquiry.ts'

/** `about` is the subject, else the beginning of the message. */
export type ListedInquiry = {
  id: string
  name: string
  email: string
  about: string
  status: InquiryStatus
  isSpam: boolean
  receivedAt: Date
}

/** `status` may also be suspected spam. */
export type InquirySearch = {
  q: string
  status: InquiryStatus | 'spam' | null
  oldestFirst: boolean
  page: number
}

const pageSize = 25

/**
 * Inquiries, 25 a page, by name, email, subject and message. Suspected spam is in no other count.
 * `counts` are by status; a page beyond the last shows the last.
 */
export async function listInquiries(
  admin: AdminActor,
  { q, status, oldestFirst, page }: InquirySearch,
) {
  const counted = await found(admin, q)
    .groupBy(['suspected_spam', 'status'])
    .select((row) => ['suspected_spam', 'status', row.fn.countAll<bigint>().as('count')])
    .execute()
  const counts = { new: 0, contacted: 0, converted: 0, closed: 0, spam: 0 }
  for (const row of counted) counts[row.suspected_spam ? 'spam' : row.status] += Number(row.count)
  const total =
    status === null
      ? counts.new + counts.contacted + counts.converted + counts.closed
      : counts[status]
  const shown = shownPage(page, total, pageSize)
  const rows = await inOrder(admin, { q, status, oldestFirst })
    .select(['id', 'name', 'email', 'status', 'suspected_spam', 'received_at'])
    .select(sql<string>`coalesce(subject, left(message, 200))`.as('about'))
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
    .execute()
  const inquiries = rows.map(
    (row): ListedInquiry => ({
      id: row.id,
      name: row.name,
      email: row.email,
      about: row.about,
      status: row.status,
      isSpam: row.suspected_spam,
      receivedAt: row.received_at,
    }),
  )
  return { inquiries, total, counts, page: shown, pageSize }
}

function found(admin: AdminActor, q: string) {
  return admin.tx
    .selectFrom('inquiry')
    .where(matching(q, ['name', 'email', 'subject'], ['message', 'phone']))
}

function inOrder(admin: AdminActor, { q, status, oldestFirst }: Omit<InquirySearch, 'page'>) {
  const direction = oldestFirst ? 'asc' : 'desc'
  return found(admin, q)
    .where('suspected_spam', '=', status === 'spam')
    .$if(status !== null && status !== 'spam', (query) =>
      query.where(sql<SqlBool>`status = ${status}`),
    )
    .orderBy('received_at', direction)
    .orderBy('id', direction)
}

/** All matching ids in list order, for an export. */
export async function inquiryIds(
  admin: AdminActor,
  search: Omit<InquirySearch, 'page'>,
): Promise<string[]> {
  return (await inOrder(admin, search).select('id').execute()).map(({ id }) => id)
}

/** Inquiries with the columns of their export, in any order. */
export async function inquiryLines(admin: AdminActor, ids: string[]) {
  const rows = await admin.tx
    .selectFrom('inquiry')
    .leftJoin('project', 'project.id', 'inquiry.project_id')
    .leftJoin('project_unit as unit', 'unit.id', 'inquiry.unit_id')
    .leftJoin('plan_template as template', 'template.id', 'inquiry.template_id')
    .select([
      'inquiry.id',
      'inquiry.received_at',
      'inquiry.source',
      'inquiry.name',
      'inquiry.email',
      'inquiry.phone',
      'inquiry.amount_cents',
      'unit.name as unit',
      'template.name as plan',
    ])
    .select(['inquiry.subject', 'inquiry.message', 'inquiry.status', 'inquiry.suspected_spam'])
    .select('project.name as project')
    .where('inquiry.id', 'in', ids)
    .execute()
  return rows.map((row) => ({ ...row, phone: row.phone && shownPhone(row.phone) }))
}

/** The number of new inquiries without suspected spam, counted up to a hundred. */
export async function countNewInquiries(admin: AdminActor): Promise<number> {
  const rows = await admin.tx
    .selectFrom('inquiry')
    .select('id')
    .where('suspected_spam', '=', false)
    .where('status', '=', 'new')
    .limit(100)
    .execute()
  return rows.length
}

/** `writtenBy` is null for an unknown author. */
export type InquiryNote = { id: string; body: string; writtenBy: string | null; writtenAt: Date }

/** `investor`: who the sender became; `sameEmail`: has this email; `version` increases with each status change. */
export type InquiryInFull = {
  id: string
  source: InquirySource
  name: string
  email: string
  phone: string | null
  subject: string | null
  message: string
  /** What a guest would like to invest, with when they accepted terms and risk and proved their address. */
  interest: {
    amount: Cents
    /** The chosen unit's name, or a share such as 25%. */
    unit: string | null
    /** Whether a request for it can be sent now. */
    isUnitFree: boolean
    /** The template of the chosen payment plan. */
    plan: { name: string; isOffered: boolean } | null
    understoodAt: Date
    emailConfirmedAt: Date
  } | null
  status: InquiryStatus
  isSpam: boolean
  suspicion: 'hidden-field' | 'too-fast' | 'admin' | null
  receivedAt: Date
  version: number
  project: { id: string; name: string } | null
  investor: { id: string; name: string } | null
  sameEmail: { id: string; name: string; isArchived: boolean } | null
}

/** One inquiry, or null when the id is unknown. */
export async function findInquiry(
  admin: AdminActor,
  inquiryId: string,
): Promise<InquiryInFull | null> {
  const row = await admin.tx
    .selectFrom('inquiry')
    .leftJoin('project', 'project.id', 'inquiry.project_id')
    .leftJoin('project_unit as unit', 'unit.id', 'inquiry.unit_id')
    .leftJoin('plan_template as template', 'template.id', 'inquiry.template_id')
    .leftJoin('investor', 'investor.id', 'inquiry.investor_id')
    .leftJoin('investor as same', 'same.email', 'inquiry.email')
    .select([
      'inquiry.id',
      'source',
      'inquiry.name',
      'inquiry.email',
      'inquiry.phone',
      'subject',
      'message',
    ])
    .select(['inquiry.status', 'suspected_spam', 'suspicion', 'received_at', 'inquiry.version'])
    .select(['project.id as project_id', 'project.name as project', 'investor.id as investor_id'])
    .select(['investor.full_name as investor', 'same.id as same_id', 'same.full_name as same'])
    .select(['same.archived_at as same_archived_at', 'inquiry.amount_cents'])
    .select(['inquiry.understood_at', 'inquiry.email_confirmed_at', 'unit.name as unit'])
    .select(['template.name as plan', 'template.archived_at as plan_archived_at'])
    .select(isUnitFree.as('is_unit_free'))
    .where('inquiry.id', '=', inquiryId)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    source: row.source,
    name: row.name,
    email: row.email,
    phone: row.phone && shownPhone(row.phone),
    subject: row.subject,
    message: row.message,
    interest: interestOf(row),
    status: row.status,
    isSpam: row.suspected_spam,
    suspicion: row.suspicion,
    receivedAt: row.received_at,
    version: row.version,
    project: row.project_id === null ? null : { id: row.project_id, name: row.project ?? '' },
    investor: row.investor_id === null ? null : { id: row.investor_id, name: row.investor ?? '' },
    sameEmail:
      row.same_id === null
        ? null
        : { id: row.same_id, name: row.same ?? '', isArchived: row.same_archived_at !== null },
  }
}

const isUnitFree = sql<boolean>`exists (select from app.free_units(inquiry.project_id) free
  where free.id = inquiry.unit_id and free.price_cents = inquiry.amount_cents)`

type InterestColumns = {
  amount_cents: Cents | null
  unit: string | null
  is_unit_free: boolean
  plan: string | null
  plan_archived_at: Date | null
  understood_at: Date | null
  email_confirmed_at: Date | null
}

function interestOf({
  amount_cents,
  unit,
  is_unit_free: isUnitFree,
  plan,
  plan_archived_at,
  understood_at,
  email_confirmed_at,
}: InterestColumns) {
  if (amount_cents === null || !understood_at || !email_confirmed_at) return null
  return {
    amount: amount_cents,
    unit,
    isUnitFree,
    plan: plan === null ? null : { name: plan, isOffered: plan_archived_at === null },
    understoodAt: understood_at,
    emailConfirmedAt: email_confirmed_at,
  }
}

/** The team's notes on an inquiry, oldest first. */
export async function notesOf(admin: AdminActor, inquiryId: string): Promise<InquiryNote[]> {
  const rows = await admin.tx
    .selectFrom('inquiry_note')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'inquiry_note.written_by')
    .select(['inquiry_note.id', 'body', 'written_at', 'account.name'])
    .where('inquiry_id', '=', inquiryId)
    .orderBy('written_at')
    .orderBy('inquiry_note.id')
    .execute()
  return rows.map(({ id, body, name, written_at }) => ({
    id,
    body,
    writtenBy: name,
    writtenAt: written_at,
  }))
}
