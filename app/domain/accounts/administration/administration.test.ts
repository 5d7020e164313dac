import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  accountOf,
  bothAtOnce,
  countRows,
  giveLink,
  mailsTo,
  openLinksOf,
  sessionsOf,
} from '../../../../tests/accounts.ts'
import { onlyStaff } from '../../../../tests/approvals.ts'
import { change } from '../../../../tests/database.ts'
import {
  anAdmin,
  anInvestor,
  aStaffMember,
  as,
  asPerson,
  password,
} from '../../../../tests/people.ts'
import { anAddress, cookiesOf } from '../../../../tests/visits.ts'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { setPassword } from '../recovery/set-password.server.ts'
import { signIn } from '../sign-in/sign-in.server.ts'
import { changeEmail } from './change-email.server.ts'
import { changeRoles } from './change-roles.server.ts'
import { changeStatus } from './change-status.server.ts'

/** PostgreSQL's invalid_authorization_specification. */
const notStaff = { code: '28000' }
let admin = await anAdmin()

beforeEach(async () => {
  await change(`update auth."user" set role = 'investor' where role = 'admin'`)
  admin = await anAdmin()
})

function adminCommand<Result>(work: (actor: AdminActor) => Promise<Result>): Promise<Result> {
  return as(admin, work)
}

const enter = (email: string, secret = password) =>
  signIn({ email, password: secret, clientAddress: anAddress(), cookies: null, userAgent: null })

describe('a role', () => {
  test('MUS-014 (W-09) changes immediately: sessions end, and what is granted begins with the next sign-in', async () => {
    const person = await anInvestor('Asha Farah')
    await cookiesOf(person)
    expect(
      await adminCommand((actor) =>
        changeRoles(actor, { userId: person.userId, roles: ['owner'] }),
      ),
    ).toEqual({ roles: ['owner'] })
    expect(await sessionsOf(person.userId)).toBe(0)
    expect(await enter(person.email)).toHaveProperty('role', 'admin')
    expect(
      await countRows('select count(*) from app.investor where user_id = $1', person.userId),
    ).toBe(1)
    await adminCommand((actor) => changeRoles(actor, { userId: person.userId, roles: [] }))
    expect(await sessionsOf(person.userId)).toBe(0)
    expect(await enter(person.email)).toHaveProperty('role', 'investor')
  })

  test('is not changed by its owner, for no one, and not to what it is', async () => {
    const role = (userId: string, to: 'admin' | 'investor') =>
      adminCommand((actor) =>
        changeRoles(actor, { userId, roles: to === 'admin' ? ['owner'] : [] }),
      )
    expect(await role(admin.userId, 'investor')).toEqual({ refused: 'oneself' })
    expect(await role(randomUUID(), 'admin')).toEqual({ refused: 'unknown' })
    expect(await role('no id', 'admin')).toEqual({ refused: 'unknown' })
    expect(await role((await anInvestor()).userId, 'investor')).toEqual({ refused: 'same' })
  })

  test('MUS-054 of two administrators who demote each other at the same time one remains, and the second is refused', async () => {
    const other = await anAdmin('Omar Hassan')
    await onlyStaff(admin, other)
    const demote = (by: typeof admin, whom: typeof admin) =>
      as(by, (actor) => changeRoles(actor, { userId: whom.userId, roles: [] }))
    const outcomes = await bothAtOnce(
      () => demote(admin, other),
      () => demote(other, admin),
    )
    expect(outcomes).toContainEqual({ roles: [] })
    expect(outcomes).toContainEqual({ refused: 'last-administrator' })
    expect(
      await countRows(
        `select count(*) from auth."user" where role = 'admin' and status = 'active'`,
      ),
    ).toBe(1)
  })

  test('MUS-054 nor do two who close each other, or one who demotes while being closed', async () => {
    const other = await anAdmin('Omar Hassan')
    await onlyStaff(admin, other)
    const outcomes = await bothAtOnce<object>(
      () => as(admin, (actor) => changeStatus(actor, { userId: other.userId, status: 'inactive' })),
      () => as(other, (actor) => changeRoles(actor, { userId: admin.userId, roles: [] })),
    )
    expect(outcomes).toContainEqual({ refused: 'last-administrator' })
    expect(
      await countRows(
        `select count(*) from auth."user" where role = 'admin' and status = 'active'`,
      ),
    ).toBe(1)
  })

  test('is not changed by who was demoted while their request was on its way', async () => {
    const other = await anAdmin('Omar Hassan')
    await onlyStaff(admin, other)
    await adminCommand((actor) => changeRoles(actor, { userId: other.userId, roles: [] }))
    const third = await anAdmin('Hodan Ali')
    const late = as(other, (actor) => changeRoles(actor, { userId: third.userId, roles: [] }))
    await expect(late).rejects.toMatchObject(notStaff)
    const bystander = await anInvestor()
    const acts = [
      as(other, (actor) => changeStatus(actor, { userId: bystander.userId, status: 'inactive' })),
      as(other, (actor) =>
        changeEmail(actor, { key: randomUUID(), userId: bystander.userId, email: 'x@example.com' }),
      ),
      setPassword((work) => as(other, work), {
        key: randomUUID(),
        userId: bystander.userId,
        password,
      }),
    ]
    for (const settled of await Promise.allSettled(acts))
      expect(settled).toMatchObject({ status: 'rejected', reason: notStaff })
  })
})

describe('a status', () => {
  test('MUS-023 (W-08) an inactive account is out immediately and stays out, an active one gets in', async () => {
    const person = await anInvestor('Hibo Said')
    await cookiesOf(person)
    await giveLink(person.userId, 'recovery')
    const set = (status: 'active' | 'inactive') =>
      adminCommand((actor) => changeStatus(actor, { userId: person.userId, status }))
    expect(await set('inactive')).toEqual({ status: 'inactive' })
    expect(await sessionsOf(person.userId)).toBe(0)
    expect(await openLinksOf(person.userId)).toBe(0)
    expect(await enter(person.email)).toEqual({ refused: 'inactive' })
    expect(await set('inactive')).toEqual({ refused: 'same' })
    expect(await set('active')).toEqual({ status: 'active' })
    expect(await enter(person.email)).toHaveProperty('role', 'investor')
  })

  test('is not changed by its owner, and the last administrator’s not at all', async () => {
    const close = (by: typeof admin, userId: string) =>
      as(by, (actor) => changeStatus(actor, { userId, status: 'inactive' }))
    expect(await close(admin, admin.userId)).toEqual({ refused: 'oneself' })
    const other = await anAdmin('Omar Hassan')
    expect(await close(other, admin.userId)).toEqual({ status: 'inactive' })
    await expect(close(admin, other.userId)).rejects.toMatchObject(notStaff)
    const closing = (by: typeof admin) => close(by, other.userId)
    expect(await closing(await aStaffMember(['cashier']))).toEqual({
      refused: 'last-administrator',
    })
  })
})

describe('a password set by an administrator', () => {
  const set = (userId: string, secret = 'seven warm baobabs', key = randomUUID()) =>
    setPassword(adminCommand, { key, userId, password: secret })

  test('MUS-019 (W-55) ends sessions and links, must be replaced, and its owner is told', async () => {
    const person = await anInvestor('Jama Noor')
    await cookiesOf(person)
    await giveLink(person.userId, 'recovery')
    expect(await set(person.userId)).toEqual({ set: true })
    expect(await sessionsOf(person.userId)).toBe(0)
    expect(await openLinksOf(person.userId)).toBe(0)
    expect(await accountOf(person.userId)).toMatchObject({
      must_change_password: true,
      status: 'active',
    })
    expect(await mailsTo(person.userId)).toEqual(['password-set'])
    expect(await enter(person.email)).toEqual({ refused: 'wrong' })
    expect(await enter(person.email, 'seven warm baobabs')).toHaveProperty('role', 'investor')
  })

  test('opens a pending account, never an inactive one, and lets an unverified address in', async () => {
    const invited = await anInvestor('Sagal Omar', 'pending')
    await change(`update auth."user" set "emailVerified" = false where id = $1`, [invited.userId])
    await set(invited.userId)
    expect(await accountOf(invited.userId)).toMatchObject({
      status: 'active',
      emailVerified: false,
    })
    expect(await enter(invited.email, 'seven warm baobabs')).toHaveProperty('role', 'investor')
    const closed = await anInvestor('Ayaan Abdi', 'inactive')
    await set(closed.userId)
    expect(await accountOf(closed.userId)).toHaveProperty('status', 'inactive')
  })

  test('is judged, and never one’s own', async () => {
    const person = await anInvestor('Warsame Hirsi')
    expect(await set(person.userId, 'warsame-hirsi-1')).toEqual({
      refused: 'password',
      fault: 'personal',
    })
    expect(await set(person.userId, '12345678')).toEqual({ refused: 'password', fault: 'weak' })
    expect(await set(admin.userId)).toEqual({ refused: 'oneself' })
    expect(await set(randomUUID())).toEqual({ refused: 'unknown' })
    expect(await mailsTo(person.userId)).toEqual([])
  })

  test('sent twice it is set and told once', async () => {
    const person = await anInvestor('Ismail Dahir')
    const key = randomUUID()
    expect(await set(person.userId, 'seven warm baobabs', key)).toEqual({ set: true })
    expect(await set(person.userId, 'seven warm baobabs', key)).toEqual({ set: true })
    expect(await mailsTo(person.userId)).toEqual(['password-set'])
    expect(await set((await anInvestor()).userId, 'seven warm baobabs', key)).toEqual({
      refused: 'key-reused',
    })
  })
})

describe('the database', () => {
  test('MUS-050, MUS-053 (W-06) refuses every act on accounts to everyone but administrators', async () => {
    const person = await anInvestor()
    const acts = [
      `auth.change_roles('${person.userId}', array['owner'])`,
      `auth.change_status('${person.userId}', 'active')`,
      `auth.set_password('${person.userId}', 'x')`,
      `auth.change_email('${person.userId}', 'x@example.com')`,
      `auth.repair_email('${person.userId}')`,
      `auth.may_administer('${person.userId}')`,
    ]
    for (const act of acts) {
      const attempt = asPerson(person, (investor) => sql.raw(`select ${act}`).execute(investor.tx))
      await expect(attempt).rejects.toMatchObject({ code: '42501' })
    }
    const unguarded = adminCommand((actor) =>
      sql`select auth.refusal_to_change(${person.userId})`.execute(actor.tx),
    )
    await expect(unguarded).rejects.toMatchObject({ code: '42501' })
  })

  test('MUS-050 audits each act with who did it and what changed, and no password', async () => {
    const person = await anInvestor('Hassan Yusuf')
    await onlyStaff(admin)
    await setPassword(adminCommand, {
      key: randomUUID(),
      userId: person.userId,
      password: 'seven warm baobabs',
    })
    await adminCommand((actor) => changeRoles(actor, { userId: person.userId, roles: ['owner'] }))
    const { rows } = await change<{ subject: string; before: object; after: object }>(
      `select subject, before, after from app.audit_log where actor = 'admin' and actor_id = $1 and act = 'update'
       order by id`,
      [admin.userId],
    )
    expect(rows).toContainEqual(
      expect.objectContaining({
        subject: 'user',
        before: { role: 'investor' },
        after: { role: 'admin' },
      }),
    )
    expect(rows).toContainEqual(
      expect.objectContaining({ subject: 'account', after: { password: 'changed' } }),
    )
    expect(JSON.stringify(rows)).not.toContain('argon2')
  })
})
