-- The worker needs "active investors" for large audiences.
grant select on auth.sign_in_account to msingi_system;
