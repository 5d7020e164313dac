-- A statement says beside an entry that it was voided by then, when and why, even when the void counts in a later period. The
-- lines of statements that were issued before say nothing of it, and their hash stays what it was.
alter table app.statement_line
  add voided_on date,
  add void_reason text,
  add check (voided_on is null or kind in ('payment', 'refund', 'adjustment')),
  add check (voided_on is not null or void_reason is null);

create or replace function app.statement_hash(s app.statement, lines app.statement_line[]) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(convert_to(array_to_string(array['statement', s.investor_id::text, to_char(s.from_on, 'YYYY-MM-DD'),
    to_char(s.to_on, 'YYYY-MM-DD'), to_char(s.through_on, 'YYYY-MM-DD'), s.opening_cents::text, s.closing_cents::text,
    s.to_refund_cents::text, s.distributed_cents::text]
    || (select coalesce(array_agg(array_to_string(array[l.source_id::text, l.kind, to_char(l.dated_on, 'YYYY-MM-DD'),
      l.amount_cents::text, l.balance_cents::text]
        || case when l.voided_on is null then '{}' else array['voided', to_char(l.voided_on, 'YYYY-MM-DD'), l.void_reason] end,
      chr(31), '') order by l.place), '{}') from unnest(lines) l),
    chr(30), ''), 'UTF8')), 'hex')
$$;
