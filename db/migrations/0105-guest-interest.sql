-- A guest who would like to invest, until their email address is proven by a code; then an inquiry carries it. The id is
-- part of the address that the guest returns to, and secret. The code is derived from the id and `codes_sent`.
create table app.expression_of_interest (
  id uuid primary key,
  project_id uuid not null references app.project on delete cascade,
  amount_cents bigint not null check (amount_cents > 0),
  name text not null check (length(name) between 1 and 200),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  phone text check (length(phone) between 1 and 40),
  note text check (length(note) between 1 and 1000),
  -- When terms and risk were accepted.
  understood_at timestamptz not null,
  codes_sent integer not null default 1 check (codes_sent between 1 and 5),
  code_sent_at timestamptz not null,
  wrong_codes integer not null default 0 check (wrong_codes between 0 and 5),
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);
create index on app.expression_of_interest (project_id);
create index on app.expression_of_interest (created_at);

alter table app.inquiry drop constraint inquiry_source_check,
  add constraint inquiry_source_check check (source in ('contact', 'landing', 'portal', 'interest')),
  add column amount_cents bigint check (amount_cents > 0),
  add column understood_at timestamptz,
  add column email_confirmed_at timestamptz,
  add check ((source = 'interest') = (amount_cents is not null)
    and (amount_cents is null) = (understood_at is null) and (amount_cents is null) = (email_confirmed_at is null));

alter table app.outbox drop constraint to_an_account_or_about_something,
  add constraint to_an_account_or_about_something
  check (case when template in ('inquiry', 'acknowledgement', 'request-received', 'request-withdrawn', 'interest-code')
    then user_id is null and subject_id is not null else user_id is not null end);
