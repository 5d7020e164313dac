-- The roles of staff that must have a second factor. The column that it replaces is removed in a later release: the previous
-- version may still read it during an update.
alter table app.installation add second_factor_roles text[] not null default '{}'
  check (second_factor_roles <@ array['owner', 'manager', 'cashier', 'support', 'auditor']
    and array_position(second_factor_roles, null) is null);
update app.installation set second_factor_roles = array['owner', 'manager', 'cashier', 'support', 'auditor']
  where admins_need_second_factor;

drop trigger audit on app.installation;
create trigger audit after insert or update or delete on app.installation for each row
  execute function app.audit('demo', 'upload_limit_bytes', 'failures_per_email', 'failures_per_address',
    'failure_window', 'longest_delay', 'investor_idle', 'investor_absolute', 'admin_idle', 'admin_absolute',
    'invitation_lifetime', 'recovery_lifetime', 'confirmation_lifetime', 'mails_per_hour', 'confirmed_for',
    'second_factor_roles');
