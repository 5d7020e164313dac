-- Papers that anybody can check. A code has 80 random bits, in letters and digits that nobody takes for one another: the
-- codes of before were shorter, and had been shown to nobody.
create function app.paper_code() returns text language sql volatile set search_path = pg_catalog, pg_temp as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + substring(bits from 5 * place + 1 for 5)::bit(5)::int, 1)
    || case when place in (3, 7, 11) then '-' else '' end, '' order by place)
  -- The digits of a random UUID that are none of its version and variant.
  from (select ('x' || substr(digits, 1, 12) || substr(digits, 19, 8))::bit(80) as bits
        from (select encode(uuid_send(gen_random_uuid()), 'hex') as digits) random) drawn,
    generate_series(0, 15) place
$$;

-- A receipt keeps all that its paper says, as it was issued, with a hash over it that is written once.
alter table app.receipt disable trigger never_changes;
alter table app.receipt drop constraint receipt_code_check;
alter table app.receipt
  add column method text,
  add column reference text,
  add column agreed_cents bigint,
  add column received_cents bigint,
  add column sha256 text;

create function app.receipt_hash(r app.receipt) returns text language sql stable set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(convert_to(array_to_string(array['receipt', r.year::text, r.sequence::text, r.code,
    r.entry_id::text, r.investor_id::text, r.investor_name, r.project_name, r.method, r.reference,
    r.amount_cents::text, r.agreed_cents::text, r.received_cents::text, to_char(r.received_on, 'YYYY-MM-DD'),
    extract(epoch from r.issued_at)::text], chr(31), ''), 'UTF8')), 'hex')
$$;

-- What had come in when it was issued: by the entries written until then. The amount agreed on then is no longer known.
update app.receipt r set code = app.paper_code(), method = e.method, reference = e.reference,
  received_cents = so_far.cents, agreed_cents = greatest(i.amount_cents, so_far.cents)
from app.ledger_entry e
join app.investment i on i.id = e.investment_id
cross join lateral (select sum(s.amount_cents)::bigint as cents from app.ledger_entry s
  where s.investment_id = e.investment_id and (s.recorded_at, s.id) <= (e.recorded_at, e.id)) so_far
where e.id = r.entry_id;
update app.receipt r set sha256 = app.receipt_hash(r);

alter table app.receipt
  alter column code set default app.paper_code(),
  add constraint code_is_long check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$'),
  alter column agreed_cents set not null,
  alter column received_cents set not null,
  alter column sha256 set not null,
  -- The trigger below writes it.
  alter column sha256 set default '',
  add constraint hash_is_whole check (length(sha256) = 64);
alter table app.receipt enable trigger never_changes;

create function app.seal_receipt() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.sha256 := app.receipt_hash(new);
  return new;
end $$;
create trigger seal before insert on app.receipt for each row execute function app.seal_receipt();

-- Codes that somebody tried and nobody has, per client network of the last hour, which is kept as a keyed hash only.
create table app.unknown_code (
  id bigint primary key generated always as identity,
  client_hash text not null,
  tried_at timestamptz not null
);
create index on app.unknown_code (client_hash, tried_at);
create index on app.unknown_code (tried_at);
