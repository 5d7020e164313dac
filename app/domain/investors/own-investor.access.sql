-- Finds or creates the investor of a signed-in account without one: links a record with the account's confirmed address
-- and no account, or creates one, joined today. Null when the account is not an investor's, the address is unconfirmed,
-- or the record is archived or taken. The session's token is the proof, because the caller has no role yet; the lock
-- serialises the requests of one page.
create or replace function app.own_investor(p_token text, p_today date, p_address text) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  asking record;
  mine uuid;
begin
  select u.id, lower(btrim(u.email)) as email, u."emailVerified" as is_confirmed,
    left(coalesce(nullif(btrim(u.name), ''), split_part(u.email, '@', 1)), 200) as name
  into asking
  from auth.session_actor(p_token) a join auth."user" u on u.id = a.user_id
  where a.role = 'investor' and a.hold is null;
  if not found then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('own investor ' || asking.id, 0)),
    set_config('app.actor', 'investor', true), set_config('app.user_id', asking.id::text, true),
    set_config('app.client_address', coalesce(p_address, ''), true);
  select id into mine from app.investor where user_id = asking.id;
  if found then return mine; end if;
  update app.investor set user_id = asking.id, version = version + 1
  where email = asking.email and user_id is null and archived_at is null and asking.is_confirmed
  returning id into mine;
  if mine is null then
    insert into app.investor (user_id, email, full_name, own_status, joined_on)
    values (asking.id, asking.email, asking.name, 'active', p_today)
    on conflict (email) do nothing returning id into mine;
  end if;
  if mine is not null then perform pg_notify('msingi', 'admin'); end if;
  return mine;
end $$;
revoke all on function app.own_investor from public;
grant execute on function app.own_investor to msingi_web;
