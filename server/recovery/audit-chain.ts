import type pg from 'pg'

type Broken = {
  number: number
  first: string
  last: string
  sealed: number
  there: number
  whole: boolean
  linked: boolean
  altered: string[]
  missing: string[]
}

/**
 * A row as app.audit_row_text has it, which can never be another, written out: who can alter the log can alter the
 * functions of the database, too.
 */
const rowText = `jsonb_build_array(a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), a.actor,
  a.actor_id, a.client_address, a.act, a.subject, a.subject_id, a.before, a.after)::text`

/** Computes every seal again from the rows that stand in the log now, and looks whether each follows on the one before. */
const brokenSeals = `
  select number, first, last, sealed, there, whole, linked, named.altered, named.missing from (
    select s.number, s.row_ids, s.row_hashes, s.first_id::text as first, s.last_id::text as last, s.row_count as sealed, b.row_count as there,
      b.hash = s.hash and b.row_count = s.row_count as whole,
      s.number = coalesce(lag(s.number) over chain, 0) + 1 and s.first_id = coalesce(lag(s.last_id) over chain, 0) + 1
        and s.previous_hash = coalesce(lag(s.hash) over chain, '') as linked
    from app.audit_seal s cross join lateral (
      select count(*)::integer as row_count, encode(sha256(convert_to(
          jsonb_build_array(s.number, s.first_id, s.last_id, count(*), s.previous_hash)::text || E'\\n'
            || coalesce(string_agg(${rowText}, E'\\n' order by a.id), ''), 'UTF8')), 'hex') as hash
      from app.audit_log a where a.id between s.first_id and s.last_id) b
    window chain as (order by s.number)) seal
  cross join lateral (
    select
      coalesce(array_agg(concat(a.id, ' (', a.act, ' ', a.subject, ')') order by a.id) filter (where a.id is not null), '{}')
        as altered,
      coalesce(array_agg(kept.id::text order by kept.id) filter (where a.id is null), '{}') as missing
    from unnest(seal.row_ids, seal.row_hashes) as kept (id, hash) left join app.audit_log a on a.id = kept.id
    where not seal.whole and kept.hash is distinct from
      ('x' || left(encode(sha256(convert_to(${rowText}, 'UTF8')), 'hex'), 16))::bit(64)::bigint) named
  where not (whole and linked) order by number`

/** What no chain covers: ids count from 1, and a seal knows nothing of centuries, so that these two would slip through. */
const impossibleRows = `
  select id::text as id, count(*) over ()::float8 as of from app.audit_log
  where id < 1 or at not between '2000-01-01Z' and now() + interval '1 day' order by audit_log.id limit 3`

export type AuditChain = {
  findings: string[]
  seals: number
  sealed: number
  unsealed: number
  head: string | null
}

/**
 * What is wrong with the sealed rows of the audit log, how many are sealed, and how many are not yet. `noted` is the hash of
 * a seal as somebody wrote it down elsewhere: it has to be one of the chain still.
 */
export async function checkAuditChain(
  client: pg.Client,
  noted: string | null,
): Promise<AuditChain> {
  const { rows: broken } = await client.query<Broken>(brokenSeals)
  const { rows } = await client.query<Omit<AuditChain, 'findings'> & { marked: string | null }>(
    `select count(*)::integer as seals, coalesce(sum(row_count), 0)::float8 as sealed,
       (select count(*)::float8 from app.audit_log where id > coalesce((select max(last_id) from app.audit_seal), 0)) as unsealed,
       (select hash from app.audit_seal order by number desc limit 1) as head,
       (select sealed_hash from app.audit_mark) as marked
     from app.audit_seal`,
  )
  const [counts] = rows
  if (!counts) throw new Error('The seals of the audit log cannot be counted.')
  const { marked, ...chain } = counts
  const findings = [...broken.map(sentenceOf), ...(await findImpossible(client))]
  if (marked !== null && marked !== (chain.head ?? '')) {
    findings.push(`the last seal the worker made is not the last one any more: ${marked}`)
  }
  if (marked === null && chain.seals > 0)
    findings.push('what the worker keeps of the last seal is gone')
  if (noted !== null && !(await isInChain(client, noted))) {
    findings.push(
      `no seal is ${noted}: seals were taken away, or made again over altered rows, or a state of before it was restored`,
    )
  }
  return { findings, ...chain }
}

async function findImpossible(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string; of: number }>(impossibleRows)
  const [first] = rows
  if (!first) return []
  const more = first.of > rows.length ? ', …' : ''
  return [
    `rows with a number or a time that no row is given: ${first.of} (${rows.map(({ id }) => id).join(', ')}${more})`,
  ]
}

async function isInChain(client: pg.Client, noted: string): Promise<boolean> {
  const { rowCount } = await client.query('select from app.audit_seal where hash = $1', [noted])
  return rowCount !== 0
}

const mostNamed = 5

const listed = (rows: string[]) =>
  [...rows.slice(0, mostNamed), ...(rows.length > mostNamed ? ['…'] : [])].join(', ')

function sentenceOf(broken: Broken): string {
  const { number, first, last, whole, linked } = broken
  const seal = `seal ${number} (rows ${first} to ${last})`
  const findings = rowFindings(broken)
  if (findings.length > 0) return `${seal}: ${findings.join('; ')}`
  if (!whole) return `${seal}: a row, or the seal, was altered`
  return linked ? seal : `${seal}: it does not follow on the seal before it`
}

/** Seals of earlier versions do not name their rows: then only their number is known. */
function rowFindings({ sealed, there, altered, missing }: Broken): string[] {
  const out = sealed - there
  const findings: string[] = []
  if (altered.length > 0) findings.push(`altered since it was sealed: row ${listed(altered)}`)
  if (out > 0 || missing.length > 0) {
    const named = missing.length > 0 ? `: row ${listed(missing)}` : ''
    findings.push(
      `taken out since it was sealed: ${Math.max(out, missing.length)} of ${sealed} rows${named}`,
    )
  }
  if (out < 0) findings.push(`put in since it was sealed: ${-out} rows more than ${sealed}`)
  return findings
}
