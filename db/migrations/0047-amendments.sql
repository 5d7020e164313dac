-- What the company changed about an investment that an investor had: its amount, and whether it is cancelled. An adjustment
-- says so in the ledger; this says it of what the ledger does not hold, for the news and the terms in the portal. Who did it
-- is in the audit log. One that is moved to another investor or project, which no investment with a ledger is, begins anew.
create table app.amendment (
  id uuid primary key default app.new_id(),
  investment_id uuid not null references app.investment on delete cascade,
  investor_id uuid not null references app.investor on delete cascade,
  kind text not null check (kind in ('amount', 'cancelled', 'resumed')),
  former_amount_cents bigint check (former_amount_cents > 0),
  -- As it was right after.
  amount_cents bigint not null check (amount_cents > 0),
  amended_at timestamptz not null,
  constraint amount_has_a_former check ((kind = 'amount') = (former_amount_cents is not null))
);
create index on app.amendment (investment_id, id desc);
create index on app.amendment (investor_id);
create trigger never_changes before update on app.amendment for each row execute function app.never_changes();

create function app.note_amendment() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if new.investor_id <> old.investor_id or new.project_id <> old.project_id then
    delete from app.amendment where investment_id = new.id;
    return null;
  end if;
  if new.amount_cents <> old.amount_cents then
    insert into app.amendment (investment_id, investor_id, kind, former_amount_cents, amount_cents, amended_at)
      values (new.id, new.investor_id, 'amount', old.amount_cents, new.amount_cents, now());
  end if;
  -- A demo is cancelled on days that are over.
  if new.status = 'cancelled' and old.status <> 'cancelled' then
    insert into app.amendment (investment_id, investor_id, kind, amount_cents, amended_at)
      values (new.id, new.investor_id, 'cancelled', new.amount_cents,
        least(now(), (new.cancelled_on + time '23:59') at time zone 'Africa/Nairobi'));
  elsif new.status <> 'cancelled' and old.status = 'cancelled' then
    insert into app.amendment (investment_id, investor_id, kind, amount_cents, amended_at)
      values (new.id, new.investor_id, 'resumed', new.amount_cents, now());
  end if;
  return null;
end $$;
revoke all on function app.note_amendment from public;
create trigger note_amendment after update of investor_id, project_id, amount_cents, status on app.investment for each row
  execute function app.note_amendment();
