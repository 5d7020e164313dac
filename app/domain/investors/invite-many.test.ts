import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, as } from '../../../tests/people.ts'
import { checkImport, confirmImport, keepFile } from '../imports/imports.server.ts'
import { findInvitable, type InvitationScope, sendInvitations } from './invite-many.server.ts'

const admin = await anAdmin()
const find = (scope: InvitationScope) => as(admin, (actor) => findInvitable(actor, scope))
const send = (scope: InvitationScope, again = false, key: string = randomUUID()) =>
  as(admin, (actor) => sendInvitations(actor, { key, scope, again }))
const queuedFor = async (email: string) =>
  (
    await change(
      `select o.id from app.outbox o join auth."user" u on u.id = o.user_id
       where u.email = $1 and o.template = 'invitation' and o.state = 'queued'`,
      [email],
    )
  ).rows.length

async function anImport(...emails: string[]) {
  const content = ['Full name,Email', ...emails.map((email, at) => `Imported ${at},${email}`)].join(
    '\n',
  )
  return as(admin, async (actor) => {
    const kept = await keepFile(actor, { list: 'investors', name: 'people.csv', content })
    if ('refused' in kept) throw new Error(kept.refused)
    const { fingerprint } = await checkImport(actor, 'investors', content)
    await confirmImport(actor, { list: 'investors', importId: kept.importId, fingerprint })
    return kept.importId
  })
}
const anEmail = () => `${randomUUID()}@example.com`

test('MIN-330 the investors of one import are invited together, and no one else', async () => {
  const [first, two, elsewhere] = [anEmail(), anEmail(), anEmail()]
  const importId = await anImport(first, two)
  await anImport(elsewhere)
  expect((await find({ importId })).ready.map(({ email }) => email)).toEqual([first, two])
  const key = randomUUID()
  const sent = { sent: 2, notSent: 0, left: 0, kept: 0 }
  expect([await send({ importId }, false, key), await send({ importId }, false, key)]).toEqual([
    sent,
    sent,
  ])
  expect([await queuedFor(first), await queuedFor(two), await queuedFor(elsewhere)]).toEqual([
    1, 1, 0,
  ])
  expect(await find({ importId })).toMatchObject({
    ready: [],
    open: [{ email: first }, { email: two }],
  })
})

test('MIN-330 of a selection only those who can be invited are; open invitations are replaced when asked', async () => {
  const [pending, active] = [
    await anInvestor('Sagal Pending', 'pending'),
    await anInvestor('Ayan Active'),
  ]
  const inactive = await anInvestor('Omar Inactive', 'inactive')
  const ids = [pending, active, inactive].map(({ investorId }) => investorId)
  expect(await find({ ids })).toMatchObject({
    ready: [{ email: pending.email }],
    open: [],
    others: 2,
  })
  expect(await send({ ids })).toEqual({ sent: 1, notSent: 0, left: 0, kept: 0 })
  expect(await send({ ids })).toEqual({ sent: 0, notSent: 0, left: 0, kept: 1 })
  expect(await send({ ids }, true)).toEqual({ sent: 1, notSent: 0, left: 0, kept: 0 })
  expect(await queuedFor(pending.email)).toBe(1)
  expect([await queuedFor(active.email), await queuedFor(inactive.email)]).toEqual([0, 0])
})

test('MIN-330 a list that was searched is invited as it was searched; an email of another account is left out', async () => {
  const taken = await anInvestor('Taken Address')
  await change('update app.investor set email = $1 where id = $2', [anEmail(), taken.investorId])
  const { rows } = await change(
    `insert into app.investor (email, full_name, joined_on, own_status) values ($1, 'Zaxi Uninvited', '2026-01-01', 'pending') returning id`,
    [taken.email],
  )
  const search = { q: 'zaxi', status: null, order: 'name' as const }
  expect((await find({ search })).ready.map(({ investorId }) => investorId)).toEqual([rows[0]?.id])
  expect(await send({ search })).toEqual({ sent: 0, notSent: 1, left: 0, kept: 0 })
})
