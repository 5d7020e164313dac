-- Run by the installer (the role of DATABASE_URL) before the migrations; repeatable. Roles belong to the cluster, so
-- one cluster holds one installation. Nothing is inherited: a login must name the role of a transaction, and must be a
-- member of it (docs/decisions/002).
do $$
declare
  name text;
begin
  foreach name in array array[
    'msingi_owner', 'msingi_guest', 'msingi_investor', 'msingi_admin', 'msingi_support', 'msingi_reactions',
    'msingi_web', 'msingi_office', 'msingi_system', 'msingi_auth'
  ] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I noinherit', name);
    end if;
    -- CREATEROLE alone gives the right to administer, not the right to SET ROLE.
    execute format('grant %I to current_user with set true, inherit false', name);
  end loop;
end $$;

grant msingi_guest, msingi_investor, msingi_reactions to msingi_web with inherit false, set true;
grant msingi_admin, msingi_support, msingi_reactions to msingi_office with inherit false, set true;
grant msingi_reactions to msingi_system with inherit false, set true;
alter role msingi_web set search_path = app;
alter role msingi_office set search_path = app;
alter role msingi_system set search_path = app;
alter role msingi_auth set search_path = auth;
