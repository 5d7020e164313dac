import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, as, password } from '../../../../tests/people.ts'
import { anAddress } from '../../../../tests/visits.ts'
import { signIn } from '../sign-in/sign-in.server.ts'
import { type EmailSync, repairEmails, verifyEmails } from './email-sync.server.ts'

const admin = await anAdmin()

async function verify(userId: string, expectedEmail: string | null = null): Promise<EmailSync> {
  const sync = await as(admin, (actor) => verifyEmails(actor, { userId, expectedEmail }))
  if ('refused' in sync) throw new Error(sync.refused)
  return sync
}
const repair = (userId: string) => as(admin, (actor) => repairEmails(actor, userId))

/** As an import may leave someone: the identity under a former address, the investor record under another. */
async function anImport(name: string) {
  const person = await anInvestor(name)
  const [identity, investor] = [
    `${randomUUID()}@old.example.com`,
    `${randomUUID()}@old.example.com`,
  ]
  await change('update auth.account set "accountId" = $2 where "userId" = $1', [
    person.userId,
    identity,
  ])
  await change('update app.investor set email = $2 where user_id = $1', [person.userId, investor])
  return { ...person, identity, investor }
}

test('DATA-016 three sources that agree are in sync, for an id, an investor’s id, an email and a name', async () => {
  const person = await anInvestor('Khadija Mohamud')
  for (const typed of [
    person.userId,
    person.investorId,
    person.email.toUpperCase(),
    ' khadija mohamud ',
  ]) {
    const sync = await verify(typed)
    expect(sync).toMatchObject({ inSync: true, canRepair: false })
    expect(sync.account).toMatchObject({
      id: person.userId,
      email: person.email,
      matches: true,
      verified: true,
    })
    expect(sync.identity).toMatchObject({ email: person.email, matches: true, hasPassword: true })
    expect(sync.investor).toMatchObject({
      id: person.investorId,
      email: person.email,
      matches: true,
    })
  }
  expect(await verify(person.userId, person.email)).toHaveProperty('inSync', true)
  expect(await verify(person.userId, 'another@example.com')).toMatchObject({
    inSync: false,
    canRepair: false,
    account: { matches: false },
  })
})

test('an administrator without investor record is in sync; no one, and an investor without account, is not', async () => {
  expect(await verify(admin.userId)).toMatchObject({ inSync: true, investor: { email: null } })
  expect(await verify(randomUUID())).toMatchObject({
    inSync: false,
    account: { email: null },
    identity: { email: null },
    investor: { email: null },
  })
  const email = `${randomUUID()}@example.com`
  const { rows } = await change(
    `insert into app.investor (email, full_name, joined_on) values ($1, 'Imported Alone', '2025-01-01') returning id`,
    [email],
  )
  expect(await verify(rows[0]?.id ?? '')).toMatchObject({
    inSync: false,
    canRepair: false,
    account: { email: null },
    investor: { email, matches: true },
  })
})

test('what an import left is told with and without an expected address, and repaired', async () => {
  const person = await anImport('Yasmin Farah')
  const attempt = {
    email: person.email,
    password,
    clientAddress: anAddress(),
    cookies: null,
    userAgent: null,
  }
  expect(await signIn(attempt)).toEqual({ refused: 'wrong' })
  expect(await verify(person.userId)).toMatchObject({
    inSync: false,
    canRepair: true,
    account: { email: person.email, matches: true },
    identity: { email: person.identity, matches: false },
    investor: { email: person.investor, matches: false },
  })
  expect(await repair(person.userId)).toEqual({ repaired: true })
  expect(await verify(person.userId)).toHaveProperty('inSync', true)
  expect(await signIn(attempt)).toHaveProperty('role', 'investor')
  expect(await repair(person.userId)).toEqual({ refused: 'same' })
  const { rows } = await change(
    `select act from app.audit_log where act = 'repair-email' and subject_id = $1`,
    [person.userId],
  )
  expect(rows).toHaveLength(1)
})

test('an identity that names someone else is shown with their address, and no repair takes an address away', async () => {
  const [person, other] = [await anInvestor('Maryan Jama'), await anInvestor('Fowsia Ali')]
  await change('delete from auth.account where "userId" = $1', [other.userId])
  await change('update auth.account set "accountId" = $2 where "userId" = $1', [
    person.userId,
    other.userId,
  ])
  expect(await verify(person.userId)).toMatchObject({
    inSync: false,
    identity: { email: other.email, matches: false },
  })

  const imported = await anImport('Sahra Omar')
  await change(
    `insert into app.investor (email, full_name, joined_on) values ($1, 'Same Address', '2025-01-01')`,
    [imported.email],
  )
  expect(await repair(imported.userId)).toEqual({ refused: 'taken' })
  expect(await repair(randomUUID())).toEqual({ refused: 'unknown' })
})

test('a name that two have names no one', async () => {
  for (const _ of [1, 2]) await anInvestor('Twin Name')
  const sync = as(admin, (actor) =>
    verifyEmails(actor, { userId: 'twin name', expectedEmail: null }),
  )
  expect(await sync).toEqual({ refused: 'several' })
})
