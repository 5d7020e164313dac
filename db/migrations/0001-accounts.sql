-- Sign-in accounts. Tables "user", session, account and verification have the shape Better Auth expects (camel case is
-- its own); what is ours beside them is snake case.
create schema auth;
create schema app;
grant usage on schema app to
  msingi_guest, msingi_investor, msingi_admin, msingi_reactions, msingi_web, msingi_office, msingi_system, msingi_auth;
grant usage, create on schema auth to msingi_auth;
grant usage on schema auth to msingi_web, msingi_guest, msingi_admin, msingi_system;

-- A time-ordered id (UUID version 7), for servers before PostgreSQL 18 too: neighbours in time are neighbours in indexes.
create function app.new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

create table auth."user" (
  id uuid primary key default app.new_id(),
  name text not null,
  email text not null unique check (email = lower(email) and email = btrim(email)),
  "emailVerified" boolean not null default false,
  image text,
  role text not null default 'investor' check (role in ('admin', 'investor')),
  -- The only gate (decisions §2): checked at sign-in and on every request.
  status text not null default 'pending' check (status in ('pending', 'active', 'inactive')),
  last_signed_in_at timestamptz,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);

create table auth.session (
  id uuid primary key default app.new_id(),
  token text not null unique,
  "userId" uuid not null references auth."user" on delete cascade,
  "expiresAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index on auth.session ("userId");

create table auth.account (
  id uuid primary key default app.new_id(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references auth."user" on delete cascade,
  password text,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  scope text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  unique ("providerId", "accountId")
);
create index on auth.account ("userId");

create table auth.verification (
  id uuid primary key default app.new_id(),
  identifier text not null unique,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);

-- A link that was mailed to somebody. Only the hash of its token is kept, and the row outlives its use, so that an
-- expired link can be told from a used one and from an invented one (decisions §2, docs/decisions/004).
create table auth.link (
  id uuid primary key default app.new_id(),
  user_id uuid not null references auth."user" on delete cascade,
  purpose text not null check (purpose in ('invitation', 'recovery', 'confirmation')),
  token_hash text not null unique,
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  ended_at timestamptz
);
create index on auth.link (user_id);

-- Attempts to sign in that did not end in a session, per submitted address, client address or known device.
create table auth.sign_in_attempt (
  counted text not null check (counted in ('email', 'address', 'device')),
  subject text not null,
  failures integer not null check (failures >= 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (counted, subject)
);

-- A browser that finished a sign-in to this account; it has a count of its own for 30 days.
create table auth.known_device (
  device_hash text not null,
  user_id uuid not null references auth."user" on delete cascade,
  last_signed_in_at timestamptz not null,
  primary key (device_hash, user_id)
);
