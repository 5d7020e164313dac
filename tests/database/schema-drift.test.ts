import { expect, test } from 'vitest'
import { asOwner, inSnapshot } from '../../server/recovery/database.ts'
import { findInconsistencies } from '../../server/recovery/inconsistencies.ts'
import { schemaChecks } from '../../server/recovery/schema-checks.ts'
import { findSchemaDrift } from '../../server/recovery/schema-drift.ts'
import { asSuperuser } from '../database.ts'

/** What is found once these statements have been run, which no one else on the server ever sees. */
const findingsAfter = (statements: string) =>
  asSuperuser(async (client) => {
    await client.query('begin')
    await client.query(statements)
    await client.query(asOwner.replace('set local role msingi_owner;', ''))
    const found = await findInconsistencies(client, schemaChecks)
    const { drift } = await findSchemaDrift(client)
    await client.query('rollback')
    return [...found.map((finding) => finding.replace('1 violation: ', '')), ...drift]
  })

test('what the operator adds to the server is no finding', async () => {
  expect(
    await findingsAfter(`
      create role root_of_ours superuser; grant msingi_owner to root_of_ours;
      create role reader login; grant pg_read_all_data, pg_monitor to reader;
      alter role msingi_web set statement_timeout = '20s'; alter role msingi_web connection limit 50;
      alter role reader set row_security = off;
      create table public.own (id integer); grant all on public.own to public`),
  ).toEqual([])
})

test('DATA-415 the statistics of another day are no finding, another partition is', async () => {
  const partition = (name: string) =>
    `create table pgboss.${name} partition of pgboss.queue_stats for values from ('2031-05-01') to ('2031-05-02')`
  expect(await findingsAfter(partition('queue_stats_20310501'))).toEqual([])
  expect(await findingsAfter(partition('queue_stats_of_eve'))).toContain(
    'table pgboss.queue_stats_of_eve: not part of this version',
  )
})

test.each([
  [
    'create role eve; create function pgboss.f() returns int language sql as $$ select 1 $$; alter function pgboss.f() owner to eve',
    'function pgboss.f(): not part of this version',
  ],
  [
    'create role eve createrole; grant msingi_owner to eve with admin option',
    'no other role may act as a role of the product (eve as msingi_owner)',
  ],
  [
    'grant insert on pgboss.job to msingi_guest',
    'rights of msingi_guest on pgboss.job: not part of this version',
  ],
  [
    'create role eve; grant select (id) on pgboss.job to eve',
    'rights of eve on id in pgboss.job: not part of this version',
  ],
  [
    'set local role msingi_owner; create function pgboss.f() returns int language sql security definer as $$ select 1 $$; reset role',
    'function pgboss.f(): not part of this version',
  ],
  [
    'alter role msingi_web set session_replication_role = $$REPLICA$$',
    'no role is kept from triggers or policies (msingi_web session_replication_role=REPLICA)',
  ],
  [
    'alter role msingi_web set row_security = $$OFF$$',
    'no role is kept from triggers or policies (msingi_web row_security=OFF)',
  ],
  [
    'alter role msingi_web set role = msingi_admin',
    'no role changes its identity when it connects (msingi_web role=msingi_admin)',
  ],
  [
    'alter role all set row_security = no',
    'no role is kept from triggers or policies (everybody row_security=no)',
  ],
  [
    'grant set on parameter session_replication_role to msingi_web',
    'no role may disable triggers (msingi_web may set session_replication_role)',
  ],
  [
    'create role eve; grant msingi_owner to eve',
    'no other role may act as a role of the product (eve as msingi_owner)',
  ],
  [
    'create role eve; grant msingi_owner to eve with admin option',
    'no other role may act as a role of the product (eve as msingi_owner)',
  ],
  ['alter table app.audit_mark set unlogged', 'table app.audit_mark: it was altered'],
  ['create role eve; alter schema auth owner to eve', 'schema auth: it was altered'],
  ['create role eve; alter table pgboss.job owner to eve', 'owner of pgboss.job: it was altered'],
  [
    'grant usage on schema pgboss to public',
    'rights of public on schema pgboss: not part of this version',
  ],
  [
    'create role eve; grant insert on pgboss.job to eve',
    'rights of eve on pgboss.job: not part of this version',
  ],
  [
    'create rule nothing_said as on insert to pgboss.job do instead nothing',
    'rule nothing_said on pgboss.job: not part of this version',
  ],
  ['update pgboss.version set version = 12', 'every job queue exists (the version)'],
  [
    'alter table pgboss.job_common force row level security',
    'row security of pgboss.job_common: it was altered',
  ],
  [
    'alter default privileges for role msingi_owner in schema app grant select on tables to public',
    'rights of public on whatever is made by msingi_owner: not part of this version',
  ],
  ["delete from pgboss.queue where name = 'send-mail'", 'every job queue exists (send-mail)'],
  [
    "update pgboss.queue set table_name = 'warning' where name = 'sweep'",
    'every job queue exists (sweep)',
  ],
  ['delete from pgboss.version', 'every job queue exists (the version)'],
  ['drop table pgboss.schedule, pgboss.bam', 'table pgboss.schedule: it is missing'],
  ['drop function pgboss.job_now cascade', 'function pgboss.job_now(): it is missing'],
  [
    'create or replace function pgboss.delete_queue(queue_name text) returns void language sql as $$ select $$',
    'function pgboss.delete_queue(text): it was altered',
  ],
  [
    'alter table pgboss.job_common rename to gone',
    '13 violations: every job queue exists (answer-mail-request, encode-picture, expire-requests, …)',
  ],
  ['alter table pgboss.job add also text', 'table pgboss.job_common: it was altered'],
  [
    'drop schema pgboss cascade',
    'not checked: every job queue exists: relation "pgboss.queue" does not exist',
  ],
  ['alter role msingi_web connection limit 0', 'the product can sign in (msingi_web)'],
  ["alter role msingi_auth valid until '2001-01-01'", 'the product can sign in (msingi_auth)'],
  [
    'alter table app.ledger_entry disable trigger never_changes',
    'every trigger is enabled (never_changes on app.ledger_entry)',
  ],
  [
    'alter table app.investor disable trigger all',
    expect.stringMatching(/every trigger is enabled \("?RI_ConstraintTrigger/),
  ],
  [
    'alter table app.receipt add constraint late check (year > 0) not valid',
    'every constraint was checked (late of app.receipt)',
  ],
  ['revoke msingi_guest from msingi_web', 'role msingi_web: it was altered'],
  ['alter role msingi_web set search_path = public', 'role msingi_web: it was altered'],
  ['alter role msingi_owner createdb', 'role msingi_owner: it was altered'],
  ['grant pg_write_all_data to msingi_web', 'role msingi_web: it was altered'],
  ['grant msingi_investor to msingi_web with inherit true', 'role msingi_web: it was altered'],
  [
    'alter view auth.account_status owner to msingi_owner',
    'owner of auth.account_status: it was altered',
  ],
])('%s is found', async (statements, finding) => {
  expect(await findingsAfter(statements)).toEqual(expect.arrayContaining([finding]))
})

test('a database in which everyone may make schemas is found', async () => {
  const { rows } = await asSuperuser((client) =>
    client.query<{ name: string }>('select current_database() as name'),
  )
  const name = rows[0]?.name ?? ''
  expect(await findingsAfter(`grant create on database ${name} to public`)).toEqual([
    'rights of public on the database: not part of this version',
  ])
})

test('a server on which triggers are off for everyone is found', async () => {
  // What a session begins with, as if `alter system` had set it.
  const url = new URL(process.env.DATABASE_URL ?? '')
  url.searchParams.set('options', '-c session_replication_role=replica')
  expect(await inSnapshot(url.href, (client) => findInconsistencies(client, schemaChecks))).toEqual(
    [
      '1 violation: the server does not disable triggers or policies (session_replication_role is replica)',
    ],
  )
})
