import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, as, asPerson } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'
import { endSessionsOf, listSessionsOf } from './sessions-of.server.ts'

test('STAFF-231 an administrator sees where someone is signed in, and ends one session or all of them', async () => {
  const [admin, person, other] = [
    await anAdmin(),
    await anInvestor(),
    await anInvestor('Hodan Ali'),
  ]
  const cookies = [await cookiesOf(person), await cookiesOf(person), await cookiesOf(person)]
  const theirs = await cookiesOf(other)
  const list = () => as(admin, (actor) => listSessionsOf(actor, person.userId))
  const sessions = await list()
  expect(sessions).toHaveLength(3)
  const end = (sessionId: string | null) =>
    as(admin, (actor) => endSessionsOf(actor, { userId: person.userId, sessionId }))
  const [first] = sessions
  expect(await end(first?.id ?? '')).toEqual({ ended: 1 })
  expect(await end(first?.id ?? '')).toEqual({ ended: 0 })
  const { rows } = await change<{ id: string }>('select id from auth.session where "userId" = $1', [
    other.userId,
  ])
  expect(await end(rows[0]?.id ?? '')).toEqual({ ended: 0 })
  expect(await end(null)).toEqual({ ended: 2 })
  expect(await list()).toEqual([])
  for (const cookie of cookies)
    expect((await ask('/investment-dashboard', { cookie })).location).toMatch(/^\/login/)
  expect(await ask('/investment-dashboard', { cookie: theirs })).toMatchObject({ status: 200 })
  const log = await change(
    `select actor_id, subject_id, after from app.audit_log where act = 'end-sessions' order by id desc limit 1`,
  )
  expect(log.rows).toEqual([
    { actor_id: admin.userId, subject_id: person.userId, after: { sessions: 2 } },
  ])
})

test('STAFF-231 the dialog lists devices and asks for the password before it ends them', async () => {
  const [admin, person] = [await anAdmin(), await anInvestor()]
  await cookiesOf(person)
  const cookie = await cookiesOf(admin)
  const path = `/admin-dashboard/users/${person.userId}/sessions`
  expect(wordsOf((await ask(path, { cookie })).html)).toContain('Where they are signed in')
  const key = crypto.randomUUID()
  const refused = await ask(path, { cookie, form: { key, session: '' } })
  expect(wordsOf(refused.html)).toContain('Enter your password to confirm your identity.')
  expect(await as(admin, (actor) => listSessionsOf(actor, person.userId))).toHaveLength(1)
  const done = await ask(path, {
    cookie,
    form: { key, session: '', currentPassword: 'quarry-lantern-47' },
  })
  expect(done).toMatchObject({ status: 303 })
  expect(await as(admin, (actor) => listSessionsOf(actor, person.userId))).toEqual([])
})

test('STAFF-232 no one else reads or ends sessions, and staff without the permission neither', async () => {
  const [admin, person] = [await anAdmin(), await anInvestor()]
  await cookiesOf(person)
  for (const statement of [
    sql`select id from auth.sessions_of(${person.userId})`,
    sql`select auth.end_sessions_of(${person.userId}, null)`,
  ])
    await expect(asPerson(person, ({ tx }) => statement.execute(tx))).rejects.toMatchObject({
      code: '42501',
    })
  await anAdmin()
  await change(`update auth.staff_role set role = 'auditor' where user_id = $1`, [admin.userId])
  expect(await as(admin, (actor) => listSessionsOf(actor, person.userId))).toEqual([])
  const sessions = { userId: person.userId, sessionId: null }
  expect(await as(admin, (actor) => endSessionsOf(actor, sessions))).toEqual({
    refused: 'not-allowed',
  })
})
