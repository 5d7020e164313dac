-- What was sent can be changed and found: a version for two administrators at once, whether it goes out by e-mail as
-- well, and the indexes by which a long list is searched, and a long list of recipients is asked who has read.
alter table app.notification add version integer not null default 1;
alter table app.notification add by_email boolean not null default false;

create index on app.notification using gin (title app.gin_trgm_ops, message app.gin_trgm_ops);
create index on app.notification (project_id) where project_id is not null;
create index on app.notification (investor_id) where investor_id is not null;
create index on app.notification (sent_at desc, id desc) where cleared_at is null;
create index on app.notification_recipient (notification_id) where read_at is null;
create index on app.notification_recipient (notification_id) where read_at is not null;

-- A notification is mailed to each person once, whatever is tried again.
create unique index one_mail_of_a_notification on app.outbox (subject_id, user_id) where template = 'notification';

drop trigger audit on app.notification;
create trigger audit after insert or update or delete on app.notification for each row
  execute function app.audit('id', 'title', 'message', 'notification_type', 'audience', 'project_id', 'investor_id',
    'by_email', 'cleared_at', 'edited_at');
