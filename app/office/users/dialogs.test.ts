import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerTo } from '../../../tests/answers.ts'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, password } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { action as resetPassword } from './password/route.tsx'
import { action as changeRole } from './role/route.tsx'
import { action as changeStatus } from './status/route.tsx'

const home = '/admin-dashboard/users'
const admin = await anAdmin('Zeynab Warsame')
let cookie = await cookiesOf(admin)
beforeEach(async () => {
  cookie = await cookiesOf(admin)
})

const confirmed = { currentPassword: password }
const toRole = (userId: string, role: string) =>
  answerTo(changeRole, `${home}/${userId}/role/${role}`, {
    cookie,
    form: { ...confirmed, roles: 'owner' },
    params: { userId, role },
  })
const toStatus = (userId: string, status: string) =>
  answerTo(changeStatus, `${home}/${userId}/status`, {
    cookie,
    form: { ...confirmed, status },
    params: { userId },
  })
const reset = (userId: string, fields: Record<string, string>) => {
  const form = { ...confirmed, key: randomUUID(), ...fields }
  return answerTo(resetPassword, `${home}/${userId}/password`, { cookie, form, params: { userId } })
}

/** The logged fault is expected. */
function quiet() {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
}

/** Revokes a function temporarily, as a broken migration would. */
async function without(name: string, work: () => Promise<void>) {
  await asSuperuser((client) =>
    client.query(`revoke execute on function auth.${name} from msingi_admin`),
  )
  try {
    await work()
  } finally {
    await asSuperuser((client) =>
      client.query(`grant execute on function auth.${name} to msingi_admin`),
    )
  }
}

describe('a role', () => {
  test('MUS-012 is changed, and a toast names it', async () => {
    const person = await anInvestor()
    expect(await toRole(person.userId, 'admin')).toMatchObject({
      status: 303,
      location: home,
      toast: { kind: 'success', title: 'Role updated', text: 'User has been set as admin.' },
    })
  })

  test('MUS-013 that cannot be changed says why, or hints at permissions', async () => {
    const person = await anInvestor()
    expect((await toRole(admin.userId, 'investor')).toast).toEqual({
      kind: 'error',
      title: 'Error updating role',
      text: 'You cannot change your own role. Another administrator can.',
    })
    quiet()
    await without('change_roles', async () => {
      expect(await toRole(person.userId, 'admin')).toMatchObject({
        status: 500,
        toast: {
          title: 'Error updating role',
          text: 'Make sure you have the correct permissions.',
        },
      })
    })
  })
})

describe('a status', () => {
  test('MUS-022, MUS-024 (W-08) is switched between active and inactive, for an administrator too', async () => {
    const [invited, other] = [
      await anInvestor('Sagal Omar', 'pending'),
      await anAdmin('Omar Hassan'),
    ]
    const words = wordsOf((await ask(`${home}/${invited.userId}/status`, { cookie })).html)
    expect(words).toContain('Update Account Status')
    expect(words).toContain('Active accounts may sign in; inactive ones may not.')
    expect(words).toContain('Current status Pending')
    expect(await toStatus(invited.userId, 'active')).toMatchObject({
      status: 303,
      toast: { kind: 'success', title: 'Status updated', text: 'Sagal Omar may sign in.' },
    })
    expect((await toStatus(other.userId, 'inactive')).toast).toMatchObject({
      title: 'Status updated',
    })
    expect((await toStatus(invited.userId, 'pending')).errors).toHaveProperty('status')
  })

  test('MUS-025 that cannot be changed says so', async () => {
    quiet()
    const person = await anInvestor()
    await without('change_status', async () => {
      expect(await toStatus(person.userId, 'inactive')).toMatchObject({
        status: 500,
        toast: {
          title: 'Error updating status',
          text: 'There was a problem updating the user status.',
        },
      })
    })
    expect((await toStatus(admin.userId, 'inactive')).toast).toMatchObject({
      title: 'Error updating status',
    })
  })
})

describe('a password', () => {
  const secret = 'seven warm baobabs'

  test('MUS-017 is reset in one of two ways', async () => {
    const person = await anInvestor('Idil Ahmed')
    const words = wordsOf((await ask(`${home}/${person.userId}/password`, { cookie })).html)
    for (const sentence of ['Reset Password', 'Set password directly', 'Send reset email']) {
      expect(words).toContain(sentence)
    }
    expect(await reset(person.userId, { mode: 'direct', password: secret })).toMatchObject({
      status: 303,
      toast: { kind: 'success', title: 'Password updated' },
    })
    expect(await reset(person.userId, { mode: 'email' })).toMatchObject({
      status: 303,
      toast: {
        kind: 'success',
        title: 'Password reset email sent',
        text: `A reset link is on its way to ${person.email}.`,
      },
    })
  })

  test('MUS-018 of fewer than 8 characters is refused, and no mail is sent for a mistake', async () => {
    const person = await anInvestor('Jama Noor')
    expect(await reset(person.userId, { mode: 'direct', password: '1234567' })).toMatchObject({
      status: 422,
      toast: null,
      errors: { password: 'Password must be at least 8 characters' },
    })
    expect(
      (await reset(person.userId, { mode: 'direct', password: 'jama-noor-2026' })).errors,
    ).toHaveProperty('password')
    const { rows } = await change('select from app.outbox where user_id = $1', [person.userId])
    expect(rows).toEqual([])
  })

  test('MUS-020, MUS-021 (W-07) that could not be set mails nothing by itself, and offers a link', async () => {
    quiet()
    const person = await anInvestor('Nasra Ali')
    await without('set_password', async () => {
      const failed = await reset(person.userId, { mode: 'direct', password: secret })
      expect(failed).toMatchObject({
        status: 500,
        toast: {
          title: 'Error with password',
          text: 'The password could not be set. Nothing was changed.',
        },
      })
      const path = `${home}/${person.userId}/password`
      const form = { key: randomUUID(), mode: 'direct', password: secret }
      expect(wordsOf((await ask(path, { cookie, form })).html)).toContain(
        'Send reset email instead',
      )
      const { rows } = await change('select from app.outbox where user_id = $1', [person.userId])
      expect(rows).toEqual([])
    })
    expect((await reset(person.userId, { mode: 'instead' })).toast).toMatchObject({
      title: 'Password reset email sent',
      text: 'The password was not set. A reset link was emailed instead.',
    })
    const closed = await anInvestor('Ayaan Abdi', 'inactive')
    expect((await reset(closed.userId, { mode: 'email' })).toast).toMatchObject({
      title: 'Error with password',
      text: 'The reset email could not be sent. Nothing was changed.',
    })
  })

  test('of one’s own is not set here (W-07)', async () => {
    expect(wordsOf((await ask(`${home}/${admin.userId}/password`, { cookie })).html)).toContain(
      'This is your own account.',
    )
    expect(await reset(admin.userId, { mode: 'direct', password: secret })).toMatchObject({
      status: 422,
      errors: { form: 'Change your own password under Security.' },
    })
  })
})
