import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, as, asPerson } from '../../../tests/people.ts'
import { audit } from '../../platform/events.server.ts'
import { changedFields, type Fields } from './audit-change.ts'
import { sentenceOf } from './audit-sentence.ts'
import { auditActs, subjectLabels } from './audit-words.ts'

const admin = await anAdmin()

function logOf(subjectId: string) {
  return asSuperuser(async (client) => {
    const { rows } = await client.query(
      'select actor, actor_id, act, subject, before, after from app.audit_log where subject_id = $1 order by id',
      [subjectId],
    )
    return rows
  })
}

test('what an administrator changes is logged by the database with before and after', async () => {
  const investor = await anInvestor()
  await as(admin, ({ tx }) =>
    tx
      .updateTable('investor')
      .set({ phone: '+254 700 000000', version: 2 })
      .where('id', '=', investor.investorId)
      .execute(),
  )
  expect((await logOf(investor.investorId)).at(-1)).toEqual({
    actor: 'admin',
    actor_id: admin.userId,
    act: 'update',
    subject: 'investor',
    before: { phone: null },
    after: { phone: '+254 700 000000', version: 'changed' },
  })
})

test('a password is logged as changed and never by value', async () => {
  const userId = await as(admin, async ({ tx }) => {
    const { rows } = await sql<{
      id: string
    }>`select auth.open_account('Asha', 'asha@example.com', 'investor') as id`.execute(tx)
    return rows[0]?.id ?? ''
  })
  await as(admin, ({ tx }) =>
    sql`select auth.set_first_password(${userId}, 'a hash that must not be seen')`.execute(tx),
  )
  const { rows } = await asSuperuser((client) =>
    client.query(
      "select after from app.audit_log where subject = 'account' and after ->> 'password' is not null",
    ),
  )
  expect(rows).toContainEqual({ after: { password: 'changed' } })
  const { rows: seen } = await asSuperuser((client) =>
    client.query("select from app.audit_log where concat(before, after) like '%must not be seen%'"),
  )
  expect(seen).toEqual([])
})

test('a change without an actor is refused', async () => {
  const nameless = asSuperuser((client) => client.query("update app.company set facts = '{}'"))
  await expect(nameless).rejects.toMatchObject({ constraint: 'audit_log_actor_check' })
})

test('an act that changes no table is logged with who did it, and by everyone', async () => {
  const investor = await anInvestor()
  await asPerson(investor, (actor) =>
    audit(actor, 'download', 'document', investor.investorId, { bytes: 3 }),
  )
  expect((await logOf(investor.investorId)).at(-1)).toMatchObject({
    actor: 'investor',
    actor_id: investor.userId,
    act: 'download',
    after: { bytes: 3 },
  })
})

test('every act that a function of the database names has words, and is in the filter', async () => {
  const { rows } = await asSuperuser((client) =>
    client.query<{ source: string }>(
      `select prosrc as source from pg_proc where prosrc like '%audit_act(%'`,
    ),
  )
  const acts = rows.flatMap(({ source }) =>
    [...source.matchAll(/audit_act\('([a-z-]+)',/g)].map(([, act = '']) => act),
  )
  expect(acts).toContain('hand-out-link')
  expect(acts.filter((act) => !(act in auditActs))).toEqual([])
})

test('BANK-546 every table whose changes are logged has words in the audit log', async () => {
  const { rows } = await change<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     join pg_proc p on p.oid = t.tgfoid where p.proname = 'audit' and not t.tgisinternal order by 1`,
  )
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.map(({ name }) => name).filter((name) => !(name in subjectLabels))).toEqual([])
})

test('BANK-547 matches, decisions and statements of banks are told in words and amounts', () => {
  const sentence = (subject: string, after: Fields, act = 'insert') =>
    sentenceOf({ act, subject, before: null, after }, changedFields(null, after, new Map()))
  expect(sentence('allocation', { minor: 25_000_000 })).toBe('Matched a bank transaction')
  expect(sentence('allocation', { released_at: '2026-11-02T08:00:00Z' }, 'update')).toBe(
    'Undid the match of a bank transaction',
  )
  expect(sentence('bank_transaction_decision', { kind: 'returned' })).toBe(
    'Recorded money sent back',
  )
  expect(sentence('statement_file', { name: 'a.csv' })).toBe('Uploaded a bank statement')
  expect(changedFields(null, { minor: -2_500_050, closing_minor: 100 }, new Map())).toMatchObject([
    { field: 'Amount', after: '-25,000.50' },
    { field: 'Closing balance', after: '1.00' },
  ])
})
