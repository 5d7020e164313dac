-- Run as msingi_auth. Recovery and confirmation links, which are requested and used without a session.

-- Stores a request for an email and returns its number, or null above the address's hourly limit. Concurrent calls for
-- one address are serialised. Unknown addresses run the same statements.
create or replace function auth.request_mail(p_email text, p_address_hash text, p_purpose text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
  request bigint;
begin
  perform pg_advisory_xact_lock(hashtext('msingi mail request'), hashtext(p_address_hash));
  select id into person from auth."user" where email = p_email;
  insert into auth.mail_request (address_hash, purpose, requested_at, user_id)
    select p_address_hash, p_purpose, now(), person from app.installation
    where mails_per_hour > (select count(*) from auth.mail_request
      where address_hash = p_address_hash and requested_at > now() - interval '1 hour')
    returning id into request;
  if request is not null then perform app.audit_act('request-' || p_purpose, 'user', person::text, '{}'); end if;
  return request;
end $$;

-- For the worker: the recipient of a requested email, once. No row when the account is unknown, closed, already
-- confirmed, or its invitation was withdrawn.
create or replace function auth.take_mail_request(p_request bigint) returns table (user_id uuid, purpose text)
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with taken as (
    update auth.mail_request r set user_id = null from auth.mail_request before
      where before.id = r.id and r.id = p_request and before.user_id is not null
      returning before.user_id, before.purpose)
  select t.user_id, t.purpose from taken t join auth."user" u on u.id = t.user_id
  where u.status <> 'inactive' and not (t.purpose = 'confirmation' and u."emailVerified")
    and not (u.status = 'pending' and auth.is_uninvited(u.id))
$$;

-- The current recipient of an email about an account.
create or replace function auth.mail_account(p_user uuid) returns table (email text, name text, is_open boolean,
  is_confirmed boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select email, name, status <> 'inactive', "emailVerified" from auth."user" where id = p_user
$$;

-- The device of an email about a new one.
create or replace function auth.device_for_mail(p_device uuid) returns table (name text, at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select name, first_signed_in_at from auth.known_device where id = p_device
$$;

create or replace function auth.former_email(p_former uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select email from auth.former_address where id = p_former
$$;

create or replace function auth.last_former_address(p_user uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select id from auth.former_address where user_id = p_user order by id desc limit 1
$$;

-- The state of a recovery link. `expired` may be replaced: the newest, never used, and neither password nor email has
-- changed since. No row for any other.
create or replace function auth.recovery_link(p_token_hash text) returns table (state text, email text, name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when l.expires_at > now() then 'open' else 'expired' end, u.email, u.name
  from auth.link l
  join auth."user" u on u.id = l.user_id
  join auth.account a on a."userId" = u.id and a."providerId" = 'credential'
  where l.token_hash = p_token_hash and l.purpose = 'recovery' and l.used_at is null and l.ended_at is null
    and l.email = u.email and u.status <> 'inactive'
    and (l.expires_at > now() or a."updatedAt" <= l.created_at and coalesce(u.email_changed_at <= l.created_at, true))
$$;

-- Sets the password by an open recovery link, confirms the address and activates a pending account. Sessions, other
-- links and trusted devices end; the second factor stays. Of concurrent calls one wins, because the update of the link
-- waits for the first to commit.
create or replace function auth.use_recovery(p_token_hash text, p_password_hash text) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
begin
  update auth.link l set used_at = now() from auth."user" u
    where l.token_hash = p_token_hash and l.purpose = 'recovery' and l.used_at is null and l.ended_at is null
      and l.expires_at > now() and u.id = l.user_id and u.email = l.email and u.status <> 'inactive'
    returning l.user_id into person;
  if person is null then return null; end if;
  perform set_config('app.actor', 'link', true), set_config('app.user_id', person::text, true);
  update auth.account set password = p_password_hash, "updatedAt" = now()
    where "userId" = person and "providerId" = 'credential';
  update auth."user" set "emailVerified" = true, must_change_password = false, "updatedAt" = now(),
    status = case when status = 'pending' then 'active' else status end where id = person;
  update auth.link set ended_at = now() where user_id = person and used_at is null and ended_at is null;
  perform auth.forget_trusted_devices(person);
  delete from auth.session where "userId" = person;
  return person;
end $$;

-- Confirms the address of an open confirmation link. Changes neither status nor password.
create or replace function auth.confirm_address(p_token_hash text) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
begin
  update auth.link l set used_at = now() from auth."user" u
    where l.token_hash = p_token_hash and l.purpose = 'confirmation' and l.used_at is null and l.ended_at is null
      and l.expires_at > now() and u.id = l.user_id and u.email = l.email and u.status <> 'inactive'
    returning l.user_id into person;
  if person is null then return null; end if;
  perform set_config('app.actor', 'link', true), set_config('app.user_id', person::text, true);
  update auth."user" set "emailVerified" = true, "updatedAt" = now() where id = person;
  return person;
end $$;

revoke all on function auth.request_mail, auth.take_mail_request, auth.mail_account, auth.device_for_mail, auth.former_email,
  auth.last_former_address, auth.recovery_link, auth.use_recovery, auth.confirm_address from public;
grant execute on function auth.request_mail, auth.recovery_link, auth.use_recovery, auth.confirm_address to msingi_guest;
grant execute on function auth.request_mail, auth.last_former_address to msingi_admin;
grant execute on function auth.take_mail_request, auth.mail_account, auth.device_for_mail, auth.former_email
  to msingi_system;
