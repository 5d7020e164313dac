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
    execute format('revoke all on %I.%I from msingi_guest, msingi_investor, msingi_admin, msingi_reactions, msingi_web,
      msingi_office, msingi_system, msingi_auth', t.schemaname, t.tablename);
    execute format('alter table %I.%I enable row level security, force row level security', t.schemaname, t.tablename);
    execute format('create policy owner_all on %I.%I to msingi_owner using (true) with check (true)',
      t.schemaname, t.tablename);
    if t.schemaname = 'auth' then
      execute format('create policy auth_all on auth.%I to msingi_auth using (true) with check (true)', t.tablename);
      execute format('grant select, insert, update, delete on auth.%I to msingi_auth', t.tablename);
    else
      execute format('create policy admin_all on app.%I to msingi_admin using (true) with check (true)', t.tablename);
      execute format('create policy system_all on app.%I to msingi_system using (true) with check (true)', t.tablename);
    end if;
  end loop;
end $$;

-- The investor this transaction runs as; null for everyone else.
create or replace function app.me() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('app.investor_id', true), '')::uuid
$$;

-- Sets the role and user of a transaction (app/platform/database/transaction.server.ts). Not a security definer, so the
-- login must be a member of the role. The roles cannot call it again.
create or replace function app.act_as(p_role text, p_user_id uuid, p_investor_id uuid, p_actor text, p_address text)
returns void language plpgsql security invoker as $$
begin
  if p_role is null or p_role not in ('guest', 'investor', 'admin', 'system') then
    raise exception 'nobody acts as %', p_role using errcode = 'insufficient_privilege';
  end if;
  perform pg_catalog.set_config('app.user_id', coalesce(p_user_id::text, ''), true),
    pg_catalog.set_config('app.investor_id', coalesce(p_investor_id::text, ''), true),
    pg_catalog.set_config('app.actor', p_actor, true),
    pg_catalog.set_config('app.client_address', p_address, true);
  perform pg_catalog.set_config('role', 'msingi_' || p_role, true);
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
grant select on app.event to msingi_admin, msingi_system;
create policy reactions on app.event for insert to msingi_reactions with check (true);
grant select, insert, update on app.command_key to msingi_admin;
grant select (created_at), delete on app.command_key to msingi_system;
-- An investor's own rows.
grant select, insert, update on app.command_key to msingi_investor;
create policy own on app.command_key to msingi_investor
  using (actor_id = (select nullif(current_setting('app.user_id', true), '')::uuid))
  with check (actor_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
