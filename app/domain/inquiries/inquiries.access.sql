-- Guests insert an inquiry and read nothing back, not even its id.
grant select on app.inquiry to msingi_admin, msingi_support, msingi_system;
grant update (status, phone, investor_id, suspected_spam, suspicion, version) on app.inquiry to msingi_admin, msingi_support;
grant select, insert on app.inquiry_note to msingi_admin, msingi_support;
grant insert (id, source, name, email, phone, subject, message, project_id, suspected_spam, suspicion, received_at)
  on app.inquiry to msingi_guest;
create policy guest_writes on app.inquiry for insert to msingi_guest with check (true);

-- Investors add questions of their own, and see what became of them.
grant insert (id, source, name, email, phone, subject, message, project_id, investor_id, received_at),
  select (id, source, subject, message, status, investor_id, received_at) on app.inquiry to msingi_investor;
create policy own_questions on app.inquiry for select to msingi_investor
  using (source = 'portal' and investor_id = (select app.me()));
create policy own_questions_added on app.inquiry for insert to msingi_investor
  with check (source = 'portal' and investor_id = (select app.me())
    and email = (select i.email from app.investor i where i.id = app.me()));

grant insert on app.inquiry_acknowledgement to msingi_guest;
create policy guest_writes on app.inquiry_acknowledgement for insert to msingi_guest with check (true);
grant select, delete on app.inquiry_acknowledgement, app.inquiry_post to msingi_system;

-- Counts a post against its network's hour, or returns when the next is allowed. Posts of one network are serialised.
create or replace function app.count_inquiry_post(p_client_hash text, p_weight integer, p_allowed integer,
  p_now timestamptz) returns timestamptz
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  free_at timestamptz;
begin
  perform pg_advisory_xact_lock(hashtext('msingi inquiry post'), hashtext(p_client_hash));
  select later.posted_at + interval '1 hour' into free_at
    from (select posted_at, sum(weight) over (order by posted_at desc, id desc) as weight_since
          from app.inquiry_post where client_hash = p_client_hash and posted_at > p_now - interval '1 hour') later
    where later.weight_since + p_weight > p_allowed
    order by later.posted_at desc limit 1;
  if free_at is not null then return free_at; end if;
  insert into app.inquiry_post (client_hash, weight, posted_at) values (p_client_hash, p_weight, p_now);
  return null;
end $$;
revoke all on function app.count_inquiry_post from public;
grant execute on function app.count_inquiry_post to msingi_guest;

-- The published project of a person's latest inquiry, by slug, for the page after their first sign-in.
create or replace function app.project_asked_about(p_user uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.slug from app.investor v join app.inquiry i on i.investor_id = v.id join app.project p on p.id = i.project_id
  where v.user_id = p_user and p.published and p.archived_at is null and p.status <> 'completed'
  order by i.received_at desc, i.id desc limit 1
$$;
revoke all on function app.project_asked_about from public;
grant execute on function app.project_asked_about to msingi_guest;

-- The project of the investor's own latest inquiry, which their dashboard offers first.
create or replace function app.project_i_asked_about() returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select i.project_id from app.inquiry i where i.investor_id = app.me() order by i.received_at desc, i.id desc limit 1
$$;
revoke all on function app.project_i_asked_about from public;
grant execute on function app.project_i_asked_about to msingi_investor;

-- Staff with these permissions.
call app.staff_writes('app.inquiry', 'inquiries', 'investors');
call app.staff_writes('app.inquiry_note', 'inquiries');
