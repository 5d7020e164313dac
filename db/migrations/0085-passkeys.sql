-- Passkeys (WebAuthn). Only the public key is stored. The counter of an authenticator only grows; most passkeys that are
-- synchronised between devices always say 0.
create table auth.passkey (
  id uuid primary key default app.new_id(),
  user_id uuid not null references auth."user" on delete cascade,
  name text not null check (name = btrim(name) and char_length(name) between 1 and 60),
  credential_id text not null unique check (char_length(credential_id) <= 1400),
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index on auth.passkey (user_id);

create trigger audit_added after insert or delete on auth.passkey for each row
  execute function app.audit('user_id', 'name');
-- Each use changes counter and time, and is audited as a sign-in or a confirmation.
create trigger audit after update of name on auth.passkey for each row
  when (old.name is distinct from new.name) execute function app.audit('user_id', 'name');
create trigger end_pending_sign_ins after delete on auth.passkey for each row
  execute function app.end_pending_sign_ins('user_id');
