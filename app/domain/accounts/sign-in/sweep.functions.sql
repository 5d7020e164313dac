-- Run as msingi_auth once a day. Deletes ended sessions, links 60 days after their end (until then their page
-- explains), notified former addresses, expired verifications and devices, failed sign-ins and requests for emails.
create or replace function auth.sweep() returns void language sql security definer
set search_path = pg_catalog, pg_temp as $$
  delete from auth.session s using auth."user" u, app.installation x
    where u.id = s."userId" and (s."expiresAt" <= now()
      or s."updatedAt" <= now() - case when u.role = 'admin' then x.admin_idle else x.investor_idle end);
  delete from auth.link where coalesce(used_at, ended_at, expires_at) < now() - interval '60 days';
  delete from auth.former_address where replaced_at < now() - interval '60 days';
  update app.outbox o set sent_to = null from auth."user" u
    where u.id = o.user_id and o.sent_to <> u.email and coalesce(o.sent_at, o.attempted_at) < now() - interval '60 days';
  delete from auth.mail_request where requested_at < now() - interval '1 day';
  delete from auth.verification where "expiresAt" < now() - interval '1 day';
  delete from auth.known_device where last_signed_in_at < now() - interval '30 days';
  delete from auth.sign_in_attempt a using app.installation x
    where a.last_at < now() - greatest(x.failure_window, x.longest_delay);
$$;

revoke all on function auth.sweep from public;
grant execute on function auth.sweep to msingi_system;
