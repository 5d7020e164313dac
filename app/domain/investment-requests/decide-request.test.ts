import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aRequest, leftOf } from '../../../tests/investment-requests.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  anOffer,
  as,
  asPerson,
  type Person,
} from '../../../tests/people.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { approveRequest, declineRequest } from './decide-request.server.ts'
import { expireRequests } from './expire-requests.server.ts'
import { myRequests } from './my-requests.server.ts'
import { countOpenRequests, findRequest, listRequests } from './requests.server.ts'
import { withdrawRequest } from './withdraw-request.server.ts'

const stored = async (requestId: string) => {
  const { rows } = await change<{
    status: string
    investment_id: string | null
    decided_by: string | null
  }>('select status, investment_id, decided_by from app.investment_request where id = $1', [
    requestId,
  ])
  return rows[0]
}
const toldOf = async ({ investorId }: Person) => {
  const { rows } = await change<{ title: string; message: string }>(
    'select title, message from app.notification where investor_id = $1 order by sent_at desc, id desc',
    [investorId],
  )
  return rows
}
const mailsTo = async ({ userId }: Person) => {
  const { rows } = await change<{ template: string }>(
    'select template from app.outbox where user_id = $1 order by created_at, id',
    [userId],
  )
  return rows.map(({ template }) => template)
}
const age = (requestId: string) =>
  change(
    `update app.investment_request set reserved_until = now() - interval '1 second' where id = $1`,
    [requestId],
  )

test('REQ-007 an approval makes the pending investment in the same transaction and tells the investor once', async () => {
  const [anna, admin] = [await anInvestor(), await anAdmin()]
  const offered = await anOffer({ target: usd('20,000') })
  const requestId = await aRequest(anna, offered, usd('20,000'))
  const key = randomUUID()
  const approved = await as(admin, (actor) => approveRequest(actor, requestId, { key }))
  expect(await as(admin, (actor) => approveRequest(actor, requestId, { key }))).toEqual(approved)
  const { rows } = await change(
    'select id, status, amount_cents, received_cents from app.investment where investor_id = $1',
    [anna.investorId],
  )
  expect(rows).toEqual([
    { id: expect.any(String), status: 'pending', amount_cents: '2000000', received_cents: '0' },
  ])
  expect(approved).toEqual({ investmentId: rows[0]?.id })
  expect(await stored(requestId)).toEqual({
    status: 'approved',
    investment_id: rows[0]?.id,
    decided_by: admin.userId,
  })
  expect((await toldOf(anna)).map(({ title }) => title)).toEqual(['Request Approved'])
  expect(await mailsTo(anna)).toEqual(['request-sent', 'request-approved'])
  expect(await leftOf(anna, offered)).toBe(usd('0'))
})

test('REQ-007 of two administrators at the same time one decides, and the other is told what was decided and by whom', async () => {
  const [anna, amina, omar] = [
    await anInvestor(),
    await anAdmin('Amina Yusuf'),
    await anAdmin('Omar Abdi'),
  ]
  const offered = await anOffer({ target: usd('20,000') })
  const requestId = await aRequest(anna, offered, usd('8,000'))
  const answers = await Promise.all([
    as(amina, (admin) => approveRequest(admin, requestId, { key: randomUUID() })),
    as(omar, (admin) => declineRequest(admin, requestId, { reason: 'Not now' })),
  ])
  const [refusal] = answers.filter((answer) => 'refused' in answer)
  const isApproved = (await stored(requestId))?.status === 'approved'
  expect(refusal).toEqual({
    refused: 'decided',
    status: isApproved ? 'approved' : 'declined',
    by: isApproved ? 'Amina Yusuf' : 'Omar Abdi',
  })
  const { rows } = await change('select id from app.investment where investor_id = $1', [
    anna.investorId,
  ])
  expect(rows).toHaveLength(isApproved ? 1 : 0)
})

test('a decline is told with its reason, and what was reserved is released', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ target: usd('20,000') })
  const requestId = await aRequest(anna, offered, usd('8,000'))
  await as(await anAdmin(), (admin) =>
    declineRequest(admin, requestId, { reason: 'The last units are promised.' }),
  )
  expect(await leftOf(anna, offered)).toBe(usd('20,000'))
  const [notice] = await toldOf(anna)
  expect(notice?.title).toBe('Request Declined')
  expect(notice?.message).toContain('Reason: The last units are promised.')
  expect(await mailsTo(anna)).toEqual(['request-sent', 'request-declined'])
  expect(await asPerson(anna, myRequests)).toMatchObject([
    { status: 'declined', reason: 'The last units are promised.' },
  ])
})

test.each([
  [
    'the project was archived',
    'update app.project set archived_at = now() where id = $1',
    'project-archived',
  ],
  [
    'the project was completed',
    `update app.project set status = 'completed' where id = $1`,
    'project-completed',
  ],
  [
    'the investor was archived',
    'update app.investor set archived_at = now() where id = $2',
    'investor-archived',
  ],
  [
    'the account was closed',
    `update auth."user" set status = 'inactive' where id = $3`,
    'investor-inactive',
  ],
])('an approval is refused where %s in the meantime', async (_, statement, refused) => {
  const anna = await anInvestor()
  const offered = await anOffer({ target: usd('20,000') })
  const requestId = await aRequest(anna, offered, usd('8,000'))
  const id = { $1: offered.projectId, $2: anna.investorId, $3: anna.userId }
  const place = /\$\d/.exec(statement)?.[0] as keyof typeof id
  await change(statement.replace(place, '$1'), [id[place]])
  const answer = await as(await anAdmin(), (admin) =>
    approveRequest(admin, requestId, { key: randomUUID() }),
  )
  expect(answer).toEqual({ refused })
  expect(await stored(requestId)).toMatchObject({ status: 'pending', investment_id: null })
})

test('an approval is refused when investments added by hand have used the offer up', async () => {
  const [anna, ben, admin] = [await anInvestor(), await anInvestor(), await anAdmin()]
  const offered = await anOffer({ target: usd('20,000') })
  const requestId = await aRequest(anna, offered, usd('8,000'))
  await anInvestment(ben.investorId, offered.projectId, usd('15,000'))
  expect(await as(admin, (actor) => findRequest(actor, requestId))).toMatchObject({
    remainingAfter: -usd('3,000'),
  })
  const answer = await as(admin, (actor) => approveRequest(actor, requestId, { key: randomUUID() }))
  expect(answer).toEqual({ refused: 'exceeds-offer', left: usd('5,000') })
})

test('REQ-008 after 14 days a request reserves nothing, cannot be approved, and is ended by the worker, which tells of it', async () => {
  const [anna, admin] = [await anInvestor(), await anAdmin()]
  const offered = await anOffer({ target: usd('20,000') })
  const requestId = await aRequest(anna, offered, usd('8,000'))
  const { rows } = await change<{ days: number }>(
    'select extract(day from reserved_until - requested_at)::int as days from app.investment_request where id = $1',
    [requestId],
  )
  expect(rows).toEqual([{ days: 14 }])
  await age(requestId)
  expect(await leftOf(anna, offered)).toBe(usd('20,000'))
  const answer = await as(admin, (actor) => approveRequest(actor, requestId, { key: randomUUID() }))
  expect(answer).toEqual({ refused: 'run-out' })
  await workerCommand(expireRequests)
  await workerCommand(expireRequests)
  expect(await stored(requestId)).toMatchObject({ status: 'expired' })
  expect((await toldOf(anna)).map(({ title }) => title)).toEqual(['Request Expired'])
  expect(await mailsTo(anna)).toEqual(['request-sent', 'request-expired'])
})

test('REQ-009 only one’s own open request is withdrawn; a stranger’s is not there', async () => {
  const [anna, ben] = [await anInvestor(), await anInvestor()]
  const offered = await anOffer({ target: usd('20,000') })
  const requestId = await aRequest(anna, offered, usd('8,000'))
  const withdraw = (person: Person) =>
    asPerson(person, (investor) => withdrawRequest(investor, requestId))
  expect(await withdraw(ben)).toEqual({ refused: 'not-found' })
  expect(await withdraw(anna)).toEqual({ withdrawn: true })
  expect(await withdraw(anna)).toEqual({ refused: 'decided', status: 'withdrawn' })
  const answer = await as(await anAdmin(), (admin) =>
    approveRequest(admin, requestId, { key: randomUUID() }),
  )
  expect(answer).toEqual({ refused: 'decided', status: 'withdrawn', by: null })
})

test('requests are listed by investor, project and status, and the open ones are counted with their sum', async () => {
  const [anna, admin] = [await anInvestor('Zawadi Njoroge'), await anAdmin()]
  const before = await as(admin, countOpenRequests)
  const offered = await anOffer({ units: 4, unitPrice: usd('5,000') }, 'Wharf Lofts')
  const requestId = await aRequest(anna, offered, usd('10,000'))
  const after = await as(admin, countOpenRequests)
  expect(after.count - before.count).toBe(1)
  expect(after.amount - before.amount).toBe(usd('10,000'))
  for (const q of ['zawadi', 'wharf l', anna.email]) {
    const list = await as(admin, (actor) =>
      listRequests(actor, { q, status: 'pending', oldestFirst: false, page: 1 }),
    )
    expect(list.requests).toMatchObject([
      { id: requestId, units: 2, status: 'pending', hasRunOut: false },
    ])
  }
  const none = await as(admin, (actor) =>
    listRequests(actor, { q: 'zawadi', status: 'approved', oldestFirst: false, page: 1 }),
  )
  expect(none).toMatchObject({ requests: [], counts: { pending: 1 } })
})

test('REQ-330 an administrator approves no request of their own, in the program or past it; another one does', async () => {
  const [anna, colleague] = [await anInvestor('Anna Both'), await anAdmin()]
  const offered = await anOffer({ target: usd('20,000') })
  const requestId = await aRequest(anna, offered, usd('5,000'))
  await change(`update auth."user" set role = 'admin' where id = $1`, [anna.userId])
  await change(`insert into auth.staff_role (user_id, role) values ($1, 'owner')`, [anna.userId])
  const approve = (by: { userId: string; email: string; name: string }) =>
    as(by, (admin) => approveRequest(admin, requestId, { key: randomUUID() }))
  expect(await approve(anna)).toEqual({ refused: 'own-request' })
  expect(await as(anna, (admin) => findRequest(admin, requestId))).toMatchObject({
    blocker: 'own-request',
  })
  expect(await as(colleague, (admin) => findRequest(admin, requestId))).toMatchObject({
    blocker: null,
  })
  const held = await anInvestment(anna.investorId, offered.projectId, usd('5,000'))
  const pastTheProgram = as(anna, (admin) =>
    admin.tx
      .updateTable('investment_request')
      .set({ status: 'approved', investment_id: held })
      .where('id', '=', requestId)
      .execute(),
  )
  await expect(pastTheProgram).rejects.toThrow('an administrator approves no request of their own')
  expect(await stored(requestId)).toMatchObject({ status: 'pending' })
  expect(await approve(colleague)).toMatchObject({ investmentId: expect.any(String) })
})
