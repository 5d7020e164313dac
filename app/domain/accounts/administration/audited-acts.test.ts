import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { onlyStaff } from '../../../../tests/approvals.ts'
import { change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, as, password } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { anAddress, cookiesOf } from '../../../../tests/visits.ts'
import { sessionToken } from '../../../platform/session/auth.server.ts'
import { resendInvitation } from '../invitations/resend-invitation.server.ts'
import { resendMail } from '../recovery/resend-mail.server.ts'
import { confirmIdentity } from '../sign-in/confirm-identity.server.ts'
import { endOtherSessions, endOwnSession } from '../sign-in/sessions.server.ts'
import { signOut } from '../sign-in/sign-out.server.ts'
import { changeRoles } from './change-roles.server.ts'

type Logged = {
  act: string
  actor: string
  actor_id: string | null
  client_address: string | null
  after: unknown
}

/** What the log says of one thing, its own making and what is not asked for left out. */
async function logOf(subjectId: string, ...acts: string[]): Promise<Logged[]> {
  const { rows } = await change<Logged>(
    `select act, actor, actor_id, client_address, after from app.audit_log
     where subject_id = $1 and act = any($2) order by id`,
    [subjectId, acts],
  )
  return rows
}

async function atWork(role: 'admin' | 'investor') {
  const person = role === 'admin' ? await anAdmin() : await anInvestor()
  const cookies = await cookiesOf(person)
  const { rows } = await change('select id from auth.session where token = $1', [
    sessionToken(cookies),
  ])
  return { ...person, role, cookies, sessionId: rows[0]?.id ?? '', clientAddress: anAddress() }
}

test('a sign-out is in the log with whose it was and from where; one of no one, or of a session that is over, is not', async () => {
  const person = await atWork('investor')
  const { clientAddress } = person
  await signOut(person)
  await signOut(person)
  await signOut({ cookies: null, clientAddress })
  const by = { actor: 'investor', actor_id: person.userId, client_address: clientAddress }
  expect(await logOf(person.userId, 'sign-out')).toEqual([{ act: 'sign-out', ...by, after: {} }])
  const idle = await atWork('admin')
  await change(`update auth.session set "updatedAt" = now() - interval '1 day' where id = $1`, [
    idle.sessionId,
  ])
  await signOut(idle)
  expect(await logOf(idle.userId, 'sign-out')).toEqual([])
})

test('ending one’s other sessions is in the log, with how many; ending none of one’s own is not', async () => {
  const person = await atWork('admin')
  const { userId, clientAddress } = person
  await cookiesOf(person)
  await cookiesOf(person)
  const { rows } = await change('select id from auth.session where "userId" = $1 and id <> $2', [
    userId,
    person.sessionId,
  ])
  expect(await endOwnSession(person, rows[0]?.id ?? '')).toBe(true)
  expect(await endOwnSession(person, (await atWork('investor')).sessionId)).toBe(false)
  expect(await endOtherSessions(person)).toBe(1)
  const by = { actor: 'admin', actor_id: userId, client_address: clientAddress }
  expect(await logOf(userId, 'end-sessions')).toEqual([
    { act: 'end-sessions', ...by, after: { sessions: 1 } },
    { act: 'end-sessions', ...by, after: { sessions: 1 } },
  ])
})

test('a wrong password of someone who is signed in is logged as theirs, with why, and as no act of a guest', async () => {
  const admin = await atWork('admin')
  await confirmIdentity(admin, { password: 'not-the-password' })
  await confirmIdentity(admin, { code: '123456' })
  await confirmIdentity(admin, { password })
  const by = { actor: 'admin', actor_id: admin.userId, client_address: admin.clientAddress }
  expect(await logOf(admin.userId, 'confirm-refused', 'sign-in-refused')).toEqual([
    { act: 'confirm-refused', ...by, after: { why: 'wrong' } },
    { act: 'confirm-refused', ...by, after: { why: 'wrong-code' } },
  ])
})

test('a proof that has to wait is told in the log of the program, whatever it would prove, and names no one', async () => {
  const admin = await atWork('admin')
  for (let turn = 0; turn < 10; turn += 1) await confirmIdentity(admin, { code: 'no code' })
  const lines = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(await confirmIdentity(admin, { code: 'no code' })).toMatchObject({ refused: 'too-many' })
  expect(lines.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
    {
      at: expect.any(String),
      level: 'warn',
      message: 'an attempt has to wait: too many were refused',
      counted: 'device',
    },
  ])
})

test('sending an invitation or a mail again is in the log, once for a form that is sent twice', async () => {
  const [admin, person] = [await anAdmin(), await anInvestor('Halima Abdi', 'pending')]
  const key = randomUUID()
  for (const _ of [1, 2])
    await as(admin, (actor) => resendInvitation(actor, { key, userId: person.userId }))
  expect(await logOf(person.userId, 'invite-again')).toMatchObject([
    { actor: 'admin', actor_id: admin.userId },
  ])
  const { rows } = await change(
    "update app.outbox set state = 'failed' where user_id = $1 returning id",
    [person.userId],
  )
  const mailId = rows[0]?.id ?? ''
  await as(admin, (actor) => resendMail(actor, mailId))
  expect(await logOf(mailId, 'resend-mail')).toMatchObject([
    { actor: 'admin', actor_id: admin.userId },
  ])
})

test('who got which rights is found under Access as well as under People', async () => {
  const [admin, person] = [await anAdmin('Zahra Noor'), await anInvestor('Idil Warsame')]
  const cookie = await cookiesOf(admin)
  await onlyStaff(admin)
  await as(admin, (actor) => changeRoles(actor, { userId: person.userId, roles: ['owner'] }))
  const shown = async (query: string) =>
    wordsOf((await ask(`/admin-dashboard/audit?${query}`, { cookie })).html)
  const about = `about=${person.userId}`
  for (const kind of ['access', 'people'])
    expect(await shown(`${about}&kind=${kind}`)).toContain(
      'Zahra Noor Set role from investor to admin Idil Warsame',
    )
  await change('update auth."user" set "emailVerified" = false where id = $1', [person.userId])
  expect(await shown(`${about}&kind=people`)).toContain('Changed email confirmed')
  expect(await shown(`${about}&kind=access`)).not.toContain('Changed email confirmed')
  expect(await shown(`${about}&kind=access`)).toContain('Added an account')
})
