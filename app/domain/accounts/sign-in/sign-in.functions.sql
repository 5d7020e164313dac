-- Run as msingi_auth. Who asks, and what becomes of their second factor from the office.

-- From a session's token to who asks, while the session lives and the account is active. `hold` is what the person has
-- to do before anything else: replace a password that an administrator set, or set up the second factor that the
-- installation wants of administrators. A token that was renewed holds for the requests on their way. Dropped first, because a function cannot change what it returns.
drop function if exists auth.session_actor(text);
create function auth.session_actor(p_token text) returns table (
  session_id uuid, user_id uuid, role text, name text, email text, investor_id uuid, used_at timestamptz, hold text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, u.id, u.role, u.name, u.email, i.id, s."updatedAt", case
    when u.must_change_password then 'password'
    when u.role = 'admin' and x.admins_need_second_factor and not u."twoFactorEnabled" then 'second-factor' end
  from auth.session s
  join auth."user" u on u.id = s."userId"
  left join app.investor i on i.user_id = u.id
  cross join app.installation x
  where (s.token = p_token or (s.former_token = p_token and s.renewed_at > now() - interval '30 seconds'))
    and u.status = 'active' and s."expiresAt" > now()
    and s."updatedAt" > now() - case when u.role = 'admin' then x.admin_idle else x.investor_idle end
$$;

create or replace function auth.touch_session(p_session uuid) returns void language sql security definer
set search_path = pg_catalog, pg_temp as $$
  update auth.session set "updatedAt" = now() where id = p_session
$$;

-- Devices on which no second factor is asked for. They are forgotten with the factor, and when the password changes.
create or replace function auth.forget_trusted_devices(p_user uuid) returns void language sql security definer
set search_path = pg_catalog, pg_temp as $$
  delete from auth.verification where value = p_user::text and identifier like 'trust-device-%'
$$;

-- An administrator takes the second factor off someone else's account; one's own goes by turning it off, and the last
-- administrator's by the command line, which names no one (decisions §2). Every session of that person ends.
create or replace function auth.reset_second_factor(p_user uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_user::text = current_setting('app.user_id', true) then return false; end if;
  delete from auth."twoFactor" where "userId" = p_user;
  update auth."user" set "twoFactorEnabled" = false, "updatedAt" = now() where id = p_user and "twoFactorEnabled";
  if not found then return false; end if;
  perform auth.forget_trusted_devices(p_user);
  delete from auth.session where "userId" = p_user;
  return true;
end $$;

-- The account of the investor whose portal is looked at, by themselves or in view mode. Null: there is none.
create or replace function auth.own_status() returns text language sql stable security definer
set search_path = pg_catalog, pg_temp as $$
  select u.status from app.investor i join auth."user" u on u.id = i.user_id
  where i.id = nullif(current_setting('app.investor_id', true), '')::uuid
$$;

revoke all on function auth.own_status, auth.session_actor, auth.touch_session, auth.forget_trusted_devices, auth.reset_second_factor
  from public;
grant execute on function auth.session_actor, auth.touch_session to msingi_web;
grant execute on function auth.session_actor to msingi_office;
grant execute on function auth.session_actor to msingi_owner;
grant execute on function auth.reset_second_factor to msingi_admin;
grant execute on function auth.own_status to msingi_investor;
