-- Run as msingi_auth. Sessions, and removal of a second factor by the office.

-- The user of a live session of an active account. `hold` is what must happen first: replace a password, or set up a
-- required second factor. A renewed token stays valid for requests in flight. Dropped first, because a function cannot
-- change its result type.
drop function if exists auth.session_actor(text);
create function auth.session_actor(p_token text) returns table (
  session_id uuid, user_id uuid, role text, name text, email text, investor_id uuid, used_at timestamptz, hold text,
  permissions text[])
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, u.id, u.role, u.name, u.email, i.id, s."updatedAt", case
    when u.must_change_password then 'password'
    when u.role = 'admin' and not u."twoFactorEnabled" and not s.has_provider_factor
      and exists (select from auth.staff_role r where r.user_id = u.id and r.role = any (x.second_factor_roles))
      and not exists (select from auth.passkey p where p.user_id = u.id) then 'second-factor' end,
    case when u.role = 'admin' then array(select distinct p.permission from auth.staff_role r
      join auth.role_permission p on p.role = r.role where r.user_id = u.id) else '{}' end
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

-- Trusted devices, which skip the second factor. Removed with the factor and when the password changes.
create or replace function auth.forget_trusted_devices(p_user uuid) returns void language sql security definer
set search_path = pg_catalog, pg_temp as $$
  delete from auth.verification where value = p_user::text and identifier like 'trust-device-%'
$$;

-- Removes the second factor, the passkeys and the link with a sign-in provider of another account; the last administrator's are removed by the command
-- line, which has no account. Ends every session of that person. For staff it needs two people: it is half of the way into their account.
create or replace function auth.reset_second_factor(p_user uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  had_other boolean;
  note app.two_person_act;
begin
  if p_user::text = current_setting('app.user_id', true) or not auth.may_administer(p_user) then return false; end if;
  delete from auth."twoFactor" where "userId" = p_user;
  delete from auth.passkey where user_id = p_user;
  had_other := found;
  delete from auth.account where "userId" = p_user and "providerId" = 'oidc';
  had_other := had_other or found;
  update auth."user" set "twoFactorEnabled" = false, "updatedAt" = now() where id = p_user and "twoFactorEnabled";
  if not (found or had_other) then return false; end if;
  perform auth.forget_trusted_devices(p_user);
  delete from auth.session where "userId" = p_user;
  if exists (select from auth.staff_role where user_id = p_user) then
    note.act := 'staff-sign-in';
    note.subject_id := p_user;
    perform app.note_two_person_act(note);
  end if;
  return true;
end $$;

-- The account of the portal's investor, in view mode too; null without one.
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
