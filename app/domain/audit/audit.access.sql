-- Only definer functions write it. The office reads it; no role changes it.
grant select on app.audit_log to msingi_admin, msingi_system;
