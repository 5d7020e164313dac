-- What the other files here stand on. Triggers and foreign keys are off for this session alone: what they would have kept
-- or refused is rebuilt at the end, and looked at by checks.ts. The sizes are settings: large.investors and so on.
set session_replication_role = replica;
set synchronous_commit = off;
set maintenance_work_mem = '512MB';
set work_mem = '256MB';
set timezone = 'Africa/Nairobi';

-- Ids in a distinct format, which tells what was made here from the small demo, and named without looking it up.
create function pg_temp.id(kind integer, n bigint) returns uuid language sql immutable as $$
  select ('01900000-00' || lpad(to_hex(kind), 2, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid
$$;
create function pg_temp.made(id uuid) returns boolean language sql immutable as $$
  select id >= '01900000-0000-7000-8000-000000000000' and id < '01900001-0000-7000-8000-000000000000'
$$;
create function pg_temp.size(of text) returns bigint language sql stable as $$
  select current_setting('large.' || of)::bigint
$$;
-- Always the same number from 0 up to 1 for the same two numbers.
create function pg_temp.chance(n bigint, salt bigint) returns float8 language sql immutable as $$
  select ((n * 7919 + salt * 104729) * 48271 % 2147483647)::float8 / 2147483647
$$;
create temp table office as select id as admin_id from auth."user" where role = 'admin' order by id limit 1;
-- The number of an M-Pesa payment, which carries its day.
create function pg_temp.mpesa_code(day date, n bigint) returns text language sql immutable as $$
  select chr(ascii('J') + extract(year from day)::integer - 2015) || chr(64 + extract(month from day)::integer)
    || substr('123456789ABCDEFGHIJKLMNOPQRSTUV', extract(day from day)::integer, 1) || lpad(upper(to_hex(n)), 7, '0')
$$;
