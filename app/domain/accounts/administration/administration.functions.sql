-- Run as msingi_auth. Administrators' changes to other accounts. Results are the words that the commands next to this
-- file read; a refusal changes nothing.

-- What the office may see of accounts: no password, no token. A view, so that lists can join it and use its indexes. An
-- imported credential identity may name an address instead of the account's id.
create or replace view auth.sign_in_account as
  select u.id, u.email, u.name, u.role, u.status, u."emailVerified" as email_verified,
    a.password is not null as has_password, u.last_signed_in_at, u."createdAt" as created_at,
    u.must_change_password,
    u."twoFactorEnabled" or exists (select from auth.passkey p where p.user_id = u.id)
      or exists (select from auth.account p where p."userId" = u.id and p."providerId" = 'oidc') as has_second_factor,
    u.refused_mail_at,
    case when a."accountId" = u.id::text then u.email
      when a."accountId" like '%@%' then lower(a."accountId")
      else (select other.email from auth."user" other where other.id::text = a."accountId") end as identity_email,
    u.name_search, u.email_search
  from auth."user" u left join auth.account a on a."userId" = u.id and a."providerId" = 'credential';

-- The status alone, for filters that must use an index.
create or replace view auth.account_status as select id, status from auth."user";

create or replace view auth.active_owner as
  select r.user_id from auth.staff_role r join auth."user" u on u.id = r.user_id
  where r.role = 'owner' and u.role = 'admin' and u.status = 'active';

-- The roles of staff, for lists.
create or replace view auth.staff as select user_id, role from auth.staff_role;

-- The owners of password, second-factor and passkey rows, for the audit log.
create or replace view auth.secret_owner as
  select a.id, a."userId" as user_id from auth.account a union all select f.id, f."userId" from auth."twoFactor" f
  union all select p.id, p.user_id from auth.passkey p;

-- Whether the acting member of staff may change this account: those of investors with the permission `investors`, all with
-- `users`. Checked again under the lock, because roles may have changed since the request began.
create or replace function auth.may_administer(p_user uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.has_permission('users') or app.has_permission('investors')
    and exists (select from auth."user" where id = p_user and role = 'investor')
$$;

-- Whether the office would have no active owner without this account.
create or replace function auth.is_last_owner(p_user uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from auth.active_owner where user_id = p_user)
    and not exists (select from auth.active_owner where user_id <> p_user)
$$;

-- Why any change to this account is refused; null when it may continue. Commands that could remove an administrator are
-- serialised. Links are locked first everywhere, which prevents deadlocks.
create or replace function auth.refusal_to_change(p_user uuid) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('msingi administrators'));
  if not exists (select from auth."user" where id = p_user) then return 'unknown'; end if;
  return case when p_user::text = current_setting('app.user_id', true) then 'oneself' end;
end $$;

-- Gives an account these roles of staff, or none, which makes it an investor's account. Sessions end, because rights depend
-- on the roles. The last active owner stays one.
drop function if exists auth.change_role(uuid, text);
create or replace function auth.change_roles(p_user uuid, p_roles text[]) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := auth.refusal_to_change(p_user);
  account_role text := case when p_roles = '{}' then 'investor' else 'admin' end;
begin
  if refusal is not null then return refusal; end if;
  if exists (select from auth."user" where id = p_user and role = account_role)
    and (select array_agg(role order by role) from auth.staff_role where user_id = p_user)
      is not distinct from (select array_agg(distinct role order by role) from unnest(p_roles) role) then
    return 'same';
  end if;
  if not 'owner' = any (p_roles) and auth.is_last_owner(p_user) then return 'last-administrator'; end if;
  if not app.has_permission('users') then return 'not-allowed'; end if;
  delete from auth.staff_role where user_id = p_user and role <> all (p_roles);
  insert into auth.staff_role (user_id, role, granted_by)
    select p_user, role, nullif(current_setting('app.user_id', true), '')::uuid from unnest(p_roles) role
    on conflict do nothing;
  update auth."user" set role = account_role, "updatedAt" = now() where id = p_user and role <> account_role;
  delete from auth.session where "userId" = p_user;
  return 'changed';
end $$;

-- Changes a status; closing an account ends sessions and links. No account becomes pending again.
drop function if exists auth.change_status(uuid, text);
create function auth.change_status(p_user uuid, p_status text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := auth.refusal_to_change(p_user);
begin
  if p_status not in ('active', 'inactive') then
    raise exception 'no status to change to: %', p_status using errcode = 'check_violation';
  end if;
  if refusal is not null then return refusal; end if;
  if exists (select from auth."user" where id = p_user and status = p_status) then return 'same'; end if;
  if p_status = 'inactive' and auth.is_last_owner(p_user) then return 'last-administrator'; end if;
  if not auth.may_administer(p_user) then return 'not-allowed'; end if;
  if p_status = 'inactive' then
    update auth.link set ended_at = now() where user_id = p_user and used_at is null and ended_at is null;
    delete from auth.session where "userId" = p_user;
  end if;
  update auth."user" set status = p_status, "updatedAt" = now() where id = p_user;
  return 'changed';
end $$;

-- Sets a password that the administrator knows, so the next sign-in must replace it. Activates a pending account but
-- not an inactive one; ends sessions, trusted devices and links that set a password. An imported account may have no
-- identity yet.
create or replace function auth.set_password(p_user uuid, p_hash text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := auth.refusal_to_change(p_user);
begin
  if refusal is not null then return refusal; end if;
  if not auth.may_administer(p_user) then return 'not-allowed'; end if;
  update auth.link set ended_at = now()
    where user_id = p_user and purpose <> 'confirmation' and used_at is null and ended_at is null;
  update auth.account set password = p_hash, "updatedAt" = now()
    where "userId" = p_user and "providerId" = 'credential';
  if not found then
    insert into auth.account ("accountId", "providerId", "userId", password)
      values (p_user::text, 'credential', p_user, p_hash);
  end if;
  update auth."user" set must_change_password = true, password_set_at = now(), "updatedAt" = now(),
    status = case when status = 'pending' then 'active' else status end where id = p_user;
  perform auth.forget_trusted_devices(p_user);
  delete from auth.session where "userId" = p_user;
  return 'set';
end $$;

-- An address belongs to one account and one investor record, which share it.
create or replace function auth.is_email_taken(p_user uuid, p_email text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from auth."user" where email = p_email and id <> p_user)
    or exists (select from app.investor where email = p_email and user_id is distinct from p_user)
$$;

-- Changes the address of account, credential identity and investor record. It is unverified until confirmed; sessions
-- and links end. Refused for the last active owner, whom a typing error would lock out. Concurrent calls with
-- one address are serialised (see add-investor.server.ts).
create or replace function auth.change_email(p_user uuid, p_email text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := auth.refusal_to_change(p_user);
begin
  if refusal = 'unknown' then return refusal; end if;
  perform pg_advisory_xact_lock(hashtext('email:' || p_email));
  if exists (select from auth."user" where id = p_user and email = p_email) then return 'same'; end if;
  if auth.is_email_taken(p_user, p_email) then return 'taken'; end if;
  if auth.is_last_owner(p_user) then return 'last-administrator'; end if;
  if not auth.may_administer(p_user) then return 'not-allowed'; end if;
  update auth.link set ended_at = now() where user_id = p_user and used_at is null and ended_at is null;
  update auth."user" set email = p_email, "emailVerified" = false, email_changed_at = now(), refused_mail_at = null,
    "updatedAt" = now() where id = p_user;
  update auth.account set "accountId" = p_user::text, "updatedAt" = now()
    where "userId" = p_user and "providerId" = 'credential' and "accountId" <> p_user::text;
  delete from auth.account where "userId" = p_user and "providerId" = 'oidc';
  update app.investor set email = p_email, version = version + 1 where user_id = p_user;
  delete from auth.session where "userId" = p_user;
  return 'changed';
end $$;

-- Resets identity and investor record to the account's address, which is what the person signs in with. Ends no session
-- and sends no email.
create or replace function auth.repair_email(p_user uuid) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  refusal text := auth.refusal_to_change(p_user);
  right_email text;
  mended boolean;
begin
  if refusal = 'unknown' then return refusal; end if;
  select email into right_email from auth."user" where id = p_user;
  perform pg_advisory_xact_lock(hashtext('email:' || right_email));
  if auth.is_email_taken(p_user, right_email) then return 'taken'; end if;
  if not auth.may_administer(p_user) then return 'not-allowed'; end if;
  update auth.account set "accountId" = p_user::text, "updatedAt" = now()
    where "userId" = p_user and "providerId" = 'credential' and "accountId" <> p_user::text;
  mended := found;
  update app.investor set email = right_email, version = version + 1 where user_id = p_user and email <> right_email;
  return case when mended or found then 'repaired' else 'same' end;
end $$;

-- Copies the investor record's name to the account, so that emails and lists agree.
create or replace function auth.rename_account(p_user uuid, p_name text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update auth."user" set name = p_name, "updatedAt" = now()
    where id = p_user and name <> p_name and auth.may_administer(p_user)
$$;

-- The last change of an account's address, for the administrator who made it.
create or replace function auth.last_email_change(p_user uuid) returns table (former text, changed_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select email, replaced_at from auth.former_address where user_id = p_user order by id desc limit 1
$$;

-- The live sessions of an account that the acting member of staff may change, by last use, at most 100.
create or replace function auth.sessions_of(p_user uuid) returns table (
  id uuid, user_agent text, address text, began_at timestamptz, used_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, s."userAgent", s."ipAddress", s."createdAt", s."updatedAt"
  from auth.session s join auth."user" u on u.id = s."userId" cross join app.installation x
  where s."userId" = p_user and auth.may_administer(p_user) and s."expiresAt" > now()
    and s."updatedAt" > now() - case when u.role = 'admin' then x.admin_idle else x.investor_idle end
  order by s."updatedAt" desc, s.id limit 100
$$;

-- Ends one session of an account, or all without a session; remembered devices are forgotten with all of them. How many
-- ended, audited; null when the acting administrator may not.
create or replace function auth.end_sessions_of(p_user uuid, p_session uuid) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ended integer;
begin
  if not auth.may_administer(p_user) then return null; end if;
  delete from auth.session where "userId" = p_user and (p_session is null or id = p_session);
  get diagnostics ended = row_count;
  if p_session is null then perform auth.forget_trusted_devices(p_user); end if;
  perform app.audit_act('end-sessions', 'user', p_user::text, jsonb_build_object('sessions', ended));
  return ended;
end $$;

revoke all on function auth.sessions_of, auth.end_sessions_of from public;
grant execute on function auth.sessions_of, auth.end_sessions_of to msingi_admin;
revoke all on function auth.may_administer, auth.is_last_owner, auth.refusal_to_change, auth.change_roles,
  auth.change_status, auth.set_password, auth.is_email_taken, auth.change_email, auth.repair_email,
  auth.rename_account, auth.last_email_change from public;
grant execute on function auth.change_roles, auth.change_status, auth.set_password, auth.change_email,
  auth.repair_email, auth.rename_account, auth.last_email_change to msingi_admin, msingi_support;
revoke all on auth.sign_in_account, auth.account_status, auth.secret_owner, auth.active_owner, auth.staff
  from msingi_admin, msingi_support, msingi_system, msingi_web, msingi_office;
grant select on auth.sign_in_account, auth.account_status, auth.secret_owner, auth.staff to msingi_admin;
grant select on auth.sign_in_account, auth.account_status, auth.staff to msingi_support;
