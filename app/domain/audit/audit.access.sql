-- Written by definer functions only. The office reads it; no one changes it.
grant select on app.audit_log to msingi_admin, msingi_system;
