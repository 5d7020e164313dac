import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { change } from '../../tests/database.ts'
import { anAdmin, anInvestor } from '../../tests/people.ts'
import { addresses, ask } from '../../tests/product.tsx'
import { cookiesOf } from '../../tests/visits.ts'
import { type Identity, transact } from '../platform/database/database.server.ts'
import { auth } from '../platform/session/auth.server.ts'

const stranger = {
  name: 'Somebody New',
  email: 'somebody.new@example.com',
  password: 'quarry-lantern-47',
}
const count = async () =>
  (await change('select id from auth."user" where email = $1', [stranger.email])).rows.length

describe('an account comes into being only through an administrator', () => {
  test('AUTH-044 (W-03) no address of the product signs anyone up', async () => {
    expect(addresses().filter(({ path }) => /sign-?up|register|join|api/i.test(path))).toEqual([])
    const cookies = [{}, { cookie: await cookiesOf(await anInvestor()) }]
    for (const path of ['/api/auth/sign-up/email', '/sign-up', '/register', '/login/sign-up']) {
      for (const cookie of cookies)
        expect(await ask(path, cookie), path).toMatchObject({ status: 404 })
    }
    expect(await count()).toBe(0)
  })

  test('the sign-up of Better Auth is shut, should an address ever lead to it', async () => {
    await expect(auth.api.signUpEmail({ body: stranger })).rejects.toThrow(
      /sign ?up is not enabled/i,
    )
    const request = new Request('http://127.0.0.1:3000/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: 'http://127.0.0.1:3000' },
      body: JSON.stringify(stranger),
    })
    expect((await auth.handler(request)).status).toBe(400)
    expect(await count()).toBe(0)
  })

  test('a sign-in with an address no one has makes no account', async () => {
    expect(await ask('/login', { form: stranger })).toMatchObject({ status: 422 })
    expect(await count()).toBe(0)
  })

  test('AUTH-044 (W-03) neither a guest nor an investor can make one in the database, by its table or by its function', async () => {
    const person = await anInvestor()
    const roles: Identity[] = [{ role: 'guest' }, { role: 'investor', ...person }]
    for (const identity of roles) {
      const insert = sql`insert into auth."user" (name, email, role, status) values ('Somebody New', ${stranger.email}, 'admin', 'active')`
      const open = sql`select auth.open_account('Somebody New', ${stranger.email}, 'admin')`
      for (const statement of [insert, open]) {
        await expect(transact(identity, ({ tx }) => statement.execute(tx))).rejects.toMatchObject({
          code: '42501',
        })
      }
    }
    expect(await count()).toBe(0)
  })

  test('AUTH-044 an administrator can', async () => {
    const open = sql`select auth.open_account('Somebody New', ${stranger.email}, 'investor')`
    await transact({ role: 'admin', userId: (await anAdmin()).userId }, ({ tx }) =>
      open.execute(tx),
    )
    expect(await count()).toBe(1)
  })
})
