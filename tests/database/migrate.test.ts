import { expect, inject, test } from 'vitest'
import { findInvestmentInFull } from '../../app/domain/investments/investment-in-full.server.ts'
import { usd } from '../../app/values/money.ts'
import { version } from '../../config/version.ts'
import { migrate } from '../../db/migrate.ts'
import { asSuperuser, change } from '../database.ts'
import { aHolding, aPayment } from '../ledger.ts'
import { anAdmin, as, asPerson } from '../people.ts'

const url = process.env.DATABASE_URL ?? ''
const quietly = () => undefined

async function stamp(name: string, sha256: string) {
  const { rows } = await asSuperuser((client) =>
    client.query<{ was: string }>(
      `with before as (select sha256 from migrations.applied where name = $1)
       update migrations.applied set sha256 = $2 where name = $1 returning (select sha256 from before) as was`,
      [name, sha256],
    ),
  )
  return rows[0]?.was ?? ''
}

test('policies and functions that changed are applied again to a database in use', async () => {
  await stamp('access', 'of an earlier version')
  const lines: string[] = []
  await migrate(url, inject('secret'), (line) => lines.push(line))
  expect(lines).toEqual(['Applied: row policies and account functions'])
  await migrate(url, inject('secret'), (line) => lines.push(line))
  expect(lines).toHaveLength(1)
})

test('two migrations started at the same time take turns', async () => {
  await stamp('access', 'of an earlier version')
  const lines: string[] = []
  await Promise.all([1, 2, 3].map(() => migrate(url, inject('secret'), (line) => lines.push(line))))
  expect(lines).toHaveLength(1)
})

test('a migration that was edited after it was applied stops the start with its name', async () => {
  const was = await stamp('0003-investments.sql', 'edited')
  await expect(migrate(url, inject('secret'), quietly)).rejects.toThrow(
    '0003-investments.sql was changed',
  )
  await stamp('0003-investments.sql', was)
  await migrate(url, inject('secret'), quietly)
})

test('DATA-298 another version of ICU has names sorted again', async () => {
  await asSuperuser((client) =>
    client.query(
      "update pg_collation set collversion = '1' where oid = 'app.name_order'::regcollation",
    ),
  )
  const lines: string[] = []
  await migrate(url, inject('secret'), (line) => lines.push(line))
  expect(lines).toEqual(['Sorted again: names, after a new version of ICU'])
  await migrate(url, inject('secret'), (line) => lines.push(line))
  expect(lines).toHaveLength(1)
})

/** What the next version would add, without the policies and functions it would change. */
async function applyNext(name: string, needs: string | null) {
  await asSuperuser((client) =>
    client.query('insert into migrations.applied (name, sha256, needs) values ($1, $2, $3)', [
      name,
      'of the next version',
      needs,
    ]),
  )
}
const forgetNext = () =>
  asSuperuser((client) => client.query("delete from migrations.applied where name like '9%'"))

test('OPS-210 on a database that the next version migrated a start changes nothing', async () => {
  const was = await stamp('access', 'of the next version')
  await applyNext('9998-next.sql', null)
  await applyNext('9999-next.sql', version)
  const lines: string[] = []
  await migrate(url, inject('secret'), (line) => lines.push(line))
  expect(lines).toEqual(['The database was migrated by a newer version, and stays as it is.'])
  expect(await stamp('access', was)).toBe('of the next version')
  await forgetNext()
})

const [major = 0, minor = 0] = version.split('.').map(Number)

test.each([`${major + 1}.0.0`, `${major}.${minor + 99}.0`, `${major + 10}.0.0`])(
  'OPS-211 a migration that needs version %s stops the start of an earlier one',
  async (needs) => {
    await applyNext('9998-next.sql', null)
    await applyNext('9999-next.sql', needs)
    await expect(migrate(url, inject('secret'), quietly)).rejects.toThrow(
      `migrated by a newer version (9999-next.sql needs ${needs}), this is ${version}.`,
    )
    await forgetNext()
  },
)

test('OPS-211 a database that has migrations of its own and lacks one of ours stops the start', async () => {
  await applyNext('9998-other.sql', null)
  const rename = (from: string, to: string) =>
    asSuperuser((client) =>
      client.query('update migrations.applied set name = $2 where name = $1', [from, to]),
    )
  await rename('0003-investments.sql', '9999-another.sql')
  await expect(migrate(url, inject('secret'), quietly)).rejects.toThrow(
    'migrated by a newer version',
  )
  await rename('9999-another.sql', '0003-investments.sql')
  await forgetNext()
  await migrate(url, inject('secret'), quietly)
})

/** What an additive migration of the next version may bring: a table, columns, a function and a policy that say more. */
const nextSchema = `
  set local role msingi_owner;
  create table app.next_note (id uuid primary key default gen_random_uuid(),
    investor_id uuid not null references app.investor, text text not null);
  alter table app.next_note enable row level security;
  alter table app.next_note force row level security;
  grant select, insert on app.next_note to msingi_admin;
  alter table app.ledger_entry add column next_channel text;
  alter table app.investor add column next_language text check (next_language in ('en', 'so'));
  create or replace function app.recorder_of(p_entry uuid) returns text
    language sql stable security definer set search_path = pg_catalog, pg_temp as
    $$ select 'Next: ' || u.name from app.ledger_entry e join auth."user" u on u.id = e.recorded_by where e.id = p_entry $$;
  drop policy own on app.investor;
  create policy own on app.investor for select to msingi_investor
    using (id = (select app.me()) and next_language is distinct from 'so')`

const withoutNextSchema = `
  set local role msingi_owner;
  drop table app.next_note;
  alter table app.ledger_entry drop column next_channel;
  drop policy own on app.investor;
  create policy own on app.investor for select to msingi_investor using (id = (select app.me()));
  alter table app.investor drop column next_language`

const inTransaction = (statements: string) =>
  asSuperuser((client) => client.query(`begin; ${statements}; commit`))

/** What the installation shows to the office and to the investor. */
async function seen({ investor, investmentId }: Awaited<ReturnType<typeof aHolding>>) {
  const admin = await anAdmin()
  const office = await as(admin, (actor) => findInvestmentInFull(actor, investmentId))
  const own = await asPerson(investor, ({ tx }) =>
    tx.selectFrom('investor').select('full_name').execute(),
  )
  return { received: office?.received, own: own.length }
}

const recorderOf = async (entryId: string) =>
  (await change<{ name: string }>('select app.recorder_of($1) as name', [entryId])).rows[0]?.name

test('OPS-370 this version works on an additive schema of the next one, which finds its own again', async () => {
  const admin = await anAdmin('Amina Yusuf')
  const holding = await aHolding()
  const { investmentId, investor } = holding
  await aPayment(admin, investmentId, ['1,000', '2026-03-01'])
  await inTransaction(nextSchema)
  await applyNext('9999-next.sql', version)
  const was = await stamp('access', 'of the next version')
  const lines: string[] = []
  await migrate(url, inject('secret'), (line) => lines.push(line))
  expect(lines).toEqual(['The database was migrated by a newer version, and stays as it is.'])
  const { paymentId: entryId } = await aPayment(admin, investmentId, ['250', '2026-03-02'])
  expect(await seen(holding)).toEqual({ received: usd('1,250'), own: 1 })

  expect(await recorderOf(entryId)).toBe('Next: Amina Yusuf')
  await change("insert into app.next_note (investor_id, text) values ($1, 'Called back')", [
    investor.investorId,
  ])
  await change("update app.investor set next_language = 'so' where id = $1", [investor.investorId])
  expect(await seen(holding)).toMatchObject({ own: 0 })
  expect(await stamp('access', was)).toBe('of the next version')

  await inTransaction(withoutNextSchema)
  await forgetNext()
  await stamp('access', 'of an earlier version')
  await migrate(url, inject('secret'), quietly)
  expect(await recorderOf(entryId)).toBe('Amina Yusuf')
  expect(await seen(holding)).toEqual({ received: usd('1,250'), own: 1 })
})
