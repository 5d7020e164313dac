import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestor, as, asPerson } from '../../../tests/people.ts'
import { audit } from '../../platform/events.server.ts'
import { auditActs } from './audit-words.ts'

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

test('an act that changes no table is logged with who did it, and by everybody', async () => {
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
