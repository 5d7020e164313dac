import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, as } from '../../../tests/people.ts'
import { changeEmail } from '../accounts/administration/change-email.server.ts'
import { editInvestor } from './edit-investor.server.ts'
import { findInvestor } from './find-investor.server.ts'
import type { EditInvestorInput } from './investor-schema.ts'

const admin = await anAdmin()
const other = await anAdmin('Faisal Noor')
const anEmail = () => `${randomUUID()}@example.com`

async function stored(investorId: string) {
  const investor = await as(admin, (actor) => findInvestor(actor, investorId))
  if (!investor) throw new Error('no investor')
  return investor
}

/** What the form holds when it is opened, with what someone typed. */
async function typed(
  investorId: string,
  more: Partial<EditInvestorInput> = {},
): Promise<EditInvestorInput> {
  const { fullName, email, phone, version } = await stored(investorId)
  return { key: randomUUID(), version, fullName, email, phone, useAccountEmail: false, ...more }
}

const edit = (investorId: string, input: EditInvestorInput, by = admin) =>
  as(by, (actor) => editInvestor(actor, investorId, input))

const mailsOf = (userId: string) =>
  asSuperuser(async (client) => {
    const { rows } = await client.query<{ template: string }>(
      'select template from app.outbox where user_id = $1 order by template',
      [userId],
    )
    return rows.map(({ template }) => template)
  })

/** An imported investor: a record and no account. */
async function imported(email = anEmail()) {
  const { rows } = await change(
    `insert into app.investor (email, full_name, joined_on) values ($1, 'Ilham Import', '2024-05-01') returning id`,
    [email],
  )
  return rows[0]?.id ?? ''
}

test('name and phone change in record and account, and no one is mailed', async () => {
  const person = await anInvestor('Hodan Ali')
  const edited = await edit(
    person.investorId,
    await typed(person.investorId, { fullName: 'Hodan A. Ali', phone: null }),
  )
  expect(edited).toEqual({ investorId: person.investorId, email: 'kept' })
  const { rows } = await change<{ name: string }>('select name from auth."user" where id = $1', [
    person.userId,
  ])
  expect(rows).toEqual([{ name: 'Hodan A. Ali' }])
  expect(await stored(person.investorId)).toMatchObject({
    fullName: 'Hodan A. Ali',
    phone: null,
    version: 2,
  })
  expect(await mailsOf(person.userId)).toEqual([])
})

test('another email moves record and account together, is unverified, and both addresses are written to', async () => {
  const person = await anInvestor()
  const email = anEmail()
  const input = await typed(person.investorId, { email })
  const edited = await edit(person.investorId, input)
  expect(edited).toEqual({ investorId: person.investorId, email: 'changed' })
  expect(await stored(person.investorId)).toMatchObject({
    email,
    signIn: 'unverified',
    account: { email },
  })
  expect(await mailsOf(person.userId)).toEqual(['confirmation', 'email-changed'])
  expect(await edit(person.investorId, input)).toEqual(edited)
  expect(await edit(person.investorId, { ...input, fullName: 'Somebody Else' })).toEqual({
    refused: 'key-reused',
  })
  expect(await mailsOf(person.userId)).toHaveLength(2)
})

test('MIN-019 an email of another account or investor is refused, and nothing is changed', async () => {
  const person = await anInvestor()
  const before = await stored(person.investorId)
  const lone = anEmail()
  await imported(lone)
  for (const email of [(await anInvestor()).email, other.email, lone]) {
    const input = await typed(person.investorId, { email, fullName: 'Somebody Else' })
    expect(await edit(person.investorId, input)).toEqual({ refused: 'email', why: 'taken' })
  }
  expect(await stored(person.investorId)).toEqual(before)
  const withoutAccount = await imported()
  expect(await edit(withoutAccount, await typed(withoutAccount, { email: person.email }))).toEqual({
    refused: 'email',
    why: 'taken',
  })
})

test('an investor without account has the record’s email changed alone', async () => {
  const investorId = await imported()
  const email = anEmail()
  expect(await edit(investorId, await typed(investorId, { email }))).toEqual({
    investorId,
    email: 'record-only',
  })
  expect(await stored(investorId)).toMatchObject({
    email,
    signIn: 'no-auth-account',
    account: null,
  })
})

test('two addresses that an import left stay until someone puts them on the account’s', async () => {
  const person = await anInvestor()
  const former = anEmail()
  await change('update app.investor set email = $2 where id = $1', [person.investorId, former])
  expect(await stored(person.investorId)).toMatchObject({ signIn: 'email-mismatch', email: former })
  const kept = await edit(
    person.investorId,
    await typed(person.investorId, { phone: '+254 700 000 051' }),
  )
  expect(kept).toMatchObject({ email: 'differs' })
  const together = await edit(
    person.investorId,
    await typed(person.investorId, { useAccountEmail: true }),
  )
  expect(together).toMatchObject({ email: 'repaired' })
  expect(await stored(person.investorId)).toMatchObject({ signIn: 'verified', email: person.email })
  expect(await mailsOf(person.userId)).toEqual([])
})

test('an edit opened before someone else’s is refused with what is stored now', async () => {
  const { investorId } = await anInvestor('Deqa Ali')
  const mine = await typed(investorId, { fullName: 'Mine' })
  const theirs = await typed(investorId, { phone: '+254 700 000 052' })
  await edit(investorId, theirs, other)
  expect(await edit(investorId, mine)).toMatchObject({
    refused: 'version-conflict',
    now: { fullName: 'Deqa Ali', phone: '+254 700 000052', version: 2 },
  })
  expect(await stored(investorId)).toMatchObject({ fullName: 'Deqa Ali' })
})

test('two edits at the same time, and an address changed in Manage Users in the meantime, never wait for each other in a circle', async () => {
  const { investorId, userId } = await anInvestor()
  const [first, two] = [
    await typed(investorId, { email: anEmail() }),
    await typed(investorId, { email: anEmail() }),
  ]
  const answers = await Promise.all([edit(investorId, first), edit(investorId, two, other)])
  expect(answers.filter((answer) => 'refused' in answer)).toMatchObject([
    { refused: 'version-conflict' },
  ])
  const three = await typed(investorId, { email: anEmail(), fullName: 'Renamed Too' })
  const email = anEmail()
  const [edited, moved] = await Promise.all([
    edit(investorId, three),
    as(other, (actor) => changeEmail(actor, { key: randomUUID(), userId, email })),
  ])
  // The second one found what the first had done: the edit its version moved, the change nothing in its way.
  expect(moved).toMatchObject({ email })
  expect('refused' in edited ? edited : edited.email).toEqual(
    'refused' in edited ? expect.objectContaining({ refused: 'version-conflict' }) : 'changed',
  )
  expect((await stored(investorId)).account?.email).toBe((await stored(investorId)).email)
})

test('no one of that id, and an archived one, are refused', async () => {
  const { investorId } = await anInvestor()
  const input = await typed(investorId)
  expect(await edit(randomUUID(), input)).toEqual({ refused: 'not-found' })
  await change('update app.investor set archived_at = now() where id = $1', [investorId])
  expect(await edit(investorId, await typed(investorId))).toEqual({ refused: 'archived' })
})
