-- A receipt says which unit or share the payment was for, as it was called when it was issued. From version 3 on its hash
-- covers that too; earlier receipts keep the hash that they were issued with.
alter table app.receipt
  drop constraint receipt_version_check,
  add constraint receipt_version_check check (version between 1 and 3),
  add column owned text check (length(owned) between 1 and 80),
  add constraint version_2_names_no_unit check (version > 2 or owned is null);

create or replace function app.receipt_hash(r app.receipt) returns text language sql stable
set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(convert_to(array_to_string(array['receipt', r.year::text, r.sequence::text, r.code,
    r.entry_id::text, r.investor_id::text, r.investor_name, r.project_name, r.method, r.reference,
    r.amount_cents::text, r.agreed_cents::text, r.received_cents::text, to_char(r.received_on, 'YYYY-MM-DD'),
    extract(epoch from r.issued_at)::text]
    || case when r.version >= 2 then array['version ' || r.version, r.paid_minor::text, r.paid_currency, r.rate::text,
      r.rate_source, to_char(r.rate_on, 'YYYY-MM-DD'), r.payer_name, r.account_name] else array[]::text[] end
    || case when r.version >= 3 then array[r.owned] else array[]::text[] end, chr(31), ''), 'UTF8')), 'hex')
$$;
