import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { matching } from '../../platform/database/search.server.ts'
import { isId } from '../../values/id.ts'
import type { Fields, Names } from './audit-change.ts'

type Named = {
  actor_id: string | null
  subject_id: string | null
  before: Fields | null
  after: Fields | null
}

/** The current names behind every id in these entries, of any kind, in one query. */
export async function namesOf(admin: AdminActor, entries: Named[]): Promise<Names> {
  const ids = [...new Set(entries.flatMap(idsIn))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    with asked as (select unnest(${ids}::uuid[]) as id)
    select a.id, a.name from auth.sign_in_account a join asked using (id)
    union all select o.id, a.name from auth.secret_owner o join asked using (id)
      join auth.sign_in_account a on a.id = o.user_id
    union all select i.id, i.full_name from investor i join asked using (id)
    union all select p.id, p.name from project p join asked using (id)
    union all select v.id, p.name || ', ' || i.full_name from investment v join asked using (id)
      join project p on p.id = v.project_id join investor i on i.id = v.investor_id
    union all select e.id, p.name || ', ' || i.full_name from ledger_entry e join asked using (id)
      join investment v on v.id = e.investment_id
      join project p on p.id = v.project_id join investor i on i.id = v.investor_id
    union all select r.id, r.number || ', ' || r.investor_name from receipt r join asked using (id)
    union all select s.id, s.investor_name || ', ' || to_char(s.through_on, 'FMDD Mon YYYY') from statement s join asked using (id)
    union all select d.id, p.name || ', ' || to_char(d.dated_on, 'FMDD Mon YYYY') from distribution d join asked using (id)
      join project p on p.id = d.project_id
    union all select g.id, p.name || ', ' || to_char(g.sent_on, 'FMDD Mon YYYY') from distribution_sending g join asked using (id)
      join distribution d on d.id = g.distribution_id join project p on p.id = d.project_id
    union all select d.id, d.title from document d join asked using (id)
    union all select w.id, w.title from proposal w join asked using (id)
    union all select n.id, n.title from notification n join asked using (id)
    union all select q.id, q.name from inquiry q join asked using (id)
    union all select t.id, q.name from inquiry_note t join asked using (id) join inquiry q on q.id = t.inquiry_id`.execute(
    admin.tx,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function idsIn({ actor_id, subject_id, before, after }: Named): string[] {
  const values = [
    actor_id,
    subject_id,
    ...Object.values(before ?? {}),
    ...Object.values(after ?? {}),
  ]
  return values.filter((value): value is string => typeof value === 'string' && isId(value))
}

/** Limits a search that matches too much. */
const mostOfEach = 100

/** The ids of people, projects and documents whose name, email or title matches. */
export async function idsNamed(admin: AdminActor, words: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select id from auth.sign_in_account where ${matching(words, ['name', 'email'])} limit ${mostOfEach})
    union all (select id from investor where ${matching(words, ['full_name', 'email'])} limit ${mostOfEach})
    union all (select id from project where ${matching(words, ['name'])} limit ${mostOfEach})
    union all (select id from document where ${matching(words, ['title'])} limit ${mostOfEach})
    union all (select id from notification where ${matching(words, ['title'])} limit ${mostOfEach})`.execute(
    admin.tx,
  )
  const ids = rows.map(({ id }) => id)
  return ids.length === 0
    ? ids
    : [...(await withInvestments(admin, ids)), ...(await secretsOf(admin, ids))]
}

/** Password and second-factor rows, which belong to their account. */
async function secretsOf({ tx }: AdminActor, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from auth.secret_owner where user_id = any(${ids}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Investments and their payments belong to project and investor alike. */
async function withInvestments({ tx }: AdminActor, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with held as (
      (select id from investment where investor_id = any(${ids}::uuid[]) limit 250)
      union (select of_project.id from unnest(${ids}::uuid[]) as asked (id) cross join lateral
        (select v.id from investment v where v.project_id = asked.id limit 250) of_project limit 250))
    select id from held union all select e.id from ledger_entry e join held on held.id = e.investment_id`.execute(
    tx,
  )
  return [...ids, ...rows.map(({ id }) => id)]
}

/** An id with its own: an investment's entries and receipts; an investor's account and investments. */
export async function withOwnInvestments({ tx }: AdminActor, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with account as (select user_id as id from investor where id = ${id} and user_id is not null),
      held as (select id from investment where investor_id = ${id} limit 500),
      entry as (select e.id from ledger_entry e
        where e.investment_id = any(array(select ${id}::uuid union all select id from held)) limit 2000)
    select id from account union all select o.id from auth.secret_owner o join account on account.id = o.user_id
    union all select id from held
    union all select id from entry union all select r.id from receipt r join entry on entry.id = r.entry_id`.execute(
    tx,
  )
  return [id, ...rows.map((row) => row.id)]
}
