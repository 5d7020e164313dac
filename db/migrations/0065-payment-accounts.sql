-- Where investors pay: a paybill, till, bank account or wallet of the company. One that is no longer used is closed and
-- kept, because payments name it. When its details changed is shown to investors, so the database notes it.
create table app.payment_account (
  id uuid primary key default app.new_id(),
  kind text not null check (kind in ('paybill', 'till', 'bank', 'wallet')),
  name text not null check (length(name) between 1 and 80),
  number text not null check (length(number) between 1 and 40),
  currency text not null check (currency in ('USD', 'KES', 'SOS', 'SLSH', 'EUR', 'GBP')),
  how_to_pay text check (length(how_to_pay) between 1 and 600),
  -- How a bank's paybill wants its own account number in front: `441211#{reference}`.
  reference_pattern text check (length(reference_pattern) <= 40 and reference_pattern like '%{reference}%'),
  version integer not null default 1,
  details_changed_at timestamptz not null default now(),
  closed_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index one_open_account_per_number on app.payment_account (number, currency) where closed_at is null;

create function app.note_payment_account_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.version := old.version + 1;
  if (new.kind, new.name, new.number, new.currency) is distinct from (old.kind, old.name, old.number, old.currency)
    or (new.how_to_pay, new.reference_pattern) is distinct from (old.how_to_pay, old.reference_pattern)
    or (old.closed_at is not null and new.closed_at is null) then
    new.details_changed_at := now();
  end if;
  return new;
end $$;
create trigger note_change before update on app.payment_account for each row
  execute function app.note_payment_account_change();
create trigger audit after insert or update or delete on app.payment_account for each row
  execute function app.audit('id', 'kind', 'name', 'number', 'currency', 'how_to_pay', 'reference_pattern',
    'closed_at');
revoke all on function app.note_payment_account_change from public;
