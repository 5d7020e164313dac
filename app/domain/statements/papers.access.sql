-- A name as /verify shows it: the first letter of each word, and no length.
create or replace function app.masked_name(p_name text) returns text language sql immutable
set search_path = pg_catalog, pg_temp as $$
  select string_agg(left(word, 1) || '••••', ' ' order by place)
  from regexp_split_to_table(btrim(p_name), '\s+') with ordinality as words (word, place)
$$;

-- What anyone may learn of an issued document by its code: kind, number, validity, amount, day and the masked name. An
-- altered document is unknown. Genuine codes are always answered, so that a shared network is never locked out; with 80 random
-- bits that does not help guessing (docs/security.md). Unknown codes are counted per network and hour and refused until
-- `retry_at`; such calls of one network are serialised.
drop function if exists app.verify_paper(text, text, integer, timestamptz);
create function app.verify_paper(p_code text, p_client_hash text, p_allowed integer, p_now timestamptz)
returns table (kind text, state text, amount_cents bigint, dated_on date, changed_on date,
  voided_since_cents bigint, retry_at timestamptz, paid_minor bigint, paid_currency text, lines jsonb, number text,
  masked_name text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  free_at timestamptz;
begin
  return query
    select 'receipt'::text, case when v.id is null then 'genuine' else 'voided' end, r.amount_cents, r.received_on,
      v.dated_on, 0::bigint, null::timestamptz, r.paid_minor, r.paid_currency, null::jsonb, r.number,
      app.masked_name(r.investor_name)
    from app.receipt r left join app.ledger_entry v on v.voids_id = r.entry_id
    where r.code = p_code and r.sha256 = app.receipt_hash(r)
    union all
    select 'statement', case when n.id is null then 'genuine' else 'replaced' end, s.closing_cents, s.through_on,
      (n.issued_at at time zone 'Africa/Nairobi')::date,
      case when n.id is null then app.voided_since(s.investor_id, s.through_on) else 0 end, null, null, null, null,
      s.from_on || '/' || s.to_on, app.masked_name(s.investor_name)
    from app.statement s left join app.statement n on n.replaces_id = s.id
    where s.code = p_code and s.sha256 = app.statement_hash(s,
      array(select l from app.statement_line l where l.statement_id = s.id order by l.place))
    union all
    select 'schedule', case when i.status = 'cancelled' then 'voided' when n.id is null then 'genuine' else 'replaced' end,
      p.amount_cents, p.agreed_on,
      case when i.status = 'cancelled' then i.cancelled_on else (n.created_at at time zone 'Africa/Nairobi')::date end,
      0, null, null, null,
      (select jsonb_agg(jsonb_build_object('position', l.position, 'amount', l.amount_cents::text,
          'dueOn', case when m.id is null then l.due_on end, 'milestone', m.name, 'days', l.days_after) order by l.position)
        from app.plan_line l left join app.milestone m on m.id = l.milestone_id where l.plan_id = p.id),
      (select c.code from app.payment_reference c where c.investment_id = i.id), app.masked_name(v.full_name)
    from app.payment_plan p join app.investment i on i.id = p.investment_id join app.investor v on v.id = i.investor_id
      left join app.payment_plan n on n.investment_id = p.investment_id and n.version = p.version + 1
    where p.code = p_code;
  if found then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('msingi unknown code'), hashtext(p_client_hash));
  select u.tried_at + interval '1 hour' into free_at from app.unknown_code u
    where u.client_hash = p_client_hash and u.tried_at > p_now - interval '1 hour'
    order by u.tried_at desc, u.id desc offset p_allowed - 1 limit 1;
  if free_at is not null then
    return query select null::text, 'too-many'::text, null::bigint, null::date, null::date, null::bigint, free_at, null::bigint, null::text, null::jsonb,
      null::text, null::text;
    return;
  end if;
  insert into app.unknown_code (client_hash, tried_at) values (p_client_hash, p_now);
end $$;

-- Whether a typed name is the one on a document: without accents, case and the order of its words. Nothing of the name is
-- stored. Each network and each document has its own number of tries an hour, counted as unknown codes are.
create or replace function app.verify_name(p_code text, p_name text, p_client_hash text, p_paper_hash text, p_allowed integer,
  p_now timestamptz)
returns table (state text, retry_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  name_on_it text;
  free_at timestamptz;
begin
  select coalesce(
    (select r.investor_name from app.receipt r where r.code = p_code and r.sha256 = app.receipt_hash(r)),
    (select s.investor_name from app.statement s where s.code = p_code and s.sha256 = app.statement_hash(s,
      array(select l from app.statement_line l where l.statement_id = s.id order by l.place))),
    (select v.full_name from app.payment_plan p join app.investment i on i.id = p.investment_id
      join app.investor v on v.id = i.investor_id where p.code = p_code)) into name_on_it;
  if name_on_it is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('msingi unknown code'), hashtext(counted))
    from unnest(array[p_client_hash, p_paper_hash]) counted order by counted;
  select max(latest.free_at) into free_at from unnest(array[p_client_hash, p_paper_hash]) counted,
    lateral (select u.tried_at + interval '1 hour' as free_at from app.unknown_code u
      where u.client_hash = counted and u.tried_at > p_now - interval '1 hour'
      order by u.tried_at desc, u.id desc offset p_allowed - 1 limit 1) latest;
  if free_at is not null then
    return query select 'too-many'::text, free_at;
    return;
  end if;
  insert into app.unknown_code (client_hash, tried_at) values (p_client_hash, p_now), (p_paper_hash, p_now);
  return query select case when app.words_of_name(p_name) = app.words_of_name(name_on_it) then 'same' else 'other' end,
    null::timestamptz;
end $$;

create or replace function app.words_of_name(p_name text) returns text[] language sql immutable
set search_path = pg_catalog, pg_temp as $$
  select array(select word from regexp_split_to_table(regexp_replace(app.folded(p_name), '[-.,]', ' ', 'g'), '\s+') word
    where word <> '' order by word)
$$;
revoke all on function app.verify_paper, app.verify_name, app.masked_name, app.words_of_name from public;
grant execute on function app.verify_name to msingi_guest;
grant execute on function app.verify_paper to msingi_guest;
grant select, delete on app.unknown_code to msingi_system;
