import { sql } from 'kysely'
import type { InvestorReader } from '../../platform/database/database.server.ts'
import type { Cents } from '../../values/money.ts'

/**
 * `investmentId` is the related investment, for progress the latest in the project. All new documents are one piece of
 * news. A void's `amount` is the opposite of the voided entry's. Percents are whole.
 */
export type News = {
  id: string
  at: Date
  project: string | null
  investmentId: string | null
} & (
  | {
      kind: EntryKind | ReturnKind | 'investment' | 'cancelled' | 'resumed'
      amount: Cents
    }
  | { kind: 'amount'; amount: Cents; formerAmount: Cents }
  | { kind: 'void'; amount: Cents; voided: EntryKind }
  | { kind: 'documents'; count: number; title: string | null }
  | { kind: 'progress'; percent: number; formerPercent: number | null }
)

type EntryKind = 'payment' | 'refund' | 'adjustment'
/** Sent, or voided after that; declared, or voided before it was sent. */
type ReturnKind = 'return' | 'return-void' | 'declared' | 'declared-void'

/** The first items, the total, and the number of documents. */
export type NewsKind = { news: News[]; total: number; documents: number }

type Row = {
  kind: News['kind']
  id: string
  at: Date
  project: string | null
  investment_id: string | null
  amount: Cents
  former_amount: Cents
  voided: EntryKind
  title: string | null
  percent: number
  former_percent: number | null
  total: number
  documents: number
}

/** Ledger entries that are not voided. */
const entryNews = (since: Date) => sql`
  select e.kind, e.id, e.recorded_at as at, mine.project, mine.id as investment_id, e.amount_cents as amount,
    null::bigint as former_amount, voided.kind as voided, null::text as title, null::integer as percent, null::integer as former_percent,
    0 as documents
  from ledger_entry e join mine on mine.id = e.investment_id left join ledger_entry voided on voided.id = e.voids_id
  where e.recorded_at > ${since}
    and (e.kind <> 'payment' or exists (select from receipt r where r.entry_id = e.id))
    and not exists (select from ledger_entry v where v.voids_id = e.id)`

/** New investments as first agreed, without imported ones that have payments. */
const investmentNews = (since: Date) => sql`
  select 'investment', id, created_at, project, id, coalesce((select a.former_amount_cents from amendment a
      where a.investment_id = mine.id and a.kind = 'amount' order by a.id limit 1), amount_cents), null, null, null, null, null, 0
  from mine
  where created_at > ${since} and status <> 'cancelled' and not exists (
    select from ledger_entry e left join receipt r on r.entry_id = e.id
    where e.investment_id = mine.id and e.kind = 'payment' and r.id is null)`

/** Changes of the agreement; of changes other than the amount only the latest. */
const amendmentNews = (since: Date) => sql`
  select a.kind, a.id, a.amended_at, mine.project, mine.id, a.amount_cents, a.former_amount_cents, null, null, null,
    null, 0
  from amendment a join mine on mine.id = a.investment_id
  where a.amended_at > ${since}
    and not (a.kind <> 'amount' and exists (
      select from amendment later where later.investment_id = a.investment_id and later.kind <> 'amount'
        and later.id > a.id))`

const ownShares = sql`distribution_share s join mine on mine.id = s.investment_id
  left join sent_share t on (t.distribution_id, t.investment_id) = (s.distribution_id, s.investment_id)`

/** Shares of the investor that were sent. */
const returnNews = (since: Date) => sql`
  select 'return', g.id, g.recorded_at, min(mine.project), min(mine.id::text)::uuid, sum(s.amount_cents)::bigint,
    null, null, null, null, null, 0
  from ${ownShares} join distribution_sending g on g.id = t.sending_id
  where g.recorded_at > ${since} and s.amount_cents > 0
    and not exists (select from distribution_void v where v.distribution_id = s.distribution_id)
  group by g.id, g.recorded_at`

/** Shares of the investor that are declared and not sent yet. */
const declaredNews = (since: Date) => sql`
  select 'declared', d.id, d.recorded_at, min(mine.project), min(mine.id::text)::uuid, sum(s.amount_cents)::bigint,
    null, null, null, null, null, 0
  from ${ownShares} join distribution d on d.id = s.distribution_id
  where d.recorded_at > ${since} and s.amount_cents > 0 and t.sending_id is null
    and not exists (select from distribution_void v where v.distribution_id = d.id)
  group by d.id`

/** Voided distributions with a share of the investor. */
const voidedReturnNews = (since: Date) => sql`
  select case when bool_and(t.sending_id is null) then 'declared-void' else 'return-void' end, d.id, v.recorded_at, min(mine.project),
    min(mine.id::text)::uuid, sum(s.amount_cents)::bigint, null, null, null, null, null, 0
  from ${ownShares} join distribution d on d.id = s.distribution_id
  join distribution_void v on v.distribution_id = d.id
  where v.recorded_at > ${since} and s.amount_cents > 0
  group by d.id, v.recorded_at, t.sending_id is null`

/** New documents as one item. */
const documentNews = (since: Date) => sql`
  select 'documents', min(d.id::text)::uuid, max(d.uploaded_at), case count(*) when 1 then min(p.name) end, null,
    null, null, null, case count(*) when 1 then min(d.title) end, null, null, count(*)::integer
  from document d left join project p on p.id = d.project_id
  where d.status = 'active' and d.uploaded_at > ${since}
  having count(*) > 0`

/** Progress of projects with an active or completed investment. */
const progressNews = (since: Date) => sql`
  select 'progress', u.id, u.created_at, held.project, held.id, null, null, null, null, u.progress_percent, former.percent, 0
  from project_update u
  join (select distinct on (project_id) project_id, id, project from mine where status in ('active', 'completed')
    order by project_id, invested_on desc, id desc) held on held.project_id = u.project_id
  left join lateral (select b.progress_percent as percent from project_update b
    where b.project_id = u.project_id and (b.dated_on, b.id) < (u.dated_on, u.id)
    order by b.dated_on desc, b.id desc limit 1) former on true
  where u.created_at > ${since}`

/**
 * What was recorded after this moment: money, then documents, then progress, each newest first. A
 * void replaces its entry. Imports are excluded.
 */
export async function newsSince(
  reader: InvestorReader,
  since: Date,
  most: number,
): Promise<NewsKind> {
  const me = reader.investorId
  const { rows } = await sql<Row>`
    with mine as (
      select i.id, i.project_id, i.status, i.invested_on, i.amount_cents, i.created_at, p.name as project
      from investment i left join project p on p.id = i.project_id where i.investor_id = ${me}
    ), news as (
      ${entryNews(since)} union all
      ${investmentNews(since)} union all
      ${amendmentNews(since)} union all
      ${returnNews(since)} union all
      ${declaredNews(since)} union all
      ${voidedReturnNews(since)} union all
      ${documentNews(since)} union all
      ${progressNews(since)}
    )
    select kind, id, at, project, investment_id, amount, former_amount, voided, title, percent, former_percent, documents,
      (count(*) over ())::integer as total
    from news
    order by kind = 'documents' desc, kind = 'progress', at desc, id desc limit ${most}`.execute(
    reader.tx,
  )
  const news = rows.map(newsIn)
  const [documents, rest] = [news.filter(isDocuments), news.filter((piece) => !isDocuments(piece))]
  const progress = rest.filter(({ kind }) => kind === 'progress')
  return {
    news: [...rest.filter(({ kind }) => kind !== 'progress'), ...documents, ...progress],
    total: rows[0]?.total ?? 0,
    documents: documents[0]?.count ?? 0,
  }
}

const isDocuments = (piece: News): piece is News & { kind: 'documents' } =>
  piece.kind === 'documents'

function newsIn({ kind, id, at, project, investment_id: investmentId, ...row }: Row): News {
  const about = { id, at, project, investmentId }
  switch (kind) {
    case 'documents':
      return { ...about, kind, count: row.documents, title: row.title }
    case 'progress':
      return { ...about, kind, percent: row.percent, formerPercent: row.former_percent }
    case 'void':
      return { ...about, kind, amount: row.amount, voided: row.voided }
    case 'amount':
      return { ...about, kind, amount: row.amount, formerAmount: row.former_amount }
    default:
      return { ...about, kind, amount: row.amount }
  }
}
