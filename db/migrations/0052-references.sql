-- A transfer has one reference. The same one again, compared without case, blanks and punctuation, is recorded only when
-- someone says so, which stays with the entry and in the log. Concurrent payments with one reference are serialised; there
-- are a few hundred locks, because an import may take them all.
create function app.reference_key(p_reference text) returns text language sql immutable parallel safe
set search_path = pg_catalog, pg_temp as $$
  select nullif(lower(regexp_replace(normalize(p_reference, NFKC) collate "und-x-icu", '[^[:alnum:]]', '', 'g')), '')
$$;
create function app.hold_references(p_references text[]) returns void language plpgsql
set search_path = pg_catalog, pg_temp as $$
declare
  slot integer;
begin
  for slot in select distinct hashtext(app.reference_key(r)) & 255 from unnest(p_references) r
    where app.reference_key(r) is not null order by 1 loop
    perform pg_advisory_xact_lock(hashtext('msingi references'), slot);
  end loop;
end $$;

alter table app.ledger_entry add column repeats_reference boolean not null default false,
  add constraint payments_repeat_references check (not repeats_reference or kind = 'payment');
create index on app.ledger_entry (app.reference_key(reference))
  where kind = 'payment' and method in ('mobile-money', 'bank-transfer') and reference is not null;

create function app.check_reference() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform app.hold_references(array[new.reference]);
  if exists (
    select from app.ledger_entry e
    where app.reference_key(e.reference) = app.reference_key(new.reference) and e.kind = 'payment'
      and e.method in ('mobile-money', 'bank-transfer') and e.reference is not null
      and not exists (select from app.ledger_entry v where v.voids_id = e.id)
  ) then
    raise exception 'a payment with this reference is recorded already' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_reference before insert on app.ledger_entry for each row
  when (new.kind = 'payment' and new.method in ('mobile-money', 'bank-transfer') and new.reference is not null
    and not new.repeats_reference)
  execute function app.check_reference();

drop trigger audit on app.ledger_entry;
create trigger audit after insert on app.ledger_entry for each row
  execute function app.audit('id', 'investment_id', 'kind', 'amount_cents', 'dated_on', 'voids_id', 'reason', 'method',
    'reference', 'note', 'imported', 'repeats_reference');
revoke all on function app.reference_key, app.hold_references, app.check_reference from public;
grant execute on function app.reference_key, app.hold_references to msingi_admin;
