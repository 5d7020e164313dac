-- The worker resolves "active investors" while it delivers a notification to many.
grant select on auth.sign_in_account to msingi_system;
