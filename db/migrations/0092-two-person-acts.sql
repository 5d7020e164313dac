-- Finds the acts that need two people, asks for the second at the end of a transaction, and takes decisions.

-- The beginning of this day in Nairobi.
create function app.day_begin() returns timestamptz language sql stable as $$
  select date_trunc('day', now() at time zone 'Africa/Nairobi') at time zone 'Africa/Nairobi'
$$;

-- Whether an entry was made by a statement's own line without a person.
create function app.is_automatic_entry(p_entry uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from app.allocation a
    where a.ledger_entry_id = p_entry and a.recorded_entry and a.automatic is not null)
$$;

-- Payments that a statement confirmed by itself, and their voids on the same day, need no second person.
create function app.is_exempt_entry(p_entry app.ledger_entry) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case p_entry.kind
    when 'payment' then app.is_automatic_entry(p_entry.id)
    when 'void' then app.is_automatic_entry(p_entry.voids_id) and exists (select from app.ledger_entry e
      where e.id = p_entry.voids_id and e.recorded_at >= app.day_begin())
    else false end
$$;

create function app.note_entry() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  note app.two_person_act;
begin
  if app.acting_user() is null or new.rounds_id is not null then return null; end if;
  select l.amount_cents into note.limit_cents from app.approval_limit l where l.act = new.kind;
  if note.limit_cents is null then return null; end if;
  select sum(abs(e.amount_cents)) into note.day_cents from app.ledger_entry e
    where e.investment_id = new.investment_id and e.kind = new.kind and e.recorded_at >= app.day_begin()
      and (e.approved_by is null or e.id = new.id) and (e.id = new.id or not app.is_exempt_entry(e));
  if note.day_cents <= note.limit_cents then return null; end if;
  note.act := new.kind;
  note.subject_id := new.voids_id;
  note.ledger_entry_id := new.id;
  -- An investment that is added now has no id yet that a proposal could name.
  select case when i.created_at < now() then i.id end, i.project_id into note.investment_id, note.project_id
    from app.investment i where i.id = new.investment_id;
  note.amount_cents := abs(new.amount_cents);
  perform app.note_two_person_act(note);
  return null;
end $$;
create trigger note_two_person_act after insert on app.ledger_entry for each row execute function app.note_entry();

create function app.note_distribution() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  note app.two_person_act;
begin
  note.act := case tg_table_name when 'distribution' then 'distribution' else 'void' end;
  select l.amount_cents into note.limit_cents from app.approval_limit l where l.act = note.act;
  if app.acting_user() is null or note.limit_cents is null then return null; end if;
  if tg_table_name = 'distribution' then
    note.project_id := new.project_id;
    note.amount_cents := new.total_cents;
    select sum(d.total_cents) into note.day_cents from app.distribution d
      where d.project_id = new.project_id and d.recorded_at >= app.day_begin()
        and (d.approved_by is null or d.id = new.id);
  else
    note.subject_id := new.distribution_id;
    select d.project_id, d.total_cents into note.project_id, note.amount_cents
      from app.distribution d where d.id = new.distribution_id;
    select sum(d.total_cents) into note.day_cents
      from app.distribution_void v join app.distribution d on d.id = v.distribution_id
      where d.project_id = note.project_id and v.recorded_at >= app.day_begin()
        and (v.approved_by is null or v.distribution_id = new.distribution_id);
  end if;
  if note.day_cents > note.limit_cents then perform app.note_two_person_act(note); end if;
  return null;
end $$;
create trigger note_two_person_act after insert on app.distribution for each row
  execute function app.note_distribution();
create trigger note_two_person_act after insert on app.distribution_void for each row
  execute function app.note_distribution();

-- Returned money in dollars at the company's latest rate; without a rate it always needs two people.
create function app.note_return() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  note app.two_person_act;
  per_dollar numeric := 1;
  paid_in text;
begin
  select l.amount_cents into note.limit_cents from app.approval_limit l where l.act = 'return';
  if app.acting_user() is null or note.limit_cents is null then return null; end if;
  select t.currency into paid_in from app.bank_transaction t where t.id = new.bank_transaction_id;
  if paid_in <> 'USD' then
    select r.rate into per_dollar from app.exchange_rate r
      where r.currency = paid_in and r.source = 'company' and r.dated_on <= new.returned_on
      order by r.dated_on desc, r.recorded_at desc, r.id desc limit 1;
  end if;
  note.act := 'return';
  note.subject_id := new.bank_transaction_id;
  note.amount_cents := ceil(new.returned_minor / per_dollar);
  select ceil(sum(d.returned_minor) / per_dollar) into note.day_cents from app.bank_transaction_decision d
    where d.bank_transaction_id = new.bank_transaction_id and d.kind = 'returned' and d.decided_at >= app.day_begin();
  if note.day_cents is null or note.day_cents > note.limit_cents then perform app.note_two_person_act(note); end if;
  return null;
end $$;
create trigger note_two_person_act after insert on app.bank_transaction_decision for each row
  when (new.kind = 'returned') execute function app.note_return();

-- Settings that always need two people.
create function app.note_setting() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  note app.two_person_act;
begin
  note.act := tg_argv[0];
  if note.act = 'payment-account' and tg_op = 'UPDATE' then note.subject_id := new.id; end if;
  perform app.note_two_person_act(note);
  return null;
end $$;
create trigger note_two_person_act after update on app.approval_limit for each row
  when (new.amount_cents is distinct from old.amount_cents) execute function app.note_setting('limits');
create trigger note_two_person_act after insert on app.exchange_rate for each row
  execute function app.note_setting('rate');
create trigger note_new_two_person_act after insert on app.payment_account for each row
  execute function app.note_setting('payment-account');
create trigger note_two_person_act after update on app.payment_account for each row
  when ((new.kind, new.name, new.number, new.currency, new.how_to_pay, new.reference_pattern, new.closed_at)
    is distinct from (old.kind, old.name, old.number, old.currency, old.how_to_pay, old.reference_pattern, old.closed_at))
  execute function app.note_setting('payment-account');

-- Roles of staff. With the password or address of a colleague one could approve in their name.
create function app.note_staff() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  note app.two_person_act;
begin
  note.act := tg_argv[0];
  note.subject_id := case tg_table_name when 'staff_role' then (to_jsonb(coalesce(new, old)) ->> 'user_id')
    when 'user' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'userId' end;
  if note.act = 'staff-sign-in' and not exists (select from auth.staff_role where user_id = note.subject_id) then
    return null;
  end if;
  -- An account that is added now is no one's yet.
  if exists (select from auth."user" where id = note.subject_id and "createdAt" >= now()) then
    note.subject_id := null;
  end if;
  perform app.note_two_person_act(note);
  return null;
end $$;
create trigger note_two_person_act after insert or update or delete on auth.staff_role for each row
  execute function app.note_staff('staff');
create trigger note_two_person_act after update of email on auth."user" for each row
  when (new.email is distinct from old.email and new.role = 'admin') execute function app.note_staff('staff-sign-in');
create trigger note_two_person_act after update of password on auth.account for each row
  when (new.password is distinct from old.password and new."userId" is distinct from app.acting_user())
  execute function app.note_staff('staff-sign-in');

-- Settles what this transaction did that needs two people, and returns what no one else has approved.
create function app.acts_without_approval() returns table (act text, subject_id uuid, investment_id uuid, project_id uuid,
  amount_cents bigint, limit_cents bigint, day_cents bigint, is_own_statement boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  approval app.proposal := app.approved_here();
  alone record;
begin
  delete from app.two_person_act t using app.ledger_entry e
    where t.done_in = pg_current_xact_id() and e.id = t.ledger_entry_id and app.is_exempt_entry(e);
  update app.two_person_act t set proposal_id = approval.id, done_by = approval.proposed_by,
      by_one_person = approval.decided_by = approval.proposed_by
    where t.done_in = pg_current_xact_id() and t.proposal_id is null and not app.is_own_statement(t)
      and exists (select from app.proposal_line l where l.proposal_id = approval.id and l.act = t.act
        and l.subject_id is not distinct from t.subject_id and l.investment_id is not distinct from t.investment_id
        and l.project_id is not distinct from t.project_id
        and (t.amount_cents is null or t.amount_cents <= l.amount_cents));
  for alone in update app.two_person_act t set by_one_person = true
    where t.done_in = pg_current_xact_id() and t.proposal_id is null and not t.by_one_person
      and not app.is_own_statement(t)
      and app.may_act_alone(t.done_by, case when t.act = 'staff' then t.subject_id end)
    returning t.id, t.act, t.amount_cents, t.investment_id, t.project_id, t.subject_id loop
    perform app.audit_act('by-one-person', 'two_person_act', alone.id::text, jsonb_strip_nulls(jsonb_build_object(
      'act', alone.act, 'amount_cents', alone.amount_cents, 'investment_id', alone.investment_id,
      'project_id', alone.project_id, 'subject_id', alone.subject_id)));
  end loop;
  return query select t.act, t.subject_id, t.investment_id, t.project_id, t.amount_cents, t.limit_cents, t.day_cents,
      app.is_own_statement(t)
    from app.two_person_act t
    where t.done_in = pg_current_xact_id() and t.proposal_id is null and not t.by_one_person;
end $$;

-- Whether a payment above the limit was matched by who uploaded the statement, while another person could match it.
create function app.is_own_statement(p_act app.two_person_act) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from app.allocation a
      join app.bank_transaction b on b.id = a.bank_transaction_id
      join app.statement_file f on f.id = b.statement_file_id
      join app.ledger_entry e on e.id = a.ledger_entry_id
      where a.ledger_entry_id = p_act.ledger_entry_id and a.recorded_entry and a.automatic is null
        and p_act.act = 'payment' and f.uploaded_by = e.recorded_by)
    and exists (select from auth."user" u join auth.staff_role r on r.user_id = u.id
      join auth.role_permission p on p.role = r.role
      where u.role = 'admin' and u.status = 'active' and p.permission = 'transactions' and u.id <> p_act.done_by)
$$;

-- At the end of the transaction, because whether a payment is automatic is known only then.
create function app.require_two_people() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  missing text;
begin
  select string_agg(distinct act, ', ') into missing from app.acts_without_approval();
  if missing is not null then
    raise exception 'another person must approve this: %', missing using errcode = 'MA001';
  end if;
  return null;
end $$;
create constraint trigger require_two_people after insert on app.two_person_act deferrable initially deferred
  for each row execute function app.require_two_people();

-- What an approval runs is recorded by who proposed it.
create function app.attribute_to_proposer() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  approval app.proposal := app.approved_here();
begin
  new.approved_by := approval.decided_by;
  new.recorded_by := coalesce(approval.proposed_by, new.recorded_by);
  return new;
end $$;
create trigger attribute_to_proposer before insert on app.ledger_entry for each row
  execute function app.attribute_to_proposer();
create trigger attribute_to_proposer before insert on app.distribution for each row
  execute function app.attribute_to_proposer();
create trigger attribute_to_proposer before insert on app.distribution_void for each row
  execute function app.attribute_to_proposer();
create trigger attribute_to_proposer before insert on app.exchange_rate for each row
  execute function app.attribute_to_proposer();

revoke all on function app.is_automatic_entry, app.is_exempt_entry, app.is_own_statement, app.acts_without_approval
  from public;
