-- A statement that was uploaded to the wrong account, or read by wrong columns: its lines are moved here, so that the file
-- can be uploaded again.
create table app.withdrawn_statement (
  id uuid primary key,
  payment_account_id uuid not null references app.payment_account on delete restrict,
  name text not null,
  sha256 text not null,
  profile text not null,
  from_on date not null,
  to_on date not null,
  lines integer not null,
  uploaded_by uuid references auth."user" on delete restrict,
  uploaded_at timestamptz not null,
  -- Its transactions as they were, each with its parts and decisions.
  transactions jsonb not null check (jsonb_typeof(transactions) = 'array'),
  reason text not null check (length(reason) between 1 and 500),
  withdrawn_by uuid references auth."user" on delete restrict,
  withdrawn_at timestamptz not null default now()
);
create index on app.withdrawn_statement (payment_account_id);
create trigger never_changes before update or delete on app.withdrawn_statement for each row
  execute function app.never_changes();
create trigger audit after insert on app.withdrawn_statement for each row
  execute function app.audit('id', 'payment_account_id', 'name', 'sha256', 'from_on', 'to_on', 'lines', 'reason');

-- No role may delete these rows; the function below runs as their owner.
create or replace function app.never_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('app.withdraws_statement', true) = 'on' and tg_table_name in ('statement_file',
      'bank_transaction', 'bank_transaction_sighting', 'bank_transaction_decision', 'allocation') then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Gives why not: `matched` when money of it is matched, held or returned, `seen-again` when a later statement has lines of
-- it. The lock of the account serialises it with uploads, the locks of the transactions with matches.
create function app.withdraw_statement(p_id uuid, p_reason text) returns text language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  file app.statement_file;
  ids uuid[];
begin
  perform from app.payment_account where id = (select payment_account_id from app.statement_file where id = p_id)
    for no key update;
  select * into file from app.statement_file where id = p_id;
  if not found then
    return 'not-found';
  end if;
  perform from app.bank_transaction where statement_file_id = p_id order by id for update;
  select coalesce(array_agg(id), '{}') into ids from app.bank_transaction where statement_file_id = p_id;
  if exists (select from app.bank_transaction where id = any (ids)
      and ((allocated_minor, returned_minor) <> (0, 0) or held_for_id is not null))
    or exists (select from app.bank_transaction_decision where sent_by_id = any (ids) and bank_transaction_id <> all (ids))
  then
    return 'matched';
  end if;
  if exists (select from app.bank_transaction_sighting where bank_transaction_id = any (ids) and statement_file_id <> p_id) then
    return 'seen-again';
  end if;
  insert into app.withdrawn_statement (id, payment_account_id, name, sha256, profile, from_on, to_on, lines, uploaded_by,
    uploaded_at, transactions, reason, withdrawn_by)
  values (p_id, file.payment_account_id, file.name, file.sha256, file.profile, file.from_on, file.to_on, file.lines,
    file.uploaded_by, file.uploaded_at,
    coalesce((select jsonb_agg(to_jsonb(t) - 'words_search' || jsonb_build_object(
        'parts', (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from app.allocation a where a.bank_transaction_id = t.id),
        'decisions', (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from app.bank_transaction_decision d
          where d.bank_transaction_id = t.id)) order by t.line_number, t.id)
      from app.bank_transaction t where t.id = any (ids)), '[]'),
    p_reason, nullif(current_setting('app.user_id', true), '')::uuid);
  -- Lines of other statements that were excluded because this one has the other half of a reversal.
  insert into app.bank_transaction_decision (bank_transaction_id, kind, reason, decided_by)
  select t.id, 'reopened', 'The statement with the other line was withdrawn',
    nullif(current_setting('app.user_id', true), '')::uuid
  from app.bank_transaction t
  where t.payment_account_id = file.payment_account_id and t.statement_file_id <> p_id and t.exclusion = 'reversal-pair'
    and exists (select from app.bank_transaction o where o.id = any (ids) and o.exclusion = 'reversal-pair'
      and o.minor = -t.minor and (o.reversal_of = t.provider_number or t.reversal_of = o.provider_number
        or t.reversal_of is null and position(o.provider_number in t.narrative) > 0));
  perform set_config('app.withdraws_statement', 'on', true);
  delete from app.allocation where bank_transaction_id = any (ids);
  delete from app.bank_transaction_decision where bank_transaction_id = any (ids);
  delete from app.bank_transaction_sighting where statement_file_id = p_id;
  delete from app.bank_transaction where id = any (ids);
  delete from app.statement_file where id = p_id;
  perform set_config('app.withdraws_statement', '', true);
  return null;
end $$;
revoke all on function app.withdraw_statement from public;
