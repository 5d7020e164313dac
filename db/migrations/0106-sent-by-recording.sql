-- A share is not sent after its sending was recorded, and staff record it now; a command may record an earlier day.
create or replace function app.check_sending() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  declared_on date;
begin
  select d.dated_on into declared_on from app.distribution d where d.id = new.distribution_id for no key update;
  if new.sent_on < declared_on then
    raise exception 'a share is not sent before its record date' using errcode = 'check_violation';
  end if;
  if new.sent_on > (new.recorded_at at time zone 'Africa/Nairobi')::date
    or app.acting_user() is not null and new.recorded_at > now() then
    raise exception 'a share is not sent in the future' using errcode = 'check_violation';
  end if;
  if exists (select from app.distribution_void v where v.distribution_id = new.distribution_id) then
    raise exception 'the distribution was voided' using errcode = 'check_violation';
  end if;
  return new;
end $$;
