-- Only definer functions write it. The office reads it; no role changes it.
grant select on app.audit_log to msingi_admin, msingi_support, msingi_system;

-- Staff who see no money read the history of documents and messages alone.
create policy without_money on app.audit_log as restrictive for select to msingi_support
  using (subject in ('document', 'notification', 'inquiry', 'inquiry_note'));
