import { randomUUID } from 'node:crypto'
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
import { change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, as, password } from '../../../../tests/people.ts'
import { anAddress, cookiesOf } from '../../../../tests/visits.ts'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { signIn } from '../sign-in/sign-in.server.ts'
import { changeEmail } from './change-email.server.ts'

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

describe('an email changed by an administrator', () => {
  const move = (userId: string, email: string, key = randomUUID()) =>
    adminCommand((actor) => changeEmail(actor, { key, userId, email }))
  const anEmail = () => `${randomUUID()}@example.com`

  test('MUS-042 (W-19) moves account, identity and investor record together, and has to be confirmed', async () => {
    const person = await anInvestor('Leyla Ahmed')
    await cookiesOf(person)
    await change('update auth.account set "accountId" = $2 where "userId" = $1', [
      person.userId,
      person.email,
    ])
    for (const purpose of ['recovery', 'invitation', 'confirmation'])
      await giveLink(person.userId, purpose)
    const email = anEmail()
    expect(await move(person.userId, email)).toEqual({ former: person.email, email })
    expect(await accountOf(person.userId)).toMatchObject({
      email,
      emailVerified: false,
      refused_mail_at: null,
    })
    const { rows } = await change<{ email: string; identity: string }>(
      `select i.email, a."accountId" as identity from app.investor i join auth.account a on a."userId" = i.user_id
       where i.user_id = $1`,
      [person.userId],
    )
    expect(rows).toEqual([{ email, identity: person.userId }])
    expect(await sessionsOf(person.userId)).toBe(0)
    expect(await openLinksOf(person.userId)).toBe(0)
    expect((await mailsTo(person.userId)).toSorted()).toEqual(['confirmation', 'email-changed'])
    expect(await enter(email)).toEqual({ refused: 'unconfirmed' })
    expect(await enter(person.email)).toEqual({ refused: 'wrong' })
  })

  test('is refused when an account or another investor record has it, and when it is theirs already', async () => {
    const [person, other] = [await anInvestor('Idil Warsame'), await anInvestor('Faduma Aden')]
    const imported = anEmail()
    await change(
      `insert into app.investor (email, full_name, joined_on) values ($1, 'Imported', '2025-01-01')`,
      [imported],
    )
    expect(await move(person.userId, other.email)).toEqual({ refused: 'taken' })
    expect(await move(person.userId, imported)).toEqual({ refused: 'taken' })
    expect(await move(person.userId, person.email)).toEqual({ refused: 'same' })
    expect(await move(randomUUID(), anEmail())).toEqual({ refused: 'unknown' })
    expect(await mailsTo(person.userId)).toEqual([])
  })

  test('of two who are to have one address the second is refused', async () => {
    const [first, other] = [await anInvestor('Deqa Jama'), await anInvestor('Nasra Ali')]
    const email = anEmail()
    const outcomes = await bothAtOnce<object>(
      () => move(first.userId, email),
      () => move(other.userId, email),
    )
    expect(outcomes).toContainEqual({ refused: 'taken' })
    expect(await countRows('select count(*) from auth."user" where email = $1', email)).toBe(1)
  })

  test('the last administrator keeps theirs, because mistyped it would lock the office', async () => {
    expect(await move(admin.userId, anEmail())).toEqual({ refused: 'last-administrator' })
    await anAdmin('Omar Hassan')
    // With a second owner it needs their approval.
    await expect(move(admin.userId, anEmail())).rejects.toMatchObject({ code: 'MA001' })
  })

  test('sent twice it is changed and told once', async () => {
    const person = await anInvestor('Zahra Ali')
    const [email, key] = [anEmail(), randomUUID()]
    await move(person.userId, email, key)
    expect(await move(person.userId, email, key)).toEqual({ former: person.email, email })
    expect(await mailsTo(person.userId)).toHaveLength(2)
  })
})
