import type { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, password } from '../../../tests/people.ts'
import { cookiesOf, visitTo } from '../../../tests/visits.ts'
import { sessionToken } from '../../platform/session/auth.server.ts'
import { currentUser, visitorContext } from '../../platform/session/session.server.ts'
import { requireConfirmation } from './confirm-identity.server.ts'

const ask = (cookie: string) =>
  visitTo<{ context: RouterContextProvider }>('/admin-dashboard/users', { cookie, form: {} })
    .context
const formWith = (currentPassword: string) => {
  const form = new FormData()
  form.set('currentPassword', currentPassword)
  return form
}

test('a person who confirms goes on under a new session token, and the former one ends after half a minute', async () => {
  const { userId, email } = await anAdmin()
  const before = await cookiesOf({ email })
  const context = ask(before)
  expect(await requireConfirmation(context, formWith('not-the-password'))).toMatchObject({
    reply: { errors: { currentPassword: 'This is not your password.' } },
  })
  expect(context.get(visitorContext).cookies).toBeUndefined()

  expect(await requireConfirmation(context, formWith(password))).toBeNull()
  const [given = ''] = context.get(visitorContext).cookies ?? []
  expect(given).toMatch(
    /^msingi\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const after = given.split(';')[0] ?? ''
  expect(sessionToken(after)).not.toBe(sessionToken(before))
  expect(await currentUser(ask(after))).toMatchObject({ userId })
  expect(await currentUser(ask(before))).toMatchObject({ userId })
  await change(
    `update auth.session set renewed_at = now() - interval '31 seconds' where "userId" = $1`,
    [userId],
  )
  expect(await currentUser(ask(before))).toBeNull()
  expect(await currentUser(ask(after))).toMatchObject({ userId })
})
