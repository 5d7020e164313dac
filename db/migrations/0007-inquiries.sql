-- What visitors write over the contact forms, and what holds robots off.
create table app.inquiry (
  id uuid primary key default app.new_id(),
  source text not null check (source in ('contact', 'landing')),
  name text not null check (length(name) between 1 and 200),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  phone text check (length(phone) between 1 and 40),
  subject text check (length(subject) between 1 and 300),
  message text not null check (length(message) between 1 and 5000),
  -- The project that was carried along; the subject keeps its name when it goes.
  project_id uuid references app.project on delete set null,
  status text not null default 'new' check (status in ('new', 'contacted', 'converted', 'closed')),
  -- Who the sender became.
  investor_id uuid references app.investor on delete set null,
  suspected_spam boolean not null default false,
  -- Why it was suspected; stays when an administrator clears the suspicion.
  suspicion text check (suspicion in ('hidden-field', 'too-fast')),
  received_at timestamptz not null default now(),
  version integer not null default 1,
  check (suspicion is not null or not suspected_spam)
);
create index on app.inquiry (status, received_at desc, id desc);
create index on app.inquiry (project_id) where project_id is not null;
create index on app.inquiry (investor_id) where investor_id is not null;

create trigger audit after insert or update or delete on app.inquiry for each row
  execute function app.audit('id', 'source', 'status', 'project_id', 'investor_id', 'suspected_spam', 'suspicion');

-- The posts of the last hour per client network, which is kept as a keyed hash only; a post without a start time weighs 5.
create table app.inquiry_post (
  id bigint primary key generated always as identity,
  client_hash text not null,
  weight integer not null check (weight > 0),
  posted_at timestamptz not null
);
create index on app.inquiry_post (client_hash, posted_at);
create index on app.inquiry_post (posted_at);

-- The addresses, as keyed hashes, that an acknowledgement went to on a day: there is at most one (decisions §7).
create table app.inquiry_acknowledgement (
  address_hash text not null,
  acknowledged_on date not null,
  primary key (address_hash, acknowledged_on)
);

-- The mails of an inquiry go to no account: the inquiry, or the company, knows the address.
alter table app.outbox add constraint to_an_account_or_about_an_inquiry
  check (case when template in ('inquiry', 'acknowledgement') then user_id is null and subject_id is not null
    else user_id is not null end);
