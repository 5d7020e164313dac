-- Whether every delivery of the last ten minutes failed. Permanently refused addresses are left out, or responses would
-- depend on who has an account.
create or replace function app.mail_in_trouble() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(bool_and(o.state <> 'sent'), false) from app.outbox o
  where o.attempted_at > now() - interval '10 minutes'
    and (o.state = 'sent' or o.state <> 'withdrawn' and o.last_error is not null and not exists (
      select from auth."user" u where u.id = o.user_id and u.refused_mail_at >= o.attempted_at))
$$;
revoke all on function app.mail_in_trouble from public;
grant execute on function app.mail_in_trouble to msingi_guest, msingi_admin;
