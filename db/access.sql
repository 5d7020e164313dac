-- Run as msingi_owner before the *.access.sql of the domains, which grant what is needed. Row security is forced on
-- every table. The owner has a policy of its own: otherwise migrations, definer triggers and backups would see no rows.
-- For office and worker the role is the condition, because a policy that reads a setting keeps ILIKE from using its
-- index (docs/decisions/002).
do $$
declare
  p record;
  t record;
begin
  for p in select schemaname, tablename, policyname from pg_policies where schemaname in ('app', 'auth') loop
    execute format('drop policy %I on %I.%I', p.policyname, p.schemaname, p.tablename);
  end loop;
  for t in select schemaname, tablename from pg_tables where schemaname in ('app', 'auth') order by 1, 2 loop
    execute format('revoke all on %I.%I from msingi_guest, msingi_investor, msingi_admin, msingi_support, msingi_reactions,
      msingi_web, msingi_office, msingi_system, msingi_auth', t.schemaname, t.tablename);
    execute format('alter table %I.%I enable row level security, force row level security', t.schemaname, t.tablename);
    execute format('create policy owner_all on %I.%I to msingi_owner using (true) with check (true)',
      t.schemaname, t.tablename);
    if t.schemaname = 'auth' then
      execute format('create policy auth_all on auth.%I to msingi_auth using (true) with check (true)', t.tablename);
      execute format('grant select, insert, update, delete on auth.%I to msingi_auth', t.tablename);
    else
      execute format('create policy admin_all on app.%I to msingi_admin, msingi_support using (true) with check (true)', t.tablename);
      execute format('create policy system_all on app.%I to msingi_system using (true) with check (true)', t.tablename);
    end if;
  end loop;
end $$;

-- The investor this transaction runs as; null for everyone else.
create or replace function app.me() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('app.investor_id', true), '')::uuid
$$;

-- Whether the acting member of staff has one of these permissions. Commands at the terminal and jobs have no account and
-- may do everything. Read at each statement, so that a role that is taken away counts immediately.
create or replace function app.has_permission(variadic p_permissions text[]) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(current_setting('app.user_id', true), '') = '' or exists (
    select from auth."user" u
    join auth.staff_role r on r.user_id = u.id
    join auth.role_permission p on p.role = r.role
    where u.id = nullif(current_setting('app.user_id', true), '')::uuid and u.role = 'admin' and u.status = 'active'
      and p.permission = any (p_permissions))
    -- An approval lends what its command needs.
    or exists (
      select from app.proposal a join app.proposal_line l on l.proposal_id = a.id
      where a.decided_in = pg_current_xact_id_if_assigned() and a.decided_at = now() and a.state = 'approved'
        and app.permissions_of_act(l.act) && p_permissions)
$$;

-- Whether the acting account is active and of staff.
create or replace function app.is_staff() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(current_setting('app.user_id', true), '') = '' or exists (
    select from auth."user" u where u.id = nullif(current_setting('app.user_id', true), '')::uuid
      and u.role = 'admin' and u.status = 'active')
$$;

-- True, or the statement fails: a policy that only hid rows would let a forgotten check pass in silence.
create or replace function app.require_permission(variadic p_permissions text[]) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.has_permission(variadic p_permissions) then
    raise exception 'this needs the permission %', array_to_string(p_permissions, ' or ')
      using errcode = 'insufficient_privilege';
  end if;
  return true;
end $$;

-- Lets staff write to a table only with one of these permissions. Called next to the grants of each table.
create or replace procedure app.staff_writes(p_table regclass, variadic p_permissions text[])
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  may text := format('((select app.require_permission(variadic %L::text[])))', p_permissions);
begin
  execute format('create policy permitted_insert on %s as restrictive for insert to msingi_admin, msingi_support
    with check %s', p_table, may);
  execute format('create policy permitted_update on %s as restrictive for update to msingi_admin, msingi_support
    using (true) with check %s', p_table, may);
  execute format('create policy permitted_delete on %s as restrictive for delete to msingi_admin, msingi_support
    using %s', p_table, may);
end $$;
revoke all on function app.has_permission, app.is_staff, app.require_permission from public;
revoke all on procedure app.staff_writes from public;
grant execute on function app.has_permission, app.is_staff
  to msingi_web, msingi_office, msingi_system, msingi_auth, msingi_admin, msingi_support;
grant usage on schema app, auth to msingi_support;
grant execute on function app.audit_act, app.audit_download to msingi_support;
grant execute on function app.require_permission to msingi_admin, msingi_support, msingi_auth;

-- Sets the role and user of a transaction (app/platform/database/transaction.server.ts). Not a security definer, so the
-- login must be a member of the role. The roles cannot call it again.
create or replace function app.act_as(p_role text, p_user_id uuid, p_investor_id uuid, p_actor text, p_address text)
returns void language plpgsql security invoker as $$
declare
  database_role text := 'msingi_' || p_role;
begin
  if p_role is null or p_role not in ('guest', 'investor', 'admin', 'system') then
    raise exception 'nobody acts as %', p_role using errcode = 'insufficient_privilege';
  end if;
  perform pg_catalog.set_config('app.user_id', coalesce(p_user_id::text, ''), true),
    pg_catalog.set_config('app.investor_id', coalesce(p_investor_id::text, ''), true),
    pg_catalog.set_config('app.actor', p_actor, true),
    pg_catalog.set_config('app.client_address', p_address, true);
  -- An account that was closed or demoted since its request began acts no more.
  if (p_role = 'admin' or p_actor = 'admin') and not app.is_staff() then
    raise exception 'this account is not of staff' using errcode = 'invalid_authorization_specification';
  end if;
  -- Staff who see no money have a role of their own, and look at no portal.
  if p_role = 'admin' and not app.has_permission('read-money') then database_role := 'msingi_support'; end if;
  if p_role = 'investor' and p_actor = 'admin' and not app.has_permission('read-money') then
    raise exception 'this needs the permission read-money' using errcode = 'insufficient_privilege';
  end if;
  perform pg_catalog.set_config('app.database_role', database_role, true),
    pg_catalog.set_config('role', database_role, true);
end $$;
revoke all on function app.act_as from public;
grant execute on function app.act_as to msingi_web, msingi_office, msingi_system;

-- The newest applied migration: a process checks whether the schema is still its own
-- (app/platform/observability/readiness.server.ts). The list itself belongs to the installer.
create or replace function app.newest_migration() returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select max(name) from migrations.applied where name <> 'access'
$$;
revoke all on function app.newest_migration() from public;
grant execute on function app.newest_migration() to msingi_web;

-- What the platform itself writes. msingi_reactions writes the effects of events and reads only the ids it creates, so
-- that a statement injected in the portal cannot read or forge payments and receipts.
grant insert on app.event to msingi_reactions;
grant select on app.event to msingi_admin, msingi_support, msingi_system;
create policy reactions on app.event for insert to msingi_reactions with check (true);
grant select, insert, update on app.command_key to msingi_admin, msingi_support;
grant select (created_at), delete on app.command_key to msingi_system;
-- Staff with any permission to change something.
call app.staff_writes('app.command_key', 'users', 'settings', 'projects', 'distributions', 'approvals', 'requests',
  'transactions', 'payments', 'investors', 'documents', 'notifications', 'inquiries');
-- An investor's own rows.
grant select, insert, update on app.command_key to msingi_investor;
create policy own on app.command_key to msingi_investor
  using (actor_id = (select nullif(current_setting('app.user_id', true), '')::uuid))
  with check (actor_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
