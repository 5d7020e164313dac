-- Investments are edited, archived and, without a history, deleted; distributions are recorded by hand. What must hold
-- whatever the program does.

-- With `completed_is_fully_paid` both ways: a change of amount cannot leave a paid one open.
alter table app.investment add constraint fully_paid_is_completed
  check (received_cents <> amount_cents or status in ('completed', 'cancelled'));

-- Whoever saves an edit says which version it began with: every change moves it.
create function app.move_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger move_version before update on app.investment for each row execute function app.move_version();

create function app.keep_investment_before_its_entries() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if new.invested_on > old.invested_on and exists (
    select from app.ledger_entry where investment_id = old.id and dated_on < new.invested_on
  ) then
    raise exception 'an investment cannot begin after its first entry' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_before_entries before update of invested_on on app.investment
  for each row execute function app.keep_investment_before_its_entries();

-- An active investment is cancelled or completed first. Foreign keys keep what has a history from being deleted.
create function app.refuse_active_investment() returns trigger language plpgsql as $$
begin
  if old.status = 'active' then
    raise exception 'an active investment is neither archived nor deleted' using errcode = 'check_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger refuse_archiving before update of archived_at on app.investment
  for each row when (old.archived_at is null and new.archived_at is not null)
  execute function app.refuse_active_investment();
create trigger refuse_deleting before delete on app.investment
  for each row execute function app.refuse_active_investment();

-- The shares of a distribution are written by one statement, and are its total exactly; each belongs to its project.
create function app.check_shares() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if exists (
    select from (select distinct distribution_id from written) w join app.distribution d on d.id = w.distribution_id
    where d.total_cents <> (select sum(s.amount_cents) from app.distribution_share s where s.distribution_id = d.id)
  ) then
    raise exception 'the shares of a distribution are its total exactly' using errcode = 'check_violation';
  end if;
  if exists (
    select from written w join app.distribution d on d.id = w.distribution_id
      join app.investment i on i.id = w.investment_id
    where i.project_id <> d.project_id
  ) then
    raise exception 'a share belongs to an investment of the project' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger check_shares after insert on app.distribution_share referencing new table as written
  for each statement execute function app.check_shares();

create function app.check_distribution() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from app.distribution_share where distribution_id = new.id) then
    raise exception 'a distribution has shares' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger check_distribution after insert on app.distribution deferrable initially deferred
  for each row execute function app.check_distribution();

-- The list of distributions, newest first.
create index on app.distribution (dated_on desc, id desc);
