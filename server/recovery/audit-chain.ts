import type pg from 'pg'

type Broken = {
  number: number
  first: string
  last: string
  sealed: number
  there: number
  whole: boolean
  linked: boolean
}

/** Computes every seal again from the rows that stand in the log now, and looks whether each follows on the one before. */
const brokenSeals = `
  select number, first, last, sealed, there, whole, linked from (
    select s.number, s.first_id::text as first, s.last_id::text as last, s.row_count as sealed, b.row_count as there,
      b.hash = s.hash and b.row_count = s.row_count as whole,
      s.number = coalesce(lag(s.number) over chain, 0) + 1 and s.first_id = coalesce(lag(s.last_id) over chain, 0) + 1
        and s.previous_hash = coalesce(lag(s.hash) over chain, '') as linked
    from app.audit_seal s cross join lateral app.audit_batch(s.number, s.first_id, s.last_id, s.previous_hash) b
    window chain as (order by s.number)) seal
  where not (whole and linked) order by number`

export type AuditChain = { findings: string[]; seals: number; sealed: number; unsealed: number; head: string | null }

/** What is wrong with the sealed rows of the audit log, how many are sealed, and how many are not yet. */
export async function checkAuditChain(client: pg.Client): Promise<AuditChain> {
  const { rows: broken } = await client.query<Broken>(brokenSeals)
  const { rows } = await client.query<Omit<AuditChain, 'findings'>>(
    `select count(*)::integer as seals, coalesce(sum(row_count), 0)::float8 as sealed,
       (select count(*)::float8 from app.audit_log where id > coalesce((select max(last_id) from app.audit_seal), 0)) as unsealed,
       (select hash from app.audit_seal order by number desc limit 1) as head
     from app.audit_seal`,
  )
  const [counts] = rows
  if (!counts) throw new Error('The seals of the audit log cannot be counted.')
  return { findings: broken.map(sentenceOf), ...counts }
}

function sentenceOf({ number, first, last, sealed, there, whole, linked }: Broken): string {
  const seal = `seal ${number} (rows ${first} to ${last})`
  if (there < sealed) return `${seal}: of ${sealed} rows that were sealed, ${sealed - there} were taken out`
  if (there > sealed) return `${seal}: ${there - sealed} rows were put in after ${sealed} were sealed`
  if (!whole) return `${seal}: a row, or the seal, was altered`
  return linked ? seal : `${seal}: it does not follow on the seal before it`
}
