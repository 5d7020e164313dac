import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { connectionPools } from '../../app/platform/database/connections.server.ts'
import { type Actor, type Identity, transact } from '../../app/platform/database/database.server.ts'
import { asSuperuser } from '../database.ts'
import { anAdmin, anInvestor } from '../people.ts'
import { giveOneOfEverything } from './one-of-everything.ts'

const [admin, anna, ben] = await Promise.all([
  anAdmin(),
  anInvestor('Anna Mwangi'),
  anInvestor('Ben Otieno'),
])
const guest: Identity = { role: 'guest' }
const investor: Identity = { role: 'investor', userId: anna.userId, investorId: anna.investorId }
const office: Identity = { role: 'admin', userId: admin.userId }
const worker: Identity = { role: 'system' }

beforeAll(async () => {
  await giveOneOfEverything(anna, 'Anna’s house')
  await giveOneOfEverything(ben, 'Ben’s house')
})

/** What PostgreSQL answers to a statement that someone slipped into one of our transactions: its error code, or `done`. */
async function inject(identity: Identity, ...statements: string[]): Promise<string> {
  try {
    await transact(identity, async ({ tx }: Actor) => {
      for (const statement of statements) await sql.raw(statement).execute(tx)
    })
    return 'done'
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault) return String(fault.code)
    throw fault
  }
}

const denied = '42501'

test.each([
  'set role msingi_admin',
  'set role msingi_system',
  'set role msingi_auth',
  'set role msingi_owner',
  "select set_config('role', 'msingi_admin', true)",
])('SQL injected in the portal cannot become someone else: %s', async (statement) => {
  expect(await inject(investor, statement)).toBe(denied)
  expect(await inject(guest, statement)).toBe(denied)
})

test.each(['set role msingi_auth', 'set role msingi_owner', 'set role msingi_system'])(
  'SQL injected in the back office cannot become more than an administrator: %s',
  async (statement) => {
    expect(await inject(office, statement)).toBe(denied)
  },
)

test.each([
  'select full_name from app.investor',
  'select amount_cents from app.ledger_entry',
  'select payload from app.event',
  "update app.outbox set template = 'x'",
  'delete from app.event',
  'insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) select investment_id, kind, 1, dated_on from app.ledger_entry',
  'insert into app.receipt_counter values (2031, 1)',
  'select token from auth.session',
  'select data from pgboss.job_common',
])('the role of the reactions, which injected SQL could take, cannot: %s', async (statement) => {
  expect(await inject(investor, 'set local role msingi_reactions', statement)).toBe(denied)
})

test.each([
  "update app.investor set full_name = 'x'",
  "update app.investment set status = 'completed'",
  'insert into app.investment (investor_id, project_id, amount_cents, invested_on) select investor_id, project_id, 1, invested_on from app.investment',
  'insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) select investment_id, kind, amount_cents, dated_on from app.ledger_entry',
  'delete from app.notification_recipient',
  'update app.notification_recipient set sent_at = now()',
  'select note from app.ledger_entry',
  'select total_cents from app.distribution',
  'select auth.open_account($$x$$, $$x@example.com$$, $$admin$$)',
  'select auth.change_status($$00000000-0000-0000-0000-000000000000$$, $$active$$)',
  'select password from auth.account',
  'select has_password from auth.sign_in_account',
])('an investor cannot: %s', async (statement) => {
  expect(await inject(investor, statement)).toBe(denied)
  expect(await inject(guest, statement)).toBe(denied)
})

test('an investor marks only their own notifications as read', async () => {
  expect(await inject(investor, 'update app.notification_recipient set read_at = now()')).toBe(
    'done',
  )
  const { rows } = await asSuperuser((client) =>
    client.query<{ investor_id: string }>(
      'select investor_id from app.notification_recipient where read_at is not null',
    ),
  )
  expect(rows).toEqual([{ investor_id: anna.investorId }])
})

test.each([
  'update app.ledger_entry set amount_cents = 1',
  'delete from app.ledger_entry',
  'update app.receipt set amount_cents = 1',
  'delete from app.audit_log',
  "update app.audit_log set act = 'x'",
  'update app.investment set received_cents = 0',
  'insert into app.audit_log (actor, act, subject) values ($$command$$, $$x$$, $$y$$)',
  'insert into app.notification_recipient select notification_id, investor_id, now() from app.notification_recipient',
  'select password from auth.account',
  'select token from auth.session',
  'update migrations.applied set name = $$x$$',
])('not even an administrator can: %s', async (statement) => {
  expect(await inject(office, statement)).toBe(denied)
})

test.each([
  'update app.ledger_entry set amount_cents = 1',
  'delete from app.receipt',
  'delete from app.audit_log',
  'delete from app.event',
])('the owner of the tables is refused too, by a trigger: %s', async (statement) => {
  const attempt = asSuperuser((client) =>
    client.query(`begin; set local role msingi_owner; ${statement}`),
  )
  await expect(attempt).rejects.toMatchObject({ code: '23001' })
})

test('the portal’s login without a role reads no table', async () => {
  await expect(connectionPools.web.query('select from app.project')).rejects.toMatchObject({
    code: denied,
  })
  await expect(connectionPools.web.query('select from auth.session')).rejects.toMatchObject({
    code: denied,
  })
})

test('the worker cannot touch the ledger', async () => {
  expect(await inject(worker, 'delete from app.ledger_entry')).toBe(denied)
  expect(await inject(worker, 'insert into app.receipt_counter values (2031, 1)')).toBe(denied)
})

test('an actor’s id that is no UUID never reaches the database', async () => {
  const forged: Identity = {
    role: 'investor',
    userId: anna.userId,
    investorId: `${randomUUID()}', true); set role x; --`,
  }
  await expect(transact(forged, async () => 'reached')).rejects.toThrow(
    'invalid input syntax for type uuid',
  )
})

test('a database error swallowed inside a command never ends as success', async () => {
  const swallow = transact(office, async ({ tx }: Actor) => {
    await sql`select 1 / 0`.execute(tx).catch(() => 'swallowed')
    return 'saved'
  })
  await expect(swallow).rejects.toThrow('nothing was saved')
})

test('a transaction does not open inside a transaction', async () => {
  const nested = transact(office, () => transact(office, async () => 'reached'))
  await expect(nested).rejects.toThrow('pass the actor on')
})

test('a returned refusal rolls back what was written before it', async () => {
  await transact(office, async ({ tx }: Actor) => {
    await tx
      .updateTable('company')
      .set({ updated_at: new Date(0) })
      .execute()
    return { refused: 'after all' }
  })
  const { rows } = await asSuperuser((client) =>
    client.query(`select from app.company where updated_at = 'epoch'`),
  )
  expect(rows).toEqual([])
})
