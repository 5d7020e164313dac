-- Documents, notifications, events, mail, and the audit log.
create table app.document (
  id uuid primary key default app.new_id(),
  title text not null check (length(title) between 1 and 200),
  description text check (length(description) between 1 and 2000),
  document_type text not null check (document_type in ('legal', 'financial', 'tax', 'report', 'project')),
  project_id uuid references app.project on delete restrict,
  investor_id uuid references app.investor on delete restrict,
  file_id uuid not null unique references app.stored_file on delete restrict,
  status text not null default 'active' check (status in ('active', 'archived')),
  uploaded_by uuid references auth."user" on delete restrict,
  uploaded_at timestamptz not null default now()
);
create index on app.document (project_id) where status = 'active';
create index on app.document (investor_id) where status = 'active';
create index on app.document (uploaded_at desc, id desc);

create table app.notification (
  id uuid primary key default app.new_id(),
  title text not null check (length(title) between 1 and 160),
  message text not null check (length(message) between 1 and 4000),
  notification_type text not null
    check (notification_type in ('general', 'project', 'investment', 'document', 'alert')),
  audience text not null check (audience in ('all', 'active', 'project', 'investor')),
  project_id uuid references app.project on delete restrict,
  investor_id uuid references app.investor on delete restrict,
  sent_at timestamptz not null default now(),
  cleared_at timestamptz,
  edited_at timestamptz,
  check ((audience = 'project') = (project_id is not null)),
  check ((audience = 'investor') = (investor_id is not null))
);
create index on app.notification (sent_at desc, id desc);

-- One person's copy of a notification, with a read state of its own.
create table app.notification_recipient (
  notification_id uuid not null references app.notification on delete cascade,
  investor_id uuid not null references app.investor on delete restrict,
  sent_at timestamptz not null,
  read_at timestamptz,
  primary key (notification_id, investor_id)
);
create index on app.notification_recipient (investor_id, sent_at desc);
create index on app.notification_recipient (investor_id) where read_at is null;

create table app.event (
  id bigint primary key generated always as identity,
  kind text not null,
  payload jsonb not null,
  actor text not null,
  actor_id uuid,
  at timestamptz not null default now()
);

-- A mail to be sent: template and ids, never a token and never a text (decisions §2).
create table app.outbox (
  id uuid primary key default app.new_id(),
  template text not null,
  user_id uuid references auth."user" on delete restrict,
  subject_id uuid,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'withdrawn')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index on app.outbox (created_at desc);

create table app.audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  actor text not null check (actor in
    ('admin', 'investor', 'guest', 'link', 'migration', 'worker', 'command')),
  actor_id uuid,
  client_address text,
  act text not null,
  subject text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  constraint somebody_did_it check (actor_id is not null or actor not in ('admin', 'investor', 'link'))
);
create index on app.audit_log (subject, subject_id);
create index on app.audit_log (at desc);
create index on app.audit_log (actor_id);
