-- Recovery, the second factor, confirmed acts, and what is known of an address (decisions §2).
alter table auth."user"
  add "twoFactorEnabled" boolean not null default false,
  -- An administrator knows this password, so the next sign-in replaces it (W-55).
  add must_change_password boolean not null default false,
  -- An unverified address may sign in only when an administrator set the password after the address last changed.
  add password_set_at timestamptz,
  add email_changed_at timestamptz,
  -- A mail server refused this address for good; null again when it changes or a mail is taken.
  add refused_mail_at timestamptz;

-- In the shape of Better Auth's second factor. Secret and recovery codes are encrypted by it.
create table auth."twoFactor" (
  id uuid primary key default app.new_id(),
  "userId" uuid not null unique references auth."user" on delete cascade,
  secret text not null,
  "backupCodes" text not null,
  verified boolean not null default false,
  "failedVerificationCount" integer not null default 0,
  "lockedUntil" timestamptz
);
create index on auth."twoFactor" (secret);

-- When this session's owner last proved with password or second factor who they are.
alter table auth.session add confirmed_at timestamptz;

-- Recovery and confirmation mails asked for, by hashed address whether or not it exists: three an hour.
create table auth.mail_request (
  id bigint primary key generated always as identity,
  address_hash text not null,
  purpose text not null check (purpose in ('recovery', 'confirmation')),
  requested_at timestamptz not null
);
create index on auth.mail_request (address_hash, requested_at);
create index on auth.mail_request (requested_at);

alter table app.installation
  add recovery_lifetime interval not null default '24 hours',
  add confirmation_lifetime interval not null default '24 hours',
  add mails_per_hour integer not null default 3 check (mails_per_hour > 0),
  add confirmed_for interval not null default '15 minutes',
  add admins_need_second_factor boolean not null default false;

-- Which transport took a mail, and when the last attempt was.
alter table app.outbox
  add transport text check (transport in ('main', 'second', 'terminal')),
  add attempted_at timestamptz;
create index on app.outbox (state, created_at desc);

drop trigger audit on auth."user";
create trigger audit after insert or update or delete on auth."user" for each row
  execute function app.audit('id', 'name', 'email', 'emailVerified', 'role', 'status', 'twoFactorEnabled',
    'must_change_password', 'refused_mail_at');
create trigger audit after insert or update or delete on auth."twoFactor" for each row
  execute function app.audit('userId', 'verified');
drop trigger audit on app.installation;
create trigger audit after insert or update or delete on app.installation for each row
  execute function app.audit('demo', 'upload_limit_bytes', 'failures_per_email', 'failures_per_address',
    'failure_window', 'longest_delay', 'investor_idle', 'investor_absolute', 'admin_idle', 'admin_absolute',
    'invitation_lifetime', 'recovery_lifetime', 'confirmation_lifetime', 'mails_per_hour', 'confirmed_for',
    'admins_need_second_factor');
