-- An investment that was cancelled on an earlier day was cancelled in its last moment, so that a cancellation in the last
-- minute of today follows what happened before it.
create or replace function app.note_amendment() returns trigger language plpgsql security definer
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
  if new.status = 'cancelled' and old.status <> 'cancelled' then
    insert into app.amendment (investment_id, investor_id, kind, amount_cents, amended_at)
      values (new.id, new.investor_id, 'cancelled', new.amount_cents,
        least(now(), (new.cancelled_on + time '24:00') at time zone 'Africa/Nairobi' - interval '1 microsecond'));
  elsif new.status <> 'cancelled' and old.status = 'cancelled' then
    insert into app.amendment (investment_id, investor_id, kind, amount_cents, amended_at)
      values (new.id, new.investor_id, 'resumed', new.amount_cents, now());
  end if;
  return null;
end $$;
