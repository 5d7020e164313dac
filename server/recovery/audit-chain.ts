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

/**
 * What is wrong with the sealed rows of the audit log, how many are sealed, and how many are not yet. `noted` is the hash of
 * a seal as somebody wrote it down elsewhere: it has to be one of the chain still.
 */
export async function checkAuditChain(client: pg.Client, noted: string | null): Promise<AuditChain> {
  const { rows: broken } = await client.query<Broken>(brokenSeals)
  const { rows } = await client.query<Omit<AuditChain, 'findings'>>(
    `select count(*)::integer as seals, coalesce(sum(row_count), 0)::float8 as sealed,
       (select count(*)::float8 from app.audit_log where id > coalesce((select max(last_id) from app.audit_seal), 0)) as unsealed,
       (select hash from app.audit_seal order by number desc limit 1) as head
     from app.audit_seal`,
  )
  const [counts] = rows
  if (!counts) throw new Error('The seals of the audit log cannot be counted.')
  const missed = [...(await unsealedAgain(client)), ...(noted === null ? [] : await notInChain(client, noted))]
  return { findings: [...broken.map(sentenceOf), ...missed], ...counts }
}

/** The last seals leave no gap behind; the mark of the worker knows how far they went. */
async function unsealedAgain(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ rows: number; first: string; last: string }>(
    'select row_count::float8 as rows, first_id::text as first, last_id::text as last from app.unsealed_again()',
  )
  return rows
    .filter((again) => again.rows > 0)
    .map(({ first, last }) => `rows ${first} to ${last} were sealed once and are not any more: seals were taken away`)
}

async function notInChain(client: pg.Client, noted: string): Promise<string[]> {
  const { rowCount } = await client.query('select from app.audit_seal where hash = $1', [noted])
  return rowCount === 0 ? [`no seal is ${noted}: seals were taken away, or made again over altered rows`] : []
}

function sentenceOf({ number, first, last, sealed, there, whole, linked }: Broken): string {
  const seal = `seal ${number} (rows ${first} to ${last})`
  if (there < sealed) return `${seal}: taken out since it was sealed: ${sealed - there} of ${sealed} rows`
  if (there > sealed) return `${seal}: put in since it was sealed: ${there - sealed} rows more than ${sealed}`
  if (!whole) return `${seal}: a row, or the seal, was altered`
  return linked ? seal : `${seal}: it does not follow on the seal before it`
}
