-- Run as msingi_auth. Invitations, links that are handed out, and refused addresses.

-- The current recipient of an invitation.
create or replace function auth.invitee(p_user uuid) returns table (email text, name text, role text, is_pending boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select email, name, role, status = 'pending' from auth."user" where id = p_user
$$;

-- The newest invitation link of each account. `ended` was withdrawn or replaced.
create or replace function auth.invitation_links(p_users uuid[]) returns table (user_id uuid, state text, created_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct on (l.user_id) l.user_id, case
      when l.used_at is not null then 'used'
      when l.ended_at is not null or l.email <> u.email then 'ended'
      when l.expires_at <= now() then 'expired'
      else 'open' end, l.created_at
  from auth.link l join auth."user" u on u.id = l.user_id
  where l.user_id = any (p_users) and l.purpose = 'invitation'
  order by l.user_id, l.created_at desc, l.id desc
$$;

-- Whether the newest invitation to the current address was withdrawn, which keeps the reader of that mailbox out. A
-- change of email also ends links, without withdrawing them.
create or replace function auth.is_uninvited(p_user uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from app.outbox
      where user_id = p_user and template = 'invitation' and state = 'queued')
    and coalesce(
      (select l.ended_at is not null and l.used_at is null and l.email = u.email
        from auth.link l join auth."user" u on u.id = l.user_id
        where l.user_id = p_user and l.purpose = 'invitation' order by l.created_at desc, l.id desc limit 1),
      (select o.state = 'withdrawn' from app.outbox o
        where o.user_id = p_user and o.template = 'invitation' order by o.created_at desc, o.id desc limit 1),
      false)
$$;

-- Ends the open invitation of a pending account, and every recovery link, which would activate it as well. Results are
-- words; a refusal changes nothing.
create or replace function auth.withdraw_invitation(p_user uuid) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not auth.may_administer(p_user) then return 'not-allowed'; end if;
  if not exists (select from auth."user" where id = p_user and status = 'pending') then return 'not-pending'; end if;
  update auth.link set ended_at = now()
    where user_id = p_user and purpose in ('invitation', 'recovery') and used_at is null and ended_at is null;
  perform app.audit_act('withdraw-invitation', 'user', p_user::text, '{}');
  return 'withdrawn';
end $$;

-- Mints the link of an undeliverable email for an administrator to hand out: earlier links end, it is logged, and the
-- email is no longer sent, because that would end the link. Email without an attempt for five minutes counts as
-- undeliverable. Never a link to an administrator's account.
create or replace function auth.hand_out_link(p_mail uuid, p_token_hash text) returns table (answer text, user_id uuid, purpose text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  mail app.outbox;
  person auth."user";
begin
  if not app.has_permission('users', 'investors') then return query select 'not-allowed', null::uuid, null::text; return; end if;
  select * into mail from app.outbox o where o.id = p_mail for update;
  if mail.id is null or mail.template not in ('invitation', 'recovery', 'confirmation') then
    return query select 'unknown', null::uuid, null::text; return;
  end if;
  if not (mail.state = 'failed'
    or mail.state = 'queued' and mail.attempts = 0 and mail.created_at < now() - interval '5 minutes') then
    return query select 'deliverable', null::uuid, null::text; return;
  end if;
  select * into person from auth."user" u where u.id = mail.user_id for share;
  if person.role = 'admin' then return query select 'administrator', null::uuid, null::text; return; end if;
  if person.status = 'inactive' then return query select 'inactive', null::uuid, null::text; return; end if;
  if mail.template = 'invitation' and person.status <> 'pending'
    or mail.template = 'confirmation' and person."emailVerified" then
    return query select 'pointless', null::uuid, null::text; return;
  end if;
  perform auth.mint_link(person.id, mail.template, p_token_hash, case mail.template
    when 'invitation' then invitation_lifetime when 'recovery' then recovery_lifetime else confirmation_lifetime end)
    from app.installation;
  update app.outbox o set state = 'failed' where o.id = mail.id and o.state = 'queued';
  perform app.audit_act('hand-out-link', 'user', person.id::text,
    jsonb_build_object('purpose', mail.template, 'mail', mail.id));
  return query select 'made', person.id, mail.template;
end $$;

-- Stores a mail server's verdict on an address, if the account still has it.
create or replace function auth.note_address(p_user uuid, p_email text, p_taken boolean) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update auth."user" set refused_mail_at = case when p_taken then null else now() end, "updatedAt" = now()
    where id = p_user and email = p_email and (refused_mail_at is not null or not p_taken)
$$;

revoke all on function auth.is_uninvited, auth.invitee, auth.invitation_links, auth.withdraw_invitation, auth.hand_out_link,
  auth.note_address from public;
grant execute on function auth.invitation_links, auth.withdraw_invitation, auth.hand_out_link
  to msingi_admin, msingi_support;
grant execute on function auth.invitee, auth.note_address to msingi_system;

-- Mints an invitation link to hand out without a mail server. Waiting emails are withdrawn first, because sending them
-- would end this link.
create or replace function auth.hand_out_invitation(p_user uuid, p_token_hash text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person auth."user";
begin
  if not app.has_permission('users', 'investors') then return 'not-allowed'; end if;
  select * into person from auth."user" u where u.id = p_user for share;
  if person.id is null then return 'unknown'; end if;
  if person.role = 'admin' then return 'administrator'; end if;
  if person.status <> 'pending' then return 'not-pending'; end if;
  update app.outbox o set state = 'withdrawn'
    where o.user_id = p_user and o.template = 'invitation' and o.state = 'queued';
  perform auth.mint_link(p_user, 'invitation', p_token_hash, invitation_lifetime) from app.installation;
  perform app.audit_act('hand-out-link', 'user', p_user::text, jsonb_build_object('purpose', 'invitation'));
  return 'made';
end $$;
revoke all on function auth.hand_out_invitation from public;
grant execute on function auth.hand_out_invitation to msingi_admin, msingi_support;
