import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, transact } from '../../app/platform/database/database.server.ts'
import { staffRoles } from '../../app/values/staff-role.ts'
import { asSuperuser, change } from '../database.ts'
import { anAdmin, anInvestor, aStaffMember } from '../people.ts'
import { giveOneOfEverything } from './one-of-everything.ts'

const { rows: tables } = await change<{ name: string; writes: string[] }>(`
  select c.relname as name, array_agg(distinct v.verb) as writes
  from pg_class c cross join unnest(array['insert', 'update', 'delete']) v (verb)
  where c.relnamespace = 'app'::regnamespace and c.relkind = 'r'
    and case when v.verb = 'delete' then has_table_privilege('msingi_admin', c.oid, v.verb)
      else has_any_column_privilege('msingi_admin', c.oid, v.verb) end
  group by c.relname order by c.relname`)
const [auditor, investor] = [await aStaffMember(['auditor']), await anInvestor('Anna Mwangi')]

beforeAll(() => giveOneOfEverything(investor, 'Anna’s house'))

/** Changes a row by a column that the role may update, to the value it has. */
const updateOf = (name: string) =>
  asSuperuser(async (client) => {
    const { rows } = await client.query<{ column: string }>(
      `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0
        and attgenerated = '' and has_column_privilege('msingi_admin', attrelid, attnum, 'update') limit 1`,
      [`app.${name}`],
    )
    return rows[0] && `update app.${name} set "${rows[0].column}" = "${rows[0].column}"`
  })

const asAuditor = (statement: string) =>
  transact({ role: 'admin', userId: auditor.userId }, ({ tx }: Actor) =>
    sql.raw(statement).execute(tx),
  )

describe('STAFF-003 who only reads', () => {
  test('there are tables to try', () => expect(tables.length).toBeGreaterThan(30))

  test.each(tables)('changes, adds and removes nothing in $name', async ({ name, writes }) => {
    const update = writes.includes('update') ? await updateOf(name) : undefined
    const removal = writes.includes('delete') ? `delete from app.${name}` : undefined
    const { rows } = await change<{ any: boolean }>(
      `select exists (select from app.${name}) as any`,
    )
    for (const statement of [update, removal]) {
      if (!statement || !rows[0]?.any) continue
      const refusal = await asAuditor(statement).catch((fault: { code: string }) => fault.code)
      // Some tables refuse the change to everyone, before their policy is asked.
      expect(refusal, statement).toMatch(/^(42501|23001)$/)
    }
    const { rows: policies } = await change<{ cmd: string }>(
      `select cmd from pg_policies where schemaname = 'app' and tablename = $1 and permissive = 'RESTRICTIVE'
        and 'msingi_admin' = any (roles) and policyname like 'permitted_%' order by cmd`,
      [name],
    )
    expect(policies.map(({ cmd }) => cmd)).toEqual(['DELETE', 'INSERT', 'UPDATE'])
  })
})

test('STAFF-258 who works on bank transactions stores how statements are read, and changes no payment account', async () => {
  const [cashier, owner] = [await aStaffMember(['cashier']), await anAdmin()]
  const send = (userId: string, statement: string) =>
    transact({ role: 'admin', userId }, ({ tx }: Actor) => sql.raw(statement).execute(tx)).then(
      () => 'done',
      (fault: { code: string }) => fault.code,
    )
  const changes = [
    `kind = 'till'`,
    `name = 'Another'`,
    `number = '999999'`,
    `currency = 'EUR'`,
    `how_to_pay = 'To me.'`,
    `reference_pattern = '{reference}'`,
    'closed_at = now()',
    `account_code = '1'`,
  ].map((set) => `update app.payment_account set ${set}`)
  const added = `insert into app.payment_account (kind, name, number, currency) values ('till', 'New', '777', 'KES')`
  for (const statement of [...changes, added, 'update app.payment_account set name = name'])
    expect(await send(cashier.userId, statement), statement).toBe('42501')
  const profile = `update app.payment_account set statement_profile = 'kcb', statement_mapping = null`
  expect(await send(cashier.userId, profile)).toBe('done')
  for (const statement of [added, ...changes.slice(1, 2), changes.at(-1) ?? ''])
    expect(await send(owner.userId, statement), statement).toBe('done')
})

test('STAFF-003 an account that is not of staff, or no longer, acts as no one in the office', async () => {
  const closed = await aStaffMember(['owner'])
  await change(`update auth."user" set status = 'inactive' where id = $1`, [closed.userId])
  for (const { userId } of [investor, closed])
    for (const identity of [
      { role: 'admin', userId },
      { role: 'investor', userId, investorId: investor.investorId, viewedBy: 'admin' },
    ] as const) {
      const reading = transact(identity, ({ tx }: Actor) => sql`select 1`.execute(tx))
      await expect(reading).rejects.toMatchObject({ code: '28000' })
    }
})

test('STAFF-004 support views no portal, in the program or past it', async () => {
  const support = await aStaffMember(['support'])
  const viewing = { role: 'investor', investorId: investor.investorId, viewedBy: 'admin' } as const
  const look = (userId: string) =>
    transact({ ...viewing, userId }, ({ tx }: Actor) => sql`select 1`.execute(tx))
  await expect(look(support.userId)).rejects.toMatchObject({ code: '42501' })
  await expect(look((await anAdmin()).userId)).resolves.toBeDefined()
})

test('STAFF-004 support reads the history of documents and messages, and none of money', async () => {
  const support = await aStaffMember(['support'])
  await change("select set_config('app.actor', 'command', false)")
  await change(
    `insert into app.audit_log (actor, act, subject) values ('command', 'view', 'document'), ('command', 'view', 'investment')`,
  )
  const { rows } = await transact({ role: 'admin', userId: support.userId }, ({ tx }: Actor) =>
    sql<{ subject: string }>`select distinct subject from audit_log`.execute(tx),
  )
  const subjects = rows.map(({ subject }) => subject)
  expect(subjects).toContain('document')
  expect(subjects).not.toContain('investment')
})

test('each role of staff has permissions, and an owner has all that exist', async () => {
  const { rows } = await change<{ role: string; count: number }>(
    'select role, count(*)::int from auth.role_permission group by role',
  )
  expect(rows.map(({ role }) => role).toSorted()).toEqual([...staffRoles].toSorted())
  const { rows: missing } = await change(`select distinct permission from auth.role_permission
    except select permission from auth.role_permission where role = 'owner'`)
  expect(missing).toEqual([])
})
