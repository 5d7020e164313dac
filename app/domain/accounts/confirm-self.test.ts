import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, password } from '../../../tests/people.ts'
import { anAddress, cookiesOf } from '../../../tests/visits.ts'
import { sessionToken } from '../../platform/auth.server.ts'
import { type Confirming, confirmSelf, isConfirmed } from './confirm-self.server.ts'

async function anAdminAtWork(): Promise<Confirming> {
  const { userId, email } = await anAdmin()
  const cookies = await cookiesOf({ email })
  const { rows } = await change('select id from auth.session where token = $1', [sessionToken(cookies)])
  return { sessionId: rows[0]?.id ?? '', userId, email, role: 'admin', clientAddress: anAddress(), cookies }
}

test('a sign-in confirms nothing, the password does, for as long as the setting says', async () => {
  const self = await anAdminAtWork()
  expect(await isConfirmed(self.sessionId)).toBe(false)
  expect(await confirmSelf(self, { password })).toEqual({ confirmed: true })
  expect(await isConfirmed(self.sessionId)).toBe(true)
  await change(`update auth.session set confirmed_at = now() - interval '15 minutes 1 second' where id = $1`, [
    self.sessionId,
  ])
  expect(await isConfirmed(self.sessionId)).toBe(false)
})

test('a wrong password confirms nothing and counts like one of a sign-in; a right one takes back only itself', async () => {
  const self = await anAdminAtWork()
  for (let wrong = 0; wrong < 9; wrong += 1) {
    expect(await confirmSelf(self, { password: 'not-the-password' })).toEqual({ refused: 'wrong' })
  }
  expect(await confirmSelf(self, { password })).toEqual({ confirmed: true })
  expect(await confirmSelf(self, { password: 'not-the-password' })).toEqual({ refused: 'wrong' })
  expect(await confirmSelf(self, { password })).toMatchObject({ refused: 'too-many' })
})

test('a megabyte is no password, and no code is one', async () => {
  const self = await anAdminAtWork()
  expect(await confirmSelf(self, { password: 'x'.repeat(1_000_000) })).toEqual({ refused: 'wrong' })
  expect(await confirmSelf(self, { code: '123456' })).toEqual({ refused: 'wrong' })
  expect(await isConfirmed(self.sessionId)).toBe(false)
})
