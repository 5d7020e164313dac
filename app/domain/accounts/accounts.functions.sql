-- Run as msingi_auth after every migration: the only access to accounts from outside (docs/decisions/002). Functions
-- run in the caller's transaction.

-- A pending account without a password; of staff as an owner, which only who manages users may make. A used email is a unique violation, which the caller checked before.
create or replace function auth.open_account(p_name text, p_email text, p_role text) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  opened uuid;
begin
  if p_role = 'admin' then perform app.require_permission('users'); end if;
  insert into auth."user" (name, email, role) values (p_name, p_email, p_role) returning id into opened;
  insert into auth.account ("accountId", "providerId", "userId") values (opened::text, 'credential', opened);
  if p_role = 'admin' then insert into auth.staff_role (user_id, role) values (opened, 'owner'); end if;
  return opened;
end $$;

-- Sets the first password of an account, hashed by the caller, confirms and activates it, and ends its links. For the
-- command line and the demo.
create or replace function auth.set_first_password(p_user uuid, p_hash text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth.account set password = p_hash, "updatedAt" = now()
    where "userId" = p_user and "providerId" = 'credential' and password is null;
  if not found then return; end if;
  update auth."user" set "emailVerified" = true, status = 'active', "updatedAt" = now()
    where id = p_user and status = 'pending';
  update auth.link set ended_at = now() where user_id = p_user and used_at is null and ended_at is null;
end $$;

-- Called when an email is sent: earlier links of the same purpose end, and only the hash is stored.
create or replace function auth.mint_link(p_user uuid, p_purpose text, p_token_hash text, p_lifetime interval) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update auth.link set ended_at = now()
    where user_id = p_user and purpose = p_purpose and used_at is null and ended_at is null;
  insert into auth.link (user_id, purpose, token_hash, email, expires_at)
    select id, p_purpose, p_token_hash, email, now() + p_lifetime from auth."user" where id = p_user;
$$;

create or replace function auth.mail_address(p_user uuid) returns table (email text, name text, status text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select email, name, status from auth."user" where id = p_user
$$;

-- The state of a link. Name and address are disclosed only while it is open. A changed address ends it.
create or replace function auth.link_state(p_token_hash text, p_purpose text) returns table (
  state text, user_id uuid, email text, name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with found as (
    select u.id, u.email, u.name, case
      when l.used_at is not null then 'used'
      when l.ended_at is not null or l.email <> u.email or u.status = 'inactive' then 'ended'
      when l.expires_at <= now() then 'expired'
      else 'open' end as state
    from auth.link l join auth."user" u on u.id = l.user_id
    where l.token_hash = p_token_hash and l.purpose = p_purpose)
  select state, case when state = 'open' then id end, case when state = 'open' then email end,
    case when state = 'open' then name end
  from found
$$;

-- Uses an open invitation: sets the first password, confirms the address, activates a pending account, ends sessions
-- and other links. Of concurrent calls one wins, because the update of the link waits for the first to commit.
create or replace function auth.accept_invitation(p_token_hash text, p_password_hash text) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
begin
  update auth.link l set used_at = now() from auth."user" u
    where l.token_hash = p_token_hash and l.purpose = 'invitation' and l.used_at is null and l.ended_at is null
      and l.expires_at > now() and u.id = l.user_id and u.email = l.email and u.status <> 'inactive'
    returning l.user_id into person;
  if person is null then return null; end if;
  perform set_config('app.actor', 'link', true), set_config('app.user_id', person::text, true);
  update auth.account set password = p_password_hash, "updatedAt" = now()
    where "userId" = person and "providerId" = 'credential';
  update auth."user" set "emailVerified" = true, "updatedAt" = now(),
    status = case when status = 'pending' then 'active' else status end where id = person;
  update auth.link set ended_at = now() where user_id = person and used_at is null and ended_at is null;
  delete from auth.session where "userId" = person;
  return person;
end $$;

revoke all on all functions in schema auth from public;
grant execute on function auth.link_state to msingi_web;
grant execute on function auth.link_state, auth.accept_invitation to msingi_guest;
grant execute on function auth.open_account, auth.set_first_password to msingi_admin;
grant execute on function auth.mint_link, auth.mail_address to msingi_system;
