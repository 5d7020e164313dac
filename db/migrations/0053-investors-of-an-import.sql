-- Which file an investor came from, so that the invitations of one import can be sent together. Earlier imports are found
-- in the audit log: their rows were written in one transaction, so at one moment, by one person.
alter table app.investor add column import_id uuid references app.import_file on delete restrict;
alter table app.investor disable trigger user;
update app.investor i set import_id = confirmed.subject_id::uuid
from app.audit_log confirmed
join app.audit_log added on added.at = confirmed.at and added.actor_id = confirmed.actor_id
  and added.subject = 'investor' and added.act = 'insert' and added.actor = 'import'
where confirmed.act = 'import' and confirmed.subject = 'import_file' and confirmed.after ->> 'list' = 'investors'
  and added.subject_id = i.id::text;
alter table app.investor enable trigger user;
create index on app.investor (import_id) where import_id is not null;
