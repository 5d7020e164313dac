-- A notification of a document knows which one it announced, so that a document that was addressed wrongly takes it along:
-- when it is deleted, or when it goes to others. Who may still see the document keeps their copy.
alter table app.notification add column document_id uuid references app.document on delete cascade;
create index on app.notification (document_id) where document_id is not null;

create function app.withdraw_document_news() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  news record;
begin
  for news in select id, investor_id from app.notification where document_id = new.id order by id loop
    -- The worker may be delivering it (app/domain/notifications/deliver-notification.server.ts).
    perform pg_advisory_xact_lock(hashtext('msingi notification'), hashtext(news.id::text));
    if new.investor_id is not null and exists (select from app.notification_recipient r
        where r.notification_id = news.id and r.investor_id = new.investor_id) then
      delete from app.notification_recipient r where r.notification_id = news.id and r.investor_id <> new.investor_id;
      update app.notification n
        set audience = 'investor', investor_id = new.investor_id, project_id = null, version = n.version + 1
        where n.id = news.id;
    elsif new.investor_id is null and new.project_id is not null and exists (select from app.investment i
        where i.project_id = new.project_id and i.investor_id = news.investor_id
          and i.status in ('active', 'completed')) then
      continue;
    else
      delete from app.notification n where n.id = news.id;
    end if;
  end loop;
  return null;
end $$;
revoke all on function app.withdraw_document_news from public;
create trigger withdraw_news after update of project_id, investor_id on app.document for each row
  when ((new.project_id, new.investor_id) is distinct from (old.project_id, old.investor_id))
  execute function app.withdraw_document_news();
