-- A distribution is declared when it is recorded, and its shares count as returns on the day they are sent.
create table app.distribution_sending (
  id uuid primary key default app.new_id(),
  distribution_id uuid not null references app.distribution on delete restrict,
  sent_on date not null,
  -- Null for distributions of before sending was recorded.
  method text check (method in ('bank-transfer', 'mobile-money', 'card', 'cash', 'cheque', 'other')),
  reference text check (length(reference) between 1 and 80),
  total_cents bigint not null check (total_cents >= 0),
  recorded_by uuid references auth."user" on delete restrict,
  recorded_at timestamptz not null default now(),
  approved_by uuid references auth."user" on delete restrict,
  unique (id, distribution_id)
);
create index on app.distribution_sending (distribution_id, sent_on);
create index on app.distribution_sending (sent_on);
create index on app.distribution_sending (recorded_by) where recorded_by is not null;
create index on app.distribution_sending (approved_by) where approved_by is not null;

-- A share is sent once.
create table app.sent_share (
  distribution_id uuid not null,
  investment_id uuid not null,
  sending_id uuid not null,
  primary key (distribution_id, investment_id),
  foreign key (distribution_id, investment_id) references app.distribution_share (distribution_id, investment_id)
    on delete restrict,
  foreign key (sending_id, distribution_id) references app.distribution_sending (id, distribution_id) on delete restrict
);
create index on app.sent_share (sending_id);
create index on app.sent_share (investment_id);

-- Voids of before sending was recorded take the distribution out of earlier figures too, as statements issued then have it.
alter table app.distribution_void add column is_retroactive boolean not null default true;
alter table app.distribution_void alter column is_retroactive set default false;

-- Earlier distributions count as sent on their day. They keep their id, which is in the hashes of issued statements.
insert into app.distribution_sending (id, distribution_id, sent_on, total_cents, recorded_by, recorded_at, approved_by)
  select id, id, dated_on, total_cents, recorded_by, recorded_at, approved_by from app.distribution;
insert into app.sent_share (distribution_id, investment_id, sending_id)
  select distribution_id, investment_id, distribution_id from app.distribution_share;

-- Sendings and the void of one distribution are serialised.
create function app.lock_distribution() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.distribution where id = new.distribution_id for no key update;
  return new;
end $$;

create function app.check_sending() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  declared_on date;
begin
  select d.dated_on into declared_on from app.distribution d where d.id = new.distribution_id for no key update;
  if new.sent_on < declared_on then
    raise exception 'a share is not sent before its record date' using errcode = 'check_violation';
  end if;
  if new.sent_on > (now() at time zone 'Africa/Nairobi')::date then
    raise exception 'a share is not sent in the future' using errcode = 'check_violation';
  end if;
  if exists (select from app.distribution_void v where v.distribution_id = new.distribution_id) then
    raise exception 'the distribution was voided' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create function app.check_sent_shares() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if exists (
    select from (select distinct sending_id from written) w join app.distribution_sending g on g.id = w.sending_id
    where g.total_cents <> (select sum(s.amount_cents) from app.sent_share t
      join app.distribution_share s on (s.distribution_id, s.investment_id) = (t.distribution_id, t.investment_id)
      where t.sending_id = g.id)
  ) then
    raise exception 'the shares of a sending are its total exactly' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function app.check_sending_has_shares() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from app.sent_share where sending_id = new.id) then
    raise exception 'a sending has shares' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger check_sending before insert on app.distribution_sending for each row execute function app.check_sending();
create constraint trigger check_sending_has_shares after insert on app.distribution_sending deferrable initially deferred
  for each row execute function app.check_sending_has_shares();
create trigger check_sent_shares after insert on app.sent_share referencing new table as written
  for each statement execute function app.check_sent_shares();
create trigger lock_distribution before insert on app.distribution_void for each row
  execute function app.lock_distribution();
create trigger never_changes before update or delete on app.distribution_sending for each row
  execute function app.never_changes();
create trigger never_changes before update or delete on app.sent_share for each row execute function app.never_changes();
create trigger audit after insert on app.distribution_sending for each row
  execute function app.audit('id', 'distribution_id', 'sent_on', 'method', 'reference', 'total_cents');

-- A line of a distribution says that it was voided later, as lines of the ledger do.
alter table app.statement_line drop constraint statement_line_check1;

-- Sending has a limit: at first that of distributions.
alter table app.approval_limit drop constraint approval_limit_act_check,
  add constraint approval_limit_act_check
    check (act in ('payment', 'refund', 'adjustment', 'void', 'distribution', 'sending', 'return'));
insert into app.approval_limit (act, amount_cents)
  select 'sending', amount_cents from app.approval_limit where act = 'distribution';

create or replace function app.permissions_of_act(p_act text) returns text[] language sql immutable as $$
  select case p_act
    when 'distribution' then array['distributions']
    when 'sending' then array['distributions']
    when 'void' then array['payments', 'transactions', 'investors', 'distributions']
    when 'return' then array['transactions']
    when 'payment-account' then array['settings']
    when 'limits' then array['settings']
    when 'rate' then array['settings', 'transactions']
    when 'staff' then array['users']
    when 'staff-sign-in' then array['users']
    else array['payments', 'transactions', 'investors'] end
$$;

create function app.note_sending() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  note app.two_person_act;
begin
  select l.amount_cents into note.limit_cents from app.approval_limit l where l.act = 'sending';
  if app.acting_user() is null or note.limit_cents is null then return null; end if;
  note.act := 'sending';
  note.subject_id := new.distribution_id;
  note.amount_cents := new.total_cents;
  select d.project_id into note.project_id from app.distribution d where d.id = new.distribution_id;
  select sum(g.total_cents) into note.day_cents
    from app.distribution_sending g join app.distribution d on d.id = g.distribution_id
    where d.project_id = note.project_id and g.recorded_at >= app.day_begin()
      and (g.approved_by is null or g.id = new.id);
  if note.day_cents > note.limit_cents then perform app.note_two_person_act(note); end if;
  return null;
end $$;
create trigger note_two_person_act after insert on app.distribution_sending for each row
  execute function app.note_sending();
create trigger attribute_to_proposer before insert on app.distribution_sending for each row
  execute function app.attribute_to_proposer();

-- A notice of a distribution says each person's own amount.
alter table app.notification
  add column distribution_id uuid references app.distribution on delete restrict,
  add column sending_id uuid references app.distribution_sending on delete restrict,
  add column distribution_event text check (distribution_event in ('declared', 'sent', 'voided')),
  add constraint distribution_notice check ((distribution_id is null) = (distribution_event is null)
    and (sending_id is not null) = (distribution_event is not distinct from 'sent'));
create index on app.notification (distribution_id) where distribution_id is not null;
create index on app.notification (sending_id) where sending_id is not null;

revoke all on function app.lock_distribution, app.check_sending, app.check_sent_shares, app.check_sending_has_shares,
  app.note_sending from public;
