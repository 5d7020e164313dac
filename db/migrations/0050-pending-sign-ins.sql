-- A sign-in that waits for its second factor was begun with a password, an email and a factor. When one of them changes, by
-- whatever way, it ends, and the password is asked for again. A recovery code that is used changes no secret.
create function app.end_pending_sign_ins() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.verification where value = to_jsonb(old) ->> tg_argv[0] and identifier like '2fa-%';
  return null;
end $$;
revoke all on function app.end_pending_sign_ins from public;
create trigger end_pending_sign_ins after update of password on auth.account for each row
  when (old.password is distinct from new.password) execute function app.end_pending_sign_ins('userId');
create trigger end_pending_sign_ins after update of email on auth."user" for each row
  when (old.email is distinct from new.email) execute function app.end_pending_sign_ins('id');
create trigger end_pending_sign_ins after delete or update of secret on auth."twoFactor" for each row
  execute function app.end_pending_sign_ins('userId');

-- A browser fetches a long file in parts, whose order and number are its own. The download of one file by one person is one
-- row a minute, however many parts it came in.
create function app.audit_download(p_subject text, p_subject_id text, p_facts jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Parts that are asked for at the same time wait for each other.
  perform pg_advisory_xact_lock(hashtextextended(
    concat_ws(' ', 'download', p_subject, p_subject_id, current_setting('app.user_id', true)), 0));
  if not exists (
    select from app.audit_log l
    where l.subject_id = p_subject_id and l.at > now() - interval '1 minute' and l.subject = p_subject
      and l.act = 'download' and l.after = p_facts
      and l.actor_id = nullif(current_setting('app.user_id', true), '')::uuid)
  then
    perform app.audit_act('download', p_subject, p_subject_id, p_facts);
  end if;
end $$;
revoke all on function app.audit_download from public;
grant execute on function app.audit_download to msingi_investor, msingi_admin;
