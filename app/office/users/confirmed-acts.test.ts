import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { onlyStaff } from '../../../tests/approvals.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, type Person } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'

const home = '/admin-dashboard/users'
const fresh = 'granite-harbour-93'
const admin = await anAdmin()
let person: Person
let cookie = ''

beforeEach(async () => {
  await onlyStaff(admin)
  person = await anInvestor()
  cookie = await cookiesOf(admin)
})

/** Every action that changes a role, password, email or access, with valid fields. */
const acts: [string, () => { path: string; form: Record<string, string> }][] = [
  ['a role', () => ({ path: `${home}/${person.userId}/role/admin`, form: { roles: 'owner' } })],
  ['a status', () => ({ path: `${home}/${person.userId}/status`, form: { status: 'inactive' } })],
  [
    'a password',
    () => ({
      path: `${home}/${person.userId}/password`,
      form: { key: randomUUID(), mode: 'direct', password: fresh },
    }),
  ],
  [
    'a promotion',
    () => ({ path: `${home}/promote`, form: { userId: person.email, roles: 'owner' } }),
  ],
  [
    'a password by its tab',
    () => ({
      path: `${home}/update-password`,
      form: { key: randomUUID(), userId: person.email, password: fresh, confirmPassword: fresh },
    }),
  ],
  [
    'an email',
    () => ({
      path: `${home}/update-email`,
      form: { key: randomUUID(), userId: person.email, email: `new.${person.email}` },
    }),
  ],
  [
    'a batch of emails',
    () => ({
      path: `${home}/batch-emails`,
      form: { key: randomUUID(), ready: '1', lines: `${person.userId},new.${person.email}` },
    }),
  ],
]

async function accountOf({ userId }: Person) {
  const { rows } = await change<{ role: string; status: string; email: string; password: string }>(
    `select u.role, u.status, u.email, a.password from auth."user" u
     join auth.account a on a."userId" = u.id where u.id = $1`,
    [userId],
  )
  return rows[0]
}

const ageConfirmation = (by: string) =>
  change(`update auth.session set confirmed_at = now() - $2::interval where "userId" = $1`, [
    admin.userId,
    by,
  ])

test.each(acts)(
  '%s is changed by no one who signed in and did not confirm who they are',
  async (_what, act) => {
    const { path, form } = act()
    const before = await accountOf(person)
    const answer = await ask(path, { cookie, form })
    expect(answer.status).toBe(422)
    expect(wordsOf(answer.html)).toContain('Enter your password to confirm your identity.')
    await ageConfirmation('15 minutes 1 second')
    expect((await ask(path, { cookie, form })).status).toBe(422)
    expect(
      (await ask(path, { cookie, form: { ...form, currentPassword: 'not-the-password' } })).status,
    ).toBe(422)
    expect(await accountOf(person)).toEqual(before)
  },
)

test.each(acts)('%s is changed without asking again within fifteen minutes', async (_what, act) => {
  await ageConfirmation('14 minutes')
  const { path, form } = act()
  const before = await accountOf(person)
  expect((await ask(path, { cookie, form })).status).toBeLessThan(400)
  expect(await accountOf(person)).not.toEqual(before)
})
