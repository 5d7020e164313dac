-- What an investor sends in to say that they have paid: the message of the provider, or a picture of the bank's slip. It
-- proves nothing by itself, and waits for the transaction of the statement.
create table app.payment_proof (
  id uuid primary key default app.new_id(),
  investment_id uuid not null references app.investment on delete cascade,
  message text check (length(message) between 1 and 2000),
  file_id uuid references app.stored_file on delete restrict,
  -- What the message says; a slip says nothing that a program reads.
  code text check (code ~ '^[A-Z0-9-]{4,40}$'),
  minor bigint check (minor > 0),
  currency text check (currency in ('USD', 'KES', 'SOS', 'SLSH', 'EUR', 'GBP')),
  paid_on date,
  -- To the minute; null where the message has a day only.
  paid_at timestamptz,
  note text check (length(note) between 1 and 500),
  submitted_by uuid references auth."user" on delete restrict,
  submitted_at timestamptz not null default now(),
  decision text check (decision in ('received', 'declined')),
  reason text check (length(reason) between 1 and 500),
  decided_by uuid references auth."user" on delete restrict,
  decided_at timestamptz,
  check (num_nonnulls(message, file_id) > 0),
  check (num_nonnulls(minor, currency, paid_on) = (case when message is null then 0 else 3 end)),
  check (num_nonnulls(decision, decided_at) in (0, 2)),
  check (decision is distinct from 'declined' or reason is not null)
);
create unique index one_open_proof_per_code on app.payment_proof (investment_id, code) where decision is null;
create index on app.payment_proof (investment_id);
create index on app.payment_proof (submitted_at) where decision is null;
create index on app.payment_proof (file_id) where file_id is not null;
create trigger audit after insert or update or delete on app.payment_proof for each row
  execute function app.audit('id', 'investment_id', 'decision', 'reason');

-- Investors add proofs of their own investments only, and no stored file but that of the proof.
create function app.submit_payment_proof(p_investment_id uuid, p_proof jsonb, p_file jsonb) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  stored uuid;
  proof uuid;
begin
  perform from app.investment where id = p_investment_id and investor_id = app.me() and archived_at is null for share;
  if not found then
    raise exception 'proofs are of own investments' using errcode = 'insufficient_privilege';
  end if;
  if p_file is not null then
    insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
    select storage_key, original_name, media_type, byte_size, sha256
    from jsonb_to_record(p_file) f (storage_key text, original_name text, media_type text, byte_size bigint, sha256 text)
    returning id into stored;
  end if;
  insert into app.payment_proof (investment_id, message, file_id, code, minor, currency, paid_on, paid_at, note, submitted_by)
  select p_investment_id, message, stored, code, minor, currency, paid_on, paid_at, note,
    nullif(current_setting('app.user_id', true), '')::uuid
  from jsonb_to_record(p_proof) p (message text, code text, minor bigint, currency text, paid_on date, paid_at timestamptz,
    note text)
  returning id into proof;
  return proof;
end $$;
revoke all on function app.submit_payment_proof from public;
