-- Whoever proves again who they are gets a new session token; requests that were on their way still carry the former one.
alter table auth.session
  add former_token text unique,
  add renewed_at timestamptz;
