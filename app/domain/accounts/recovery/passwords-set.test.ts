import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../../tests/database.ts'
import { anInvestor } from '../../../../tests/people.ts'
import {
  type AdminActor,
  type GuestActor,
  transact,
} from '../../../platform/database/database.server.ts'
import { terminalCommand } from '../../../platform/session/unattended.server.ts'
import { createAdministrator } from '../administration/create-administrator.server.ts'
import { acceptInvitation, tokenHash } from '../invitations/invitations.server.ts'

const password = 'seven warm baobabs'

async function anInvitation(): Promise<string> {
  const { userId, email } = await anInvestor('Hodan Ali', 'pending')
  const token = randomUUID()
  await asSuperuser((client) =>
    client.query(
      `insert into auth.link (user_id, purpose, token_hash, email, expires_at)
       values ($1, 'invitation', $2, $3, now() + interval '7 days')`,
      [userId, tokenHash(token), email],
    ),
  )
  return token
}

const guestCommand = <Result>(work: (guest: GuestActor) => Promise<Result>) =>
  transact({ role: 'guest' }, work)

/** Counts the transactions that `as` opens; `before` runs ahead of each, told its number. */
function counting<Actor>(
  as: <Result>(work: (actor: Actor) => Promise<Result>) => Promise<Result>,
  before?: (number: number) => Promise<void>,
) {
  const seen = { opened: 0 }
  const open = async <Result>(work: (actor: Actor) => Promise<Result>) => {
    seen.opened += 1
    await before?.(seen.opened)
    return as(work)
  }
  return { open, seen }
}

test('a first password is judged and hashed between two transactions, in none', async () => {
  const { open, seen } = counting(guestCommand)
  const token = await anInvitation()
  expect(await acceptInvitation(open, token, '12345678')).toEqual({
    refused: 'password',
    fault: 'weak',
  })
  expect(seen.opened).toBe(1)
  expect(await acceptInvitation(open, token, password)).toHaveProperty('accepted', true)
  expect(seen.opened).toBe(3)
})

test('a link that ended while the password was hashed sets none', async () => {
  const token = await anInvitation()
  const { open } = counting(guestCommand, async (number) => {
    if (number === 1) return
    await asSuperuser((client) =>
      client.query('update auth.link set ended_at = now() where token_hash = $1', [
        tokenHash(token),
      ]),
    )
  })
  expect(await acceptInvitation(open, token, password)).toEqual({ refused: 'link', state: 'used' })
})

test('an administrator’s password is judged and hashed before the transaction', async () => {
  const { open, seen } = counting<AdminActor>(terminalCommand)
  const email = `${randomUUID()}@example.com`
  const wish = { email, name: 'Amina Yusuf' }
  expect(await createAdministrator(open, { ...wish, password: '12345678' })).toHaveProperty(
    'fault',
    'weak',
  )
  expect(seen.opened).toBe(0)
  expect(await createAdministrator(open, { ...wish, password })).toHaveProperty('userId')
  expect(await createAdministrator(open, { ...wish, password })).toEqual({
    refused: 'email-in-use',
  })
})
