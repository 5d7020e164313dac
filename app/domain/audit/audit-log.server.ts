import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { countLimit } from '../../values/capped-count.ts'
import { type ChangedField, changedFields, type Fields } from './audit-change.ts'
import { idsNamed, namesOf, withOwnInvestments } from './audit-names.server.ts'
import {
  type AuditPage,
  type AuditSearch,
  isAccountlessActor,
  unfilteredSearch,
} from './audit-search.ts'
import { sentenceOf } from './audit-sentence.ts'
import { accountlessActors, changeActs, signInActs, subjectLabels } from './audit-words.ts'

export type AuditEntry = {
  id: string
  at: Date
  /** The account, or a system actor whose `id` is null. */
  who: { name: string; id: string | null }
  clientAddress: string | null
  act: string
  sentence: string
  /** Null where the entry names no subject. */
  on: { name: string; subject: string; id: string | null }
  changed: ChangedField[]
}

const pageSize = 25

/** A page of 25 entries, newest first, by keyset. `older` and `newer`: there are more; `total` stops at 10,001. */
export async function listAudit(admin: AdminActor, search: AuditSearch, page: AuditPage) {
  const narrowed = await narrowedBy(admin, search)
  const read = (pageNumber: AuditPage) =>
    search.q.trim() === ''
      ? readWhole(admin, narrowed, pageNumber)
      : lookUp(admin, narrowed, pageNumber)
  const { rows, total } = await read(page)
  const full = rows.length > pageSize
  if (page?.side === 'newer' && !full) {
    const newest = (await read(null)).rows
    const entries = await inWords(admin, newest.slice(0, pageSize))
    return { entries, older: newest.length > pageSize, newer: false, total }
  }
  const shown = rows.slice(0, pageSize)
  if (page?.side === 'newer') shown.reverse()
  const entries = await inWords(admin, shown)
  const [older, newer] = page?.side === 'newer' ? [true, full] : [full, page !== null]
  return { entries, older, newer, total }
}

type Read = { rows: Row[]; total: number }

async function readWhole(admin: AdminActor, narrowed: Narrowed, page: AuditPage): Promise<Read> {
  const [rows, total] = await Promise.all([pageOf(narrowed, page), count(admin, narrowed)])
  return { rows, total }
}

/** A name can match hundreds of ids, so the matches are read once for count and page. */
async function lookUp(admin: AdminActor, narrowed: Narrowed, page: AuditPage): Promise<Read> {
  const direction = page?.side === 'newer' ? sql`asc` : sql`desc`
  const { ids, total } = await admin.tx
    .with(
      (name) => name('found').materialized(),
      () => narrowed.select(['id', 'at']).limit(countLimit + 1),
    )
    .selectFrom('found')
    .select(sql<number>`count(*)::int`.as('total'))
    .select(
      sql<
        string[]
      >`array(select id from found where ${page ? beyond(page.side, page.id) : sql`true`}
        order by at ${direction}, id ${direction} limit ${pageSize + 1})`.as('ids'),
    )
    .executeTakeFirstOrThrow()
  const onPage = everything(admin).where(sql<SqlBool>`id = any(${ids}::bigint[])`)
  return { rows: await pageOf(total > countLimit ? narrowed : onPage, page), total }
}

/** The newest entry, where an export starts. */
export async function lastEntry(admin: AdminActor): Promise<bigint> {
  const row = await admin.tx
    .selectFrom('audit_log')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0n
}

/** The latest entries about a subject and what belongs to it; at most `count`, newest first. */
export async function latestAuditEntries(
  admin: AdminActor,
  about: string,
  { of, count }: { of: 'changes' | 'sign-ins'; count: number },
): Promise<AuditEntry[]> {
  const narrowed = await narrowedBy(admin, { ...unfilteredSearch, about })
  const found = narrowed.where(sql<SqlBool>`act in (${of === 'changes' ? changing : signing})`)
  return inWords(
    admin,
    await columnsOf(found).orderBy('at', 'desc').orderBy('id', 'desc').limit(count).execute(),
  )
}

const batchSize = 1000

/** The next thousand entries of an export, newest first: older than `after`, or from `upTo`. */
export async function auditBatch(
  admin: AdminActor,
  search: AuditSearch,
  { upTo, after }: { upTo: bigint; after: bigint | null },
): Promise<AuditEntry[]> {
  const narrowed = (await narrowedBy(admin, search)).where('id', '<=', upTo)
  const from = after === null ? narrowed : narrowed.where(beyond('older', after))
  return inWords(
    admin,
    await columnsOf(from).orderBy('at', 'desc').orderBy('id', 'desc').limit(batchSize).execute(),
  )
}

type Row = Awaited<ReturnType<typeof pageOf>>[number]

function pageOf(narrowed: Narrowed, page: AuditPage) {
  const direction = page?.side === 'newer' ? 'asc' : 'desc'
  return columnsOf(page ? narrowed.where(beyond(page.side, page.id)) : narrowed)
    .orderBy('at', direction)
    .orderBy('id', direction)
    .limit(pageSize + 1)
    .execute()
}

function columnsOf(narrowed: Narrowed) {
  return narrowed
    .select(['id', 'at', 'actor', 'actor_id', 'client_address', 'act', 'subject', 'subject_id'])
    .select([sql<Fields | null>`before`.as('before'), sql<Fields | null>`after`.as('after')])
}

/** By (at, id): transactions may end in another order than they begin. */
function beyond(side: 'older' | 'newer', id: bigint) {
  const place = sql`(select k.at, k.id from audit_log k where k.id = ${id})`
  return side === 'older' ? sql<SqlBool>`(at, id) < ${place}` : sql<SqlBool>`(at, id) > ${place}`
}

async function count(admin: AdminActor, narrowed: Narrowed): Promise<number> {
  const { total } = await admin.tx
    .selectFrom(
      narrowed
        .select('id')
        .limit(countLimit + 1)
        .as('some'),
    )
    .select((row) => row.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

type Narrowed = ReturnType<typeof everything>
const everything = (admin: AdminActor) => admin.tx.selectFrom('audit_log')
const changing = sql.join(changeActs)
const signing = sql.join(signInActs)
const changesNothing = sql<SqlBool>`act not in (${changing})`
/** Changes of who may do what: opened accounts, roles and statuses. */
const changesRights = sql<SqlBool>`subject = 'user' and act in (${changing}) and after ?| array['role', 'status']`

async function narrowedBy(admin: AdminActor, search: AuditSearch): Promise<Narrowed> {
  const { q, kind, who, act, subject, about, from, to } = search
  const conditions = []
  if (kind === 'access') conditions.push(sql<SqlBool>`(${changesNothing} or ${changesRights})`)
  else if (kind !== null)
    conditions.push(
      sql<SqlBool>`subject in (${sql.join(subjectsOf(kind))}) and act in (${changing})`,
    )
  if (who !== null && isAccountlessActor(who)) conditions.push(sql<SqlBool>`actor = ${who}`)
  else if (who !== null) conditions.push(sql<SqlBool>`actor_id = ${who}`)
  if (act !== null) conditions.push(sql<SqlBool>`act = ${act}`)
  if (subject !== null) conditions.push(sql<SqlBool>`subject = ${subject}`)
  if (about !== null) {
    const ids = await withOwnInvestments(admin, about)
    conditions.push(sql<SqlBool>`subject_id = any(${ids}::text[])`)
  }
  if (from !== null)
    conditions.push(sql<SqlBool>`at >= ${from}::timestamp at time zone 'Africa/Nairobi'`)
  if (to !== null)
    conditions.push(sql<SqlBool>`at < (${to}::date + 1)::timestamp at time zone 'Africa/Nairobi'`)
  if (q.trim() !== '') {
    const ids = await idsNamed(admin, q)
    conditions.push(
      sql<SqlBool>`(actor_id = any(${ids}::uuid[]) or subject_id = any(${ids}::text[]))`,
    )
  }
  return conditions.reduce((query, condition) => query.where(condition), everything(admin))
}

function subjectsOf(kind: string): string[] {
  return Object.entries(subjectLabels).flatMap(([name, subject]) =>
    subject.kind === kind ? [name] : [],
  )
}

async function inWords(admin: AdminActor, rows: Row[]): Promise<AuditEntry[]> {
  const names = await namesOf(admin, rows)
  return rows.map((row) => {
    const { before, after } = row
    const changed = changedFields(before, after, names)
    return {
      id: String(row.id),
      at: row.at,
      who: { name: whoDid(row, names), id: row.actor_id },
      clientAddress: row.client_address,
      act: row.act,
      sentence: sentenceOf(row, changed),
      on: { name: subjectName(row, names), subject: row.subject, id: row.subject_id },
      changed,
    }
  })
}

function whoDid({ actor, actor_id }: Row, names: ReadonlyMap<string, string>): string {
  const person = actor_id && (names.get(actor_id) ?? 'Someone')
  if (actor === 'import') return person ? `${person}, by an import` : accountlessActors.import
  if (actor === 'link') return person ? `${person}, by a mailed link` : accountlessActors.link
  return person || (isAccountlessActor(actor) ? accountlessActors[actor] : actor)
}

/** Its current name, else its former name, else what it belongs to. */
function subjectName(
  { subject, subject_id, before, after }: Row,
  names: ReadonlyMap<string, string>,
): string {
  const facts = { ...before, ...after }
  const ids = [
    subject_id,
    facts.userId,
    facts.user_id,
    facts.investment_id,
    facts.project_id,
    facts.investorId,
  ]
  for (const id of ids) {
    const name = typeof id === 'string' && names.get(id)
    if (name) return name
  }
  const then = [facts.full_name, facts.name, facts.title, facts.number, facts.email].find(
    (name) => typeof name === 'string',
  )
  return typeof then === 'string' ? then : (wordOf(subject) ?? subject)
}

function wordOf(subject: string): string | null {
  const word = Object.entries(subjectLabels).find(([name]) => name === subject)?.[1].word
  return word ? word.charAt(0).toUpperCase() + word.slice(1) : null
}
