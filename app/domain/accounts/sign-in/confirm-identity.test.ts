import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anAdmin, password } from '../../../../tests/people.ts'
import { anAddress, cookiesOf, visitTo } from '../../../../tests/visits.ts'
import { sessionCookieOf, sessionToken } from '../../../platform/session/auth.server.ts'
import { currentUser } from '../../../platform/session/session.server.ts'
import {
  confirmIdentity,
  type IdentityOwner,
  isConfirmed,
  renewSession,
} from './confirm-identity.server.ts'
import { signOut } from './sign-out.server.ts'

async function anAdminAtWork(): Promise<IdentityOwner> {
  const { userId, email } = await anAdmin()
  const cookies = await cookiesOf({ email })
  const { rows } = await change('select id from auth.session where token = $1', [
    sessionToken(cookies),
  ])
  return {
    sessionId: rows[0]?.id ?? '',
    userId,
    email,
    role: 'admin',
    clientAddress: anAddress(),
    cookies,
  }
}

test('a sign-in confirms nothing, the password does, for as long as the setting says', async () => {
  const self = await anAdminAtWork()
  expect(await isConfirmed(self.sessionId)).toBe(false)
  expect(await confirmIdentity(self, { password })).toEqual({ confirmed: true })
  expect(await isConfirmed(self.sessionId)).toBe(true)
  await change(
    `update auth.session set confirmed_at = now() - interval '15 minutes 1 second' where id = $1`,
    [self.sessionId],
  )
  expect(await isConfirmed(self.sessionId)).toBe(false)
})

test('a wrong password confirms nothing and counts like one of a sign-in; a right one takes back only itself', async () => {
  const self = await anAdminAtWork()
  for (let wrong = 0; wrong < 9; wrong += 1) {
    expect(await confirmIdentity(self, { password: 'not-the-password' })).toEqual({
      refused: 'wrong',
    })
  }
  expect(await confirmIdentity(self, { password })).toEqual({ confirmed: true })
  expect(await confirmIdentity(self, { password: 'not-the-password' })).toEqual({
    refused: 'wrong',
  })
  expect(await confirmIdentity(self, { password })).toMatchObject({ refused: 'too-many' })
})

test('a megabyte is no password, and no code is one', async () => {
  const self = await anAdminAtWork()
  expect(await confirmIdentity(self, { password: 'x'.repeat(1_000_000) })).toEqual({
    refused: 'wrong',
  })
  expect(await confirmIdentity(self, { code: '123456' })).toEqual({ refused: 'wrong' })
  expect(await isConfirmed(self.sessionId)).toBe(false)
})

/** Whose session a cookie is by now; null when it is no one's. */
async function ownerOf(cookie: string): Promise<string | null> {
  const { context } = visitTo<{ context: Parameters<typeof currentUser>[0] }>('/', { cookie })
  return (await currentUser(context))?.userId ?? null
}

test('a renewed session has its own token; the former serves the requests on their way, for half a minute', async () => {
  const self = await anAdminAtWork()
  const former = self.cookies ?? ''
  const renewed = await sessionCookieOf(await renewSession(self.sessionId))
  expect(sessionToken(renewed)).not.toBe(sessionToken(former))
  expect([await ownerOf(renewed), await ownerOf(former)]).toEqual([self.userId, self.userId])
  await change("update auth.session set renewed_at = now() - interval '31 seconds' where id = $1", [
    self.sessionId,
  ])
  expect([await ownerOf(renewed), await ownerOf(former)]).toEqual([self.userId, null])
})

test('signing out ends a session that was renewed a moment ago, whichever of its tokens the browser has', async () => {
  const self = await anAdminAtWork()
  const renewed = await sessionCookieOf(await renewSession(self.sessionId))
  await signOut(self)
  expect([await ownerOf(renewed), await ownerOf(self.cookies ?? '')]).toEqual([null, null])
})
