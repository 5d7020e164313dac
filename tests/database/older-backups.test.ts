import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { staffRoles } from '../../app/values/staff-role.ts'
import { migrateAsFarAs } from '../../db/migrate.ts'
import { connected, type Whereabouts } from '../../server/recovery/database.ts'
import { examineBackup, restoreBackup } from '../../server/recovery/restore-backup.ts'
import { takeBackup } from '../../server/recovery/take-backup.ts'
import { verifyInstallation } from '../../server/recovery/verify-installation.ts'
import { ask, countOf, type Elsewhere, startElsewhere } from '../elsewhere.ts'

// A restore makes a whole database.
vi.setConfig({ testTimeout: 60_000 })

const secret = inject('secret')
let elsewhere: Elsewhere
beforeAll(async () => {
  elsewhere = await startElsewhere()
})
afterAll(() => elsewhere.stop())

/** What another version of the product left, as far as its migration of this name, and what is restored from a backup of it. */
async function restoredFrom(migration: string, statements: string[]): Promise<Whereabouts> {
  const older = await elsewhere.anEmptyPlace(secret)
  await migrateAsFarAs(migration, older.databaseUrl, secret)
  await connected(older.databaseUrl, async (client) => {
    await client.query(`begin; set local role msingi_owner; set local app.actor = 'command'; create schema pgboss;
      create table pgboss.job (id uuid, name text, data jsonb, state text, created_on timestamptz);
      insert into app.installation (demo) values (false);
      insert into app.investor (email, full_name, joined_on) values ('anna@example.com', 'Anna Mwangi', '2026-01-01'); commit`)
    for (const statement of statements) await client.query(statement)
  })
  const path = join(older.dataDir, 'older.zip')
  await takeBackup(older, path)
  const place = await elsewhere.anEmptyPlace(secret)
  await restoreBackup(place, path, await examineBackup(path))
  return place
}

async function findings(where: Whereabouts) {
  return (await verifyInstallation(where)).flatMap((verdict) => verdict.findings)
}

const older = (name: string) => join(import.meta.dirname, 'older', name)

async function restoredFromArchive(name: string) {
  const place = await elsewhere.anEmptyPlace(secret)
  const manifest = await examineBackup(older(name))
  await restoreBackup(place, older(name), manifest)
  // Where the clock is behind the archive, the times of its log are a finding as well.
  const found = (await findings(place)).filter((finding) => !finding.includes('a time that rows'))
  return { place, manifest, found }
}

const names = 'select full_name from app.investor order by full_name'
const received = 'select received_cents::int as cents from app.investment'
const waiting = `select data is not null as has from pgboss.job where name = 'restate-statements'`

test.each(['backup-0037.zip', 'backup-0046.zip'])(
  'RT-475 RT-477 %s, as an earlier version wrote it, is restored, and whole',
  async (name) => {
    const { place, found } = await restoredFromArchive(name)
    expect(await ask(place, names)).toEqual([{ full_name: 'Anna Mwangi' }])
    expect(await ask(place, received)).toEqual([{ cents: 50_000 }])
    expect(await ask(place, waiting)).toEqual([{ has: true }])
    expect(await countOf(place, 'app.audit_seal')).toBe(1)
    expect(found).toEqual([])
  },
)

test('RT-475 an archive that an earlier version wrote is restored, and what it lacked is named', async () => {
  const { place, manifest, found } = await restoredFromArchive('backup-0061.zip')
  expect(await ask(place, names)).toEqual([
    { full_name: 'Anna Mwangi' },
    { full_name: 'Ben Otieno' },
  ])
  expect(await ask(place, received)).toEqual([{ cents: 1_000 }])
  expect(await ask(place, 'select last_value::int as last from app.event_id_seq')).toEqual([
    { last: 11 },
  ])
  expect(await ask(place, waiting)).toEqual([{ has: true }])
  const open = 'select purpose from auth.link where ended_at is null'
  expect(await ask(place, open)).toEqual([{ purpose: 'invitation' }])
  expect(found).toEqual([`${manifest.missing[0]} (file "paper.txt") is missing`])
})

test('a backup of an older version is brought up to date', async () => {
  const place = await restoredFrom('0035-voided-lines.sql', [])
  expect(await ask(place, 'select full_name from app.investor')).toEqual([
    { full_name: 'Anna Mwangi' },
  ])
  expect(await countOf(place, 'app.audit_seal')).toBe(0)
  expect(await findings(place)).toEqual([])
})

const namesAndCompany = `begin; set local role msingi_owner; set local app.actor = 'command';
     insert into app.investor (email, full_name, joined_on) values
       ('blanks@example.com', U&'\\00A0Sahra \\2003 Jama\\200B', '2026-01-01'),
       ('unseen@example.com', U&'\\200B\\3164', '2026-01-01');
     insert into app.company (facts) values ('{"brand": "Msingi", "foundedYear": 2020, "headline": "Homes for all.",
       "motto": "Msingi means foundation.", "name": "Nyumba Ltd"}'); commit`

test('DATA-303 PUB-374 names of an earlier version are tidied, unchanged default texts cleared; seals of before the worker kept the last of them are whole, and go on', async () => {
  const seal = 'set role msingi_owner; select app.seal_audit_log(); reset role'
  const place = await restoredFrom('0044-widths-of-pictures.sql', [namesAndCompany, seal, seal])
  expect(await countOf(place, 'app.audit_seal')).toBe(1)
  expect(await findings(place)).toEqual([])
  const rows = await ask(
    place,
    "select full_name from app.investor where email in ('blanks@example.com', 'unseen@example.com') order by email",
  )
  expect(rows).toEqual([{ full_name: 'Sahra Jama' }, { full_name: '\u200b\u3164' }])
  expect(await ask(place, 'select facts from app.company')).toEqual([
    {
      facts: {
        brand: 'Property Group',
        foundedYear: null,
        headline: 'Homes for all.',
        motto: '',
        name: 'Nyumba Ltd',
        reminders: { after: '', before: '' },
      },
    },
  ])
  await connected(place.databaseUrl, async (client) => {
    for (let times = 0; times < 2; times += 1) await client.query(seal)
  })
  expect(await countOf(place, 'app.audit_seal')).toBe(2)
  expect(await findings(place)).toEqual([])
})

/** A distribution that was paid, one that was voided, and a statement of that time with the first of them. */
const withDistributions = `begin; set local role msingi_owner; set local app.actor = 'command';
  insert into app.project (slug, name, location, total_value_cents, started_on)
    values ('baobab-house', 'Baobab House', 'Nairobi', 100000000, '2025-01-01');
  insert into app.investment (investor_id, project_id, amount_cents, invested_on, status)
    select i.id, p.id, 500000, '2026-01-05', 'pending' from app.investor i, app.project p;
  insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, imported)
    select id, 'payment', 200000, '2026-02-01', true from app.investment;
  insert into app.distribution (project_id, total_cents, dated_on) select id, 700, '2026-02-10' from app.project;
  insert into app.distribution (project_id, total_cents, dated_on) select id, 900, '2026-02-11' from app.project;
  insert into app.distribution_share select d.id, i.id, d.total_cents from app.distribution d, app.investment i;
  insert into app.distribution_void (distribution_id, reason)
    select id, 'Booked twice' from app.distribution where total_cents = 900;
  insert into app.statement (investor_id, from_on, to_on, through_on, investor_name, opening_cents, closing_cents,
      to_refund_cents, distributed_cents, sha256, issued_at)
    select id, '2026-01-01', '2026-03-31', '2026-03-31', full_name, 0, 200000, 0, 700,
      encode(sha256(convert_to(array_to_string(array['statement', id::text, '2026-01-01', '2026-03-31', '2026-03-31', '0',
        '200000', '0', '700',
        array_to_string(array[entry_id::text, 'payment', '2026-02-01', '200000', '200000'], chr(31), ''),
        array_to_string(array[paid_id::text, 'distribution', '2026-02-10', '700', null], chr(31), '')], chr(30), ''), 'UTF8')), 'hex'),
      '2026-04-01' from app.investor, (select e.id as entry_id, d.id as paid_id from app.ledger_entry e, app.distribution d where d.total_cents = 700) line;
  insert into app.statement_line (statement_id, place, source_id, kind, dated_on, project_name, amount_cents, balance_cents)
    select s.id, n, case n when 1 then entry_id else paid_id end, case n when 1 then 'payment' else 'distribution' end,
      case n when 1 then date '2026-02-01' else '2026-02-10' end, 'Baobab House', case n when 1 then 200000 else 700 end,
      case n when 1 then 200000 end from app.statement s, (select e.id as entry_id, d.id as paid_id from app.ledger_entry e, app.distribution d where d.total_cents = 700) line,
        generate_series(1, 2) n; commit`

test('SENT-011 earlier distributions are sent on their day, and statements issued before stay as they are', async () => {
  const place = await restoredFrom('0099-verification.sql', [withDistributions])
  expect(await findings(place)).toEqual([])
  const sent = `select g.sent_on::text as "on", g.total_cents::int as cents, count(t.*)::int as shares
    from app.distribution_sending g join app.sent_share t on t.sending_id = g.id group by g.id order by g.sent_on`
  expect(await ask(place, sent)).toEqual([
    { on: '2026-02-10', cents: 700, shares: 1 },
    { on: '2026-02-11', cents: 900, shares: 1 },
  ])
  const restated = `select count(*)::int as "count" from app.investor i, app.restate(i.id, now())`
  expect(await ask(place, restated)).toEqual([{ count: 0 }])
})

test('LIM-509 STAFF-252 what an earlier version counted is counted again, and a second factor of all administrators becomes one of every role', async () => {
  const place = await restoredFrom('0062-since-agreed.sql', [
    `begin; set local role msingi_owner; set local app.actor = 'command';
     insert into app.project (slug, name, location, total_value_cents, started_on)
       values ('baobab-house', 'Baobab House', 'Nairobi', 100000000, '2025-01-01');
     insert into app.investment (investor_id, project_id, amount_cents, invested_on, status)
       select i.id, p.id, 500000, '2026-01-05', 'pending' from app.investor i, app.project p;
     insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, imported)
       select id, 'payment', 200000, '2026-02-01', true from app.investment;
     update app.installation set admins_need_second_factor = true; commit`,
  ])
  expect(await findings(place)).toEqual([])
  expect(await ask(place, 'select second_factor_roles as roles from app.installation')).toEqual([
    { roles: [...staffRoles] },
  ])
  expect(
    await ask(
      place,
      'select subject, kind, count::int, received_cents::int from app.counter order by 1, 2',
    ),
  ).toEqual([
    { subject: 'investing', kind: 'all', count: 1, received_cents: 0 },
    { subject: 'investment', kind: 'active', count: 1, received_cents: 200_000 },
    { subject: 'month', kind: '2026-02 payment', count: 1, received_cents: 0 },
  ])
  expect(
    await ask(place, "select sum(count)::int as count from app.tally where subject = 'investor'"),
  ).toEqual([{ count: 1 }])
})
