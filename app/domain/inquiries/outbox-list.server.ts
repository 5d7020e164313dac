import { type SqlBool, sql } from 'kysely'
import { cappedCount, cappedPage } from '../../platform/database/capped-count.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { foundFirst, matching } from '../../platform/database/search.server.ts'
import type { AccountRole } from '../accounts/account.ts'
import { isNoLongerNeeded } from '../accounts/recovery/resend-mail.server.ts'
import { companyFacts } from '../company/company.server.ts'
import { carriesLink, type MailState, type MailTemplate, mailStates } from '../outbox/mail.ts'

/**
 * `email` is null where no address is stored: a former address not yet written to, or a deleted
 * one. `role` and `mailRefused` are of the recipient's account.
 */
export type ListedMail = {
  id: string
  template: MailTemplate
  state: MailState
  name: string
  email: string | null
  userId: string | null
  role: AccountRole | null
  about: string | null
  attempts: number
  lastError: string | null
  transport: 'main' | 'second' | 'terminal' | null
  at: Date
  mailRefused: boolean
  canResend: boolean
  canShowLink: boolean
}

export type OutboxSearch = {
  q: string
  state: MailState | null
  template: MailTemplate | null
  page: number
}

const pageSize = 25

/** The state as labelled in mail.ts; an email in its first attempt counts as waiting. */
const stateNow = sql<MailState>`case when outbox.state <> 'queued' then outbox.state
  when outbox.attempts > 1 or outbox.last_error is not null then 'retrying' else 'waiting' end`

/** An email that waits this long has no transport, so its link may be handed out. */
const nobodyTried = sql<boolean>`outbox.created_at < now() - interval '5 minutes'`

/**
 * The outbox, newest first, 25 a page, by name and address. `counts` are by state; `total` is of
 * the filter, exact up to ten thousand. A page beyond the last shows the last.
 */
export async function listOutbox(admin: AdminActor, search: OutboxSearch) {
  const { state, page } = search
  const counts = await countEach(admin, search)
  const counted =
    state === null ? mailStates.reduce((sum, each) => sum + counts[each], 0) : counts[state]
  // Ids first, so that recipients are read for one page only.
  const rowsOn = (shown: number) => {
    const onPage = inOrder(admin, search)
      .limit(pageSize + 1)
      .offset((shown - 1) * pageSize)
    return shownColumns(mails(admin).where(sql<SqlBool>`outbox.id = any(array(${onPage}))`))
      .orderBy('outbox.created_at', 'desc')
      .orderBy('outbox.id', 'desc')
      .execute()
  }
  const { rows, ...shown } = await cappedPage({ page, pageSize, total: counted }, rowsOn, () =>
    countAll(admin, search),
  )
  const company = await companyFacts(admin)
  return { mails: rows.map((row) => listed(row, company)), counts, ...shown, pageSize }
}

type OutboxFilter = Omit<OutboxSearch, 'page'>

function inOrder(admin: AdminActor, search: OutboxFilter) {
  const found = ofState(admin, search).select(['outbox.id', 'outbox.created_at'])
  return foundFirst(admin, found, search.q.trim() !== '')
    .selectFrom('found')
    .select('found.id')
    .orderBy('found.created_at', 'desc')
    .orderBy('found.id', 'desc')
}

function ofState(admin: AdminActor, { state, ...search }: OutboxFilter) {
  return narrowed(admin, search).$if(state !== null, (found) => found.where(isIn(state ?? 'sent')))
}

async function countAll(admin: AdminActor, search: OutboxFilter): Promise<number> {
  const { total } = await ofState(admin, search)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** All matching ids in list order, for an export. */
export async function mailIds(admin: AdminActor, search: OutboxFilter): Promise<string[]> {
  return (await inOrder(admin, search).execute()).map(({ id }) => id)
}

/** With the times of queueing, last attempt and sending, for the export. */
export type MailLine = ListedMail & { queuedAt: Date; triedAt: Date | null; sentAt: Date | null }

/** Emails with the columns of their export, in any order. */
export async function mailLines(admin: AdminActor, ids: string[]): Promise<MailLine[]> {
  const rows = await shownColumns(mails(admin).where('outbox.id', 'in', ids)).execute()
  const company = await companyFacts(admin)
  return rows.map((row) => ({
    ...listed(row, company),
    queuedAt: row.created_at,
    triedAt: row.attempted_at,
    sentAt: row.sent_at,
  }))
}

const isIn = (state: MailState) =>
  state === 'waiting' || state === 'retrying'
    ? sql<SqlBool>`outbox.state = 'queued' and ${stateNow} = ${state}`
    : sql<SqlBool>`outbox.state = ${state}`

type Narrowed = Pick<OutboxSearch, 'q' | 'template'>

/** Matching people, inquiries and requests are found first, so that indexes find their emails. */
function narrowed(admin: AdminActor, { q, template }: Narrowed) {
  const found = admin.tx
    .selectFrom('outbox')
    .$if(template !== null, (all) => all.where('template', '=', template ?? ''))
  if (q.trim() === '') return found
  return found.where(sql<SqlBool>`(
    outbox.user_id = any(array(
      select account.id from auth.sign_in_account account where ${matching(q, ['account.name', 'account.email'])}))
    or (outbox.user_id is null and outbox.subject_id = any(array(
      select inquiry.id from inquiry where ${matching(q, ['inquiry.name', 'inquiry.email'])}
      union all select request.id from investment_request request join investor on investor.id = request.investor_id
        where ${matching(q, ['investor.full_name', 'investor.email'])})))
    or ${matching(q, ['outbox.sent_to'])})`)
}

/** Counts by state, each up to the limit. */
function countEach(admin: AdminActor, search: Narrowed): Promise<Record<MailState, number>> {
  const found = narrowed(admin, search).select([
    'outbox.state',
    'outbox.attempts',
    'outbox.last_error',
  ])
  return foundFirst(admin, found, search.q.trim() !== '')
    .selectNoFrom((row) =>
      mailStates.map((state) =>
        cappedCount(row.selectFrom('found as outbox').where(isIn(state))).as(state),
      ),
    )
    .executeTakeFirstOrThrow() as Promise<Record<MailState, number>>
}

/** One email of the outbox; null for an unknown id. */
export async function findMail(admin: AdminActor, mailId: string): Promise<ListedMail | null> {
  const row = await shownColumns(mails(admin).where('outbox.id', '=', mailId)).executeTakeFirst()
  return row ? listed(row, await companyFacts(admin)) : null
}

/** The number of undelivered emails, whatever the filter. */
export async function countUndelivered(admin: AdminActor): Promise<number> {
  const { count } = await admin.tx
    .selectFrom('outbox')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  return Number(count)
}

function mails(admin: AdminActor) {
  return admin.tx
    .selectFrom('outbox')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'outbox.user_id')
    .leftJoin('inquiry', (join) =>
      join.onRef('inquiry.id', '=', 'outbox.subject_id').on(sql<SqlBool>`outbox.user_id is null`),
    )
    .leftJoin('investment_request as request', (join) =>
      join
        .onRef('request.id', '=', 'outbox.subject_id')
        .on(sql<SqlBool>`outbox.template in ('request-received', 'request-withdrawn')`),
    )
    .leftJoin('investor', 'investor.id', 'request.investor_id')
}

function shownColumns(query: ReturnType<typeof mails>) {
  return query
    .select([
      'outbox.id',
      'outbox.template',
      'outbox.user_id',
      'outbox.attempts',
      'outbox.last_error',
    ])
    .select([
      'outbox.transport',
      'outbox.created_at',
      'outbox.attempted_at',
      'outbox.sent_at',
      'outbox.sent_to',
    ])
    .select([
      'account.name',
      'account.email',
      'account.role',
      'account.status',
      'account.email_verified',
    ])
    .select(['account.refused_mail_at', 'inquiry.name as sender', 'inquiry.email as sender_email'])
    .select('investor.full_name as requester')
    .select([stateNow.as('state'), nobodyTried.as('is_old')])
}

type Row = Awaited<ReturnType<ReturnType<typeof shownColumns>['executeTakeFirstOrThrow']>>

function listed(row: Row, company: { name: string; contactEmail: string | null }): ListedMail {
  const template = row.template as MailTemplate
  const { state, role } = row
  const isUntaken = state === 'failed' || (state === 'waiting' && row.attempts === 0 && row.is_old)
  const person =
    row.user_id === null
      ? null
      : { status: row.status ?? '', email_verified: row.email_verified ?? false }
  const pointless = isNoLongerNeeded(template, person)
  const mayGo =
    state === 'failed' || state === 'withdrawn' || (state === 'retrying' && row.last_error !== null)
  return {
    id: row.id,
    template,
    state,
    ...recipientOf(row, template, company),
    userId: row.user_id,
    role: role as AccountRole | null,
    attempts: row.attempts,
    lastError: row.last_error,
    transport: row.transport,
    at: row.sent_at ?? row.attempted_at ?? row.created_at,
    mailRefused: row.refused_mail_at !== null,
    canResend: mayGo && !pointless,
    canShowLink:
      isUntaken &&
      carriesLink(template) &&
      role !== 'admin' &&
      row.status !== 'inactive' &&
      !pointless,
  }
}

function recipientOf(
  row: Row,
  template: MailTemplate,
  company: { name: string; contactEmail: string | null },
) {
  // The server's answer is about the address it was sent to, until the next attempt.
  const at = (present: string | null) =>
    row.state === 'sent' ? row.sent_to : ((row.last_error === null ? null : row.sent_to) ?? present)
  const about = template === 'inquiry' ? row.sender : row.requester
  if (template === 'inquiry' || template === 'request-received' || template === 'request-withdrawn')
    return { name: company.name, email: at(company.contactEmail), about }
  if (template === 'acknowledgement')
    return { name: row.sender ?? '', email: at(row.sender_email), about: null }
  return {
    name: row.name ?? '',
    email: at(template === 'email-changed' ? null : row.email),
    about: null,
  }
}
