-- When this installation was last backed up, restored for trial and verified, one row. The id names its backups, so that
-- two installations never share a place. Programs of earlier versions leave it alone.
create table app.recovery_state (
  only_one boolean primary key default true check (only_one),
  installation_id uuid not null default gen_random_uuid(),
  -- The moment of the newest good backup, and how many files were missing from it.
  backup_at timestamptz,
  backup_missing integer not null default 0 check (backup_missing >= 0),
  backup_failed_at timestamptz,
  backup_failure text check (length(backup_failure) <= 500),
  drill_at timestamptz,
  drill_failed_at timestamptz,
  verify_at timestamptz,
  verify_failed_at timestamptz
);
insert into app.recovery_state default values;
