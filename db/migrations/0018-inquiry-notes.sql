-- What the team writes to itself about an inquiry, and what keeps an inquiry's standing true.
create table app.inquiry_note (
  id uuid primary key default app.new_id(),
  inquiry_id uuid not null references app.inquiry on delete restrict,
  body text not null check (length(body) between 1 and 4000),
  written_by uuid references auth."user" on delete restrict,
  written_at timestamptz not null default now()
);
create index on app.inquiry_note (inquiry_id, written_at, id);

create trigger audit after insert or delete on app.inquiry_note for each row
  execute function app.audit('id', 'inquiry_id', 'written_by');
create trigger never_changes before update or delete on app.inquiry_note for each row
  execute function app.never_changes();

-- An administrator may call an inquiry spam too.
alter table app.inquiry drop constraint inquiry_suspicion_check;
alter table app.inquiry add constraint inquiry_suspicion_check
  check (suspicion in ('hidden-field', 'too-fast', 'admin'));

-- Who became an investor was converted, and is no spam.
alter table app.inquiry add constraint converted_with_its_investor
  check (investor_id is null or (status = 'converted' and not suspected_spam));

-- The list, with and without a status, and what is searched in it.
create index on app.inquiry (suspected_spam, status, received_at desc, id desc);
create index on app.inquiry (suspected_spam, received_at desc, id desc);
create index on app.inquiry using gin (name app.gin_trgm_ops, email app.gin_trgm_ops, subject app.gin_trgm_ops,
  message app.gin_trgm_ops);
