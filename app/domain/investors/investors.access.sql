grant select, insert on app.investor to msingi_admin;
grant update (user_id, email, full_name, phone, own_status, archived_at, version, reminders_paused_at) on app.investor to msingi_admin;
grant select on app.investor to msingi_support, msingi_system;

grant select on app.investor to msingi_investor;
create policy own on app.investor for select to msingi_investor using (id = (select app.me()));

-- Only investors without a history can be deleted; foreign keys protect the others.
grant delete on app.investor to msingi_admin;

-- What refers to an investor, from domains above this one, for the question before removal.
drop function if exists app.investor_history(uuid);
create function app.investor_history(p_investor uuid)
returns table (investments integer, active_investments integer, documents integer, notifications integer,
  inquiries integer, requests integer, open_requests integer)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select
    (select count(*)::integer from app.investment i where i.investor_id = p_investor),
    (select count(*)::integer from app.investment i where i.investor_id = p_investor and i.status = 'active'),
    (select count(*)::integer from app.document d where d.investor_id = p_investor),
    (select count(*)::integer from app.notification n where n.investor_id = p_investor),
    (select count(*)::integer from app.inquiry q where q.investor_id = p_investor),
    (select count(*)::integer from app.investment_request r where r.investor_id = p_investor),
    (select count(*)::integer from app.investment_request r where r.investor_id = p_investor
      and r.status = 'pending' and r.reserved_until > now())
$$;
revoke all on function app.investor_history from public;
grant execute on function app.investor_history to msingi_admin;

-- Read by older processes during a rolling update.
grant execute on function app.first_of_shelf to msingi_admin;

-- Staff with these permissions.
call app.staff_writes('app.investor', 'investors', 'users');
