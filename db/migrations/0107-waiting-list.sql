-- Who would like to hear when something in a fully reserved project is free. The id is in the links of its emails, and
-- secret: it confirms the address and leaves the list.
create table app.waiting_list_entry (
  id uuid primary key,
  project_id uuid not null references app.project on delete cascade,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  told_at timestamptz,
  check (told_at is null or confirmed_at is not null)
);
create index on app.waiting_list_entry (project_id);
create index on app.waiting_list_entry (created_at);

alter table app.outbox drop constraint to_an_account_or_about_something,
  add constraint to_an_account_or_about_something
  check (case when template in ('inquiry', 'acknowledgement', 'request-received', 'request-withdrawn', 'interest-code',
    'waiting-list-confirm', 'waiting-list-free')
    then user_id is null and subject_id is not null else user_id is not null end);
