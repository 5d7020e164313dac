-- What the database keeps by itself: the audit log, what may never change, and the totals that follow from the ledger.
-- The functions are owned by msingi_owner and run with its rights.

-- Writes one audit row. Its arguments are the columns that may be copied; any other column that changed is named with
-- the word "changed" and never with its value (decisions §8).
create function app.audit() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  now_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  before_values jsonb := '{}';
  after_values jsonb := '{}';
  column_name text;
begin
  for column_name in select jsonb_object_keys(coalesce(now_is, was)) loop
    continue when tg_op = 'UPDATE' and was -> column_name is not distinct from now_is -> column_name;
    if column_name = any (tg_argv) then
      before_values := before_values || jsonb_build_object(column_name, was -> column_name);
      after_values := after_values || jsonb_build_object(column_name, now_is -> column_name);
    elsif tg_op = 'UPDATE' and column_name not in ('updatedAt', 'updated_at', 'last_signed_in_at') then
      after_values := after_values || jsonb_build_object(column_name, 'changed');
    end if;
  end loop;
  if tg_op = 'UPDATE' and after_values = '{}' then return null; end if;
  insert into app.audit_log (actor, actor_id, client_address, act, subject, subject_id, before, after)
  values (
    coalesce(nullif(current_setting('app.actor', true), ''), 'nobody'),
    nullif(current_setting('app.user_id', true), '')::uuid,
    nullif(current_setting('app.client_address', true), ''),
    lower(tg_op), tg_table_name,
    coalesce(now_is ->> 'id', was ->> 'id', now_is ->> 'project_id', now_is ->> 'distribution_id'),
    case when tg_op <> 'INSERT' then before_values end,
    case when tg_op <> 'DELETE' then after_values end);
  return null;
end $$;

-- An act that changes no table: a sign-in, a download, an export. Every actor may write such a row, none can read it.
create function app.audit_act(p_act text, p_subject text, p_subject_id text, p_facts jsonb) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into app.audit_log (actor, actor_id, client_address, act, subject, subject_id, after)
  values (
    coalesce(nullif(current_setting('app.actor', true), ''), 'nobody'),
    nullif(current_setting('app.user_id', true), '')::uuid,
    nullif(current_setting('app.client_address', true), ''),
    p_act, p_subject, p_subject_id, p_facts)
$$;
revoke all on function app.audit_act from public;
grant execute on function app.audit_act to msingi_guest, msingi_investor, msingi_admin, msingi_system, msingi_auth;

create function app.never_changes() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- An entry is checked against its investment, which the recording command has locked.
create function app.check_ledger_entry() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  investment app.investment;
  voided app.ledger_entry;
begin
  select * into strict investment from app.investment where id = new.investment_id for no key update;
  if new.dated_on < investment.invested_on then
    raise exception 'an entry cannot be dated before its investment' using errcode = 'check_violation';
  end if;
  if new.kind = 'payment' and (investment.status = 'cancelled' or investment.archived_at is not null) then
    raise exception 'a cancelled or archived investment takes no payments' using errcode = 'check_violation';
  end if;
  if new.kind = 'void' then
    select * into strict voided from app.ledger_entry where id = new.voids_id;
    if voided.investment_id <> new.investment_id or voided.kind = 'void' or new.amount_cents <> -voided.amount_cents then
      raise exception 'a void takes back exactly one entry of its own investment' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;

-- Received and status follow from the ledger (decisions §4): all received is completed, something is active, nothing is
-- what it was before its first entry; a cancelled investment stays cancelled.
create function app.follow_ledger() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  update app.investment i set
    pending_before_first_entry = case
      when exists (select from app.ledger_entry e where e.investment_id = i.id and e.id <> new.id)
      then i.pending_before_first_entry else i.status = 'pending' end,
    received_cents = i.received_cents + new.amount_cents,
    version = i.version + 1,
    status = case
      when i.status = 'cancelled' then 'cancelled'
      when i.received_cents + new.amount_cents = i.amount_cents then 'completed'
      when i.received_cents + new.amount_cents > 0 then 'active'
      when exists (select from app.ledger_entry e where e.investment_id = i.id and e.id <> new.id)
        then case when i.pending_before_first_entry then 'pending' else 'active' end
      else i.status end
  where i.id = new.investment_id;
  return null;
end $$;

create function app.fix_parties() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if (new.investor_id, new.project_id) is distinct from (old.investor_id, old.project_id) and (
    exists (select from app.ledger_entry where investment_id = old.id)
    or exists (select from app.distribution_share where investment_id = old.id)
  ) then
    raise exception 'This investment has payments. Cancel it and add a new one.' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger check_entry before insert on app.ledger_entry for each row execute function app.check_ledger_entry();
create trigger follow_ledger after insert on app.ledger_entry for each row execute function app.follow_ledger();
create trigger fix_parties before update of investor_id, project_id on app.investment
  for each row execute function app.fix_parties();

do $$
declare
  name text;
begin
  foreach name in array array['ledger_entry', 'receipt', 'distribution', 'distribution_share', 'distribution_void',
                              'event', 'audit_log', 'stored_file'] loop
    execute format('create trigger never_changes before update or delete on app.%I for each row
      execute function app.never_changes()', name);
  end loop;
end $$;

create trigger audit after insert or update or delete on auth."user" for each row
  execute function app.audit('id', 'name', 'email', 'emailVerified', 'role', 'status');
create trigger audit after update or delete on auth.account for each row execute function app.audit('userId');
create trigger audit after insert or update or delete on app.installation for each row
  execute function app.audit('demo', 'upload_limit_bytes', 'failures_per_email', 'failures_per_address',
    'failure_window', 'longest_delay', 'investor_idle', 'investor_absolute', 'admin_idle', 'admin_absolute',
    'invitation_lifetime');
create trigger audit after insert or update or delete on app.company for each row execute function app.audit('facts');
create trigger audit after insert or update or delete on app.investor for each row
  execute function app.audit('id', 'user_id', 'email', 'full_name', 'phone', 'own_status', 'joined_on', 'archived_at');
create trigger audit after insert or update or delete on app.project for each row
  execute function app.audit('id', 'slug', 'name', 'location', 'description', 'status', 'stage_text',
    'total_value_cents', 'progress_percent', 'started_on', 'completion_on', 'completion_text', 'annual_return_bp',
    'tagline', 'price_text', 'minimum_cents', 'unit_price_cents', 'units', 'features', 'target_cents', 'funded_bp',
    'funded_as_of_on', 'featured_rank', 'published', 'archived_at');
create trigger audit after insert or update or delete on app.project_picture for each row
  execute function app.audit('project_id', 'picture_id', 'place', 'alt');
create trigger audit after insert or update or delete on app.investment for each row
  execute function app.audit('id', 'investor_id', 'project_id', 'amount_cents', 'received_cents', 'status', 'invested_on',
    'next_payment_on', 'next_payment_cents', 'cancelled_on', 'archived_at');
create trigger audit after insert on app.ledger_entry for each row
  execute function app.audit('id', 'investment_id', 'kind', 'amount_cents', 'dated_on', 'voids_id', 'reason', 'method',
    'reference', 'note', 'imported');
create trigger audit after insert on app.receipt for each row
  execute function app.audit('id', 'entry_id', 'investor_id', 'number', 'amount_cents', 'received_on');
create trigger audit after insert on app.distribution for each row
  execute function app.audit('id', 'project_id', 'total_cents', 'dated_on', 'note');
create trigger audit after insert on app.distribution_void for each row
  execute function app.audit('distribution_id', 'reason');
create trigger audit after insert or update or delete on app.document for each row
  execute function app.audit('id', 'title', 'description', 'document_type', 'project_id', 'investor_id', 'file_id', 'status');
create trigger audit after insert or update or delete on app.notification for each row
  execute function app.audit('id', 'title', 'message', 'notification_type', 'audience', 'project_id', 'investor_id',
    'cleared_at', 'edited_at');
