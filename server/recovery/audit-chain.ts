import type pg from 'pg'

/** A copy of app.audit_row_text, because someone who alters the log could alter that function too. */
const rowText = `jsonb_build_array(a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), a.actor,
  a.actor_id, a.client_address, a.act, a.subject, a.subject_id, a.before, a.after)::text`

/** Recomputes every seal from the log's rows, and its link to the one before. */
const seals = `
  select s.number, s.first_id, s.last_id, s.row_ids, s.row_hashes, s.row_count as sealed, b.row_count as there,
    b.hash = s.hash and b.row_count = s.row_count as whole,
    s.number = coalesce(lag(s.number) over chain, 0) + 1 and s.first_id = coalesce(lag(s.last_id) over chain, 0) + 1
      and s.previous_hash = coalesce(lag(s.hash) over chain, '') as linked
  from app.audit_seal s cross join lateral (
    select count(*)::integer as row_count, encode(sha256(convert_to(
        jsonb_build_array(s.number, s.first_id, s.last_id, count(*), s.previous_hash)::text || E'\\n'
          || coalesce(string_agg(${rowText}, E'\\n' order by a.id), ''), 'UTF8')), 'hex') as hash
    from app.audit_log a where a.id between s.first_id and s.last_id) b
  window chain as (order by s.number)`

/** At most five rows. */
const listed = (row: string, condition: string) => `
  array_to_string((array_agg(${row} order by kept.id) filter (where ${condition}))[1:5], ', ')
    || case when count(*) filter (where ${condition}) > 5 then ', …' else '' end`

/** Rows of a broken seal that are missing or altered. Earlier versions stored no row hashes. */
const namedRows = `
  select ${listed("concat(a.id, ' (', a.act, ' ', a.subject, ')')", 'a.id is not null')} as altered,
    ${listed('kept.id::text', 'a.id is null')} as missing, count(*) filter (where a.id is null) as gone
  from unnest(seal.row_ids, seal.row_hashes) as kept (id, hash) left join app.audit_log a on a.id = kept.id
  where not seal.whole and kept.hash is distinct from
    ('x' || left(encode(sha256(convert_to(${rowText}, 'UTF8')), 'hex'), 16))::bit(64)::bigint`

const findings = `
  select number, format('seal %s (rows %s to %s): ', number, first_id, last_id) || coalesce(nullif(concat_ws('; ',
      'altered since it was sealed: row ' || altered,
      case when gone > 0 or there < sealed then
        concat(format('taken out since it was sealed: %s of %s rows', greatest(gone, sealed - there), sealed), ': row ' || missing) end,
      case when there > sealed then
        format('put in since it was sealed: %s rows more than %s', there - sealed, sealed) end), ''),
    case when whole then 'it does not follow on the seal before it' else 'a row, or the seal, was altered' end) as finding
    from (${seals}) seal cross join lateral (${namedRows}) named where not (whole and linked)
  union all select null, 'the last seal the worker made is not the last one any more: ' || sealed_hash from app.audit_mark
    where sealed_hash <> coalesce((select hash from app.audit_seal order by number desc limit 1), '')
  union all select null, 'what the worker keeps of the last seal is gone'
    where not exists (select from app.audit_mark) and exists (select from app.audit_seal)
  union all select null, format('no seal is %s: seals were taken away, or made again over altered rows, or a state of before it was restored', $1::text)
    where $1::text is not null and not exists (select from app.audit_seal where hash = $1::text)
  order by number`

export type AuditChain = {
  findings: string[]
  seals: number
  sealed: number
  unsealed: number
  head: string | null
}

/** Findings about the sealed audit log, and the number of seals. `noted` is a seal's hash stored elsewhere. */
export async function checkAuditChain(
  client: pg.Client,
  noted: string | null,
): Promise<AuditChain> {
  const { rows: found } = await client.query<{ finding: string }>(findings, [noted])
  const { rows } = await client.query<Omit<AuditChain, 'findings'>>(
    `select count(*)::integer as seals, coalesce(sum(row_count), 0)::float8 as sealed,
       (select count(*)::float8 from app.audit_log where id > coalesce((select max(last_id) from app.audit_seal), 0)) as unsealed,
       (select hash from app.audit_seal order by number desc limit 1) as head
     from app.audit_seal`,
  )
  const [counts] = rows
  if (!counts) throw new Error('The seals of the audit log cannot be counted.')
  return { findings: found.map(({ finding }) => finding), ...counts }
}
