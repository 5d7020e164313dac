-- The audit log is read newest first, by key, and narrowed by who, by what kind of thing, by which thing and by act; it
-- grows to millions of rows, of which each page reads 26. The older indexes found the rows and left the sorting.
drop index app.audit_log_subject_subject_id_idx;
drop index app.audit_log_at_idx;
drop index app.audit_log_actor_id_idx;
create index on app.audit_log (at desc, id desc);
create index on app.audit_log (actor_id, at desc, id desc);
create index on app.audit_log (subject, at desc, id desc);
create index on app.audit_log (subject_id, at desc, id desc);
-- What changes tables is most of the log, and found soon; the named acts are few.
create index on app.audit_log (act, at desc, id desc) where act not in ('insert', 'update', 'delete');
