import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { ask } from '../../../tests/product.tsx'

test('STAFF-261 without a configured provider its addresses do not exist, and the sign-in page offers none', async () => {
  const sessions = () => change('select id from auth.session')
  const before = (await sessions()).rows.length
  for (const path of ['/login/provider', '/login/provider/callback?code=x&state=y'])
    for (const cookie of ['', 'provider-request=x.9999999999'])
      expect(await ask(path, cookie ? { cookie } : {})).toMatchObject({ status: 404 })
  expect((await ask('/login')).html).not.toContain('/login/provider')
  expect((await sessions()).rows).toHaveLength(before)
})
