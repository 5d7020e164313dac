import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, anOffer, as, asPerson, type Person } from '../../../tests/people.ts'
import { asWorker } from '../../platform/unattended.server.ts'
import { type Cents, usd } from '../../values/money.ts'
import { approveRequest, declineRequest } from './decide-request.server.ts'
import { acknowledgeTerms, findOffer, saveDraft } from './draft-request.server.ts'
import { expireRequests, sweepDrafts } from './expire-requests.server.ts'
import { myRequests } from './my-requests.server.ts'
import { countOpenRequests, findRequest, listRequests } from './requests.server.ts'
import { sendRequest } from './send-request.server.ts'
import { withdrawRequest } from './withdraw-request.server.ts'

type Offered = Awaited<ReturnType<typeof anOffer>>

const lookAt = (person: Person, { slug }: Offered) => asPerson(person, (investor) => findOffer(investor, slug))
const leftOf = async (person: Person, offered: Offered) => (await lookAt(person, offered))?.offer.left

async function prepare(person: Person, { slug }: Offered, amount: Cents): Promise<void> {
  await asPerson(person, (investor) => saveDraft(investor, slug, { amount, note: null }))
  await asPerson(person, (investor) => acknowledgeTerms(investor, slug))
}

async function send(person: Person, offered: Offered, key: string = randomUUID()) {
  const found = await lookAt(person, offered)
  const version = found?.draft?.version ?? 2
  const { projectId } = offered
  return asPerson(person, (investor) => sendRequest(investor, { key, projectId, version }))
}

async function aRequest(person: Person, offered: Offered, amount: Cents): Promise<string> {
  await prepare(person, offered, amount)
  const sent = await send(person, offered)
  if ('refused' in sent) throw new Error(sent.refused)
  return sent.requestId
}

const stored = async (requestId: string) => {
  const { rows } = await change<{ status: string; investment_id: string | null; decided_by: string | null }>(
    'select status, investment_id, decided_by from app.investment_request where id = $1',
    [requestId],
  )
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
  change(`update app.investment_request set reserved_until = now() - interval '1 second' where id = $1`, [requestId])

test('two investors race for the last unit a hundred times: it is reserved once each time', {
  timeout: 120_000,
}, async () => {
  const [anna, ben] = await Promise.all([anInvestor('Anna Mwangi'), anInvestor('Ben Otieno')])
  const won: string[] = []
  for (let round = 0; round < 100; round++) {
    const offered = await anOffer({ units: 1, unitPrice: usd('35,000') })
    for (const person of [anna, ben]) await prepare(person, offered, usd('35,000'))
    const both = await Promise.all([send(anna, offered), send(ben, offered)])
    const [{ rows }] = await Promise.all([
      change<{ count: string; sum: string }>(
        'select count(*), sum(amount_cents) from app.investment_request where project_id = $1',
        [offered.projectId],
      ),
    ])
    expect(rows).toEqual([{ count: '1', sum: '3500000' }])
    expect(both.filter((answer) => 'requestId' in answer)).toHaveLength(1)
    expect(both.filter((answer) => 'refused' in answer)).toEqual([{ refused: 'not-offered' }])
    won.push('requestId' in both[0] ? 'anna' : 'ben')
  }
  expect(won).toHaveLength(100)
})

test('what is left is the smaller of target and units, less investments and open requests, cancelled ones aside', async () => {
  const [anna, ben] = [await anInvestor(), await anInvestor()]
  const offered = await anOffer({ units: 5, unitPrice: usd('35,000'), target: usd('150,000') })
  expect(await leftOf(anna, offered)).toBe(usd('150,000'))
  await anInvestment(anna.investorId, offered.projectId, usd('40,000'))
  const cancelled = await anInvestment(anna.investorId, offered.projectId, usd('50,000'))
  await change(`update app.investment set status = 'cancelled', cancelled_on = invested_on where id = $1`, [cancelled])
  const requestId = await aRequest(ben, offered, usd('35,000'))
  expect(await leftOf(anna, offered)).toBe(usd('75,000'))
  await asPerson(ben, (investor) => withdrawRequest(investor, requestId))
  expect(await leftOf(anna, offered)).toBe(usd('110,000'))
})

test('a funded share that was typed in is taken, and what was invested after its day comes on top', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ units: 4, unitPrice: usd('5,000') })
  await change(`update app.project set funded_bp = 1500, funded_as_of_on = '2026-01-31' where id = $1`, [
    offered.projectId,
  ])
  expect(await leftOf(anna, offered)).toBe(usd('17,000'))
  // Dated 1 February.
  await anInvestment(anna.investorId, offered.projectId, usd('2,000'))
  expect(await leftOf(anna, offered)).toBe(usd('15,000'))
  await change(`update app.project set funded_as_of_on = '2026-02-01' where id = $1`, [offered.projectId])
  expect(await leftOf(anna, offered)).toBe(usd('17,000'))
})

test('a draft is refused below the minimum and above what is left, and is the same on every device', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ minimum: usd('5,000'), target: usd('20,000') })
  const save = (amount: Cents) =>
    asPerson(anna, (investor) => saveDraft(investor, offered.slug, { amount, note: 'Call me' }))
  expect(await save(usd('4,999.99'))).toEqual({ refused: 'below-minimum', minimum: usd('5,000') })
  expect(await save(usd('20,000.01'))).toEqual({ refused: 'exceeds-offer', left: usd('20,000') })
  expect((await lookAt(anna, offered))?.draft).toBeNull()
  expect(await save(usd('5,000'))).toEqual({ saved: true })
  expect((await lookAt(anna, offered))?.draft).toMatchObject({ amount: usd('5,000'), note: 'Call me', version: 1 })
  expect(await save(usd('7,500'))).toEqual({ saved: true })
  expect((await lookAt(anna, offered))?.draft).toMatchObject({ amount: usd('7,500'), version: 2 })
  expect((await lookAt(await anInvestor(), offered))?.draft).toBeNull()
  // A draft reserves nothing.
  expect(await leftOf(anna, offered)).toBe(usd('20,000'))
})

test('a project that does not say what it offers takes no requests', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ minimum: usd('5,000') })
  const saved = await asPerson(anna, (investor) =>
    saveDraft(investor, offered.slug, { amount: usd('5,000'), note: null }),
  )
  expect(saved).toEqual({ refused: 'not-offered' })
})

test('a request sent twice is one request, and its investor is written to once', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ target: usd('20,000') })
  await prepare(anna, offered, usd('8,000'))
  const key = randomUUID()
  const first = await send(anna, offered, key)
  expect(first).toEqual({ requestId: expect.any(String) })
  expect(await send(anna, offered, key)).toEqual(first)
  expect(await send(anna, offered)).toEqual({ refused: 'open-already' })
  expect(await leftOf(anna, offered)).toBe(usd('12,000'))
  expect(await mailsTo(anna)).toEqual(['request-sent'])
})

test('a double click sends once: both get the same answer', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ target: usd('20,000') })
  await prepare(anna, offered, usd('8,000'))
  const key = randomUUID()
  const [one, other] = await Promise.all([send(anna, offered, key), send(anna, offered, key)])
  expect(one).toEqual(other)
  expect(await asPerson(anna, myRequests)).toHaveLength(1)
})

test('nothing is sent without terms and risk, nor what was changed in another tab after it was reviewed', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ target: usd('20,000') })
  await asPerson(anna, (investor) => saveDraft(investor, offered.slug, { amount: usd('8,000'), note: null }))
  expect(await send(anna, offered)).toEqual({ refused: 'not-understood' })
  await asPerson(anna, (investor) => acknowledgeTerms(investor, offered.slug))
  const { projectId, slug } = offered
  const reviewed = (await lookAt(anna, offered))?.draft?.version ?? 0
  await asPerson(anna, (investor) => saveDraft(investor, slug, { amount: usd('9,000'), note: null }))
  const input = { key: randomUUID(), projectId, version: reviewed }
  expect(await asPerson(anna, (investor) => sendRequest(investor, input))).toEqual({ refused: 'changed-meanwhile' })
  expect(await asPerson(anna, myRequests)).toEqual([])
})

test.each([
  ['completed', `status = 'completed'`],
  ['unpublished', 'published = false'],
  ['archived', 'archived_at = now()'],
])('a request for a project that was %s meanwhile is refused, by the database too', async (_, change_) => {
  const anna = await anInvestor()
  const offered = await anOffer({ target: usd('20,000') })
  await prepare(anna, offered, usd('8,000'))
  await change(`update app.project set ${change_} where id = $1`, [offered.projectId])
  expect(await send(anna, offered)).toEqual({ refused: 'closed' })
  await expect(insertRequest(anna, offered, usd('8,000'))).rejects.toThrow(/no more than the project still offers/)
})

/** Past the program, as a forgotten check would let it. */
const insertRequest = ({ investorId }: Person, { projectId }: Offered, amount: Cents) =>
  change(
    'insert into app.investment_request (investor_id, project_id, amount_cents, understood_at) values ($1, $2, $3, now())',
    [investorId, projectId, amount],
  )

test('the database refuses what the program forgot: too much, too little, a second one, another decision', async () => {
  const [anna, ben] = [await anInvestor(), await anInvestor()]
  const offered = await anOffer({ minimum: usd('5,000'), target: usd('20,000') })
  await expect(insertRequest(anna, offered, usd('20,000.01'))).rejects.toThrow(/no more than/)
  await expect(insertRequest(anna, offered, usd('4,999'))).rejects.toThrow(/not below the minimum/)
  const requestId = await aRequest(anna, offered, usd('15,000'))
  await expect(insertRequest(anna, offered, usd('5,000'))).rejects.toThrow(/one open request/)
  await expect(insertRequest(ben, offered, usd('5,001'))).rejects.toThrow(/no more than/)
  await expect(change('update app.investment_request set amount_cents = 1 where id = $1', [requestId])).rejects.toThrow(
    /stays as it was sent/,
  )
  const approved = `update app.investment_request set status = 'approved', decided_at = now() where id = $1`
  await expect(change(approved, [requestId])).rejects.toThrow(/has its investment/)
  await as(await anAdmin(), (admin) => declineRequest(admin, requestId, { reason: 'No' }))
  const reopened = `update app.investment_request set status = 'pending', decided_at = null, reason = null where id = $1`
  await expect(change(reopened, [requestId])).rejects.toThrow(/decided once/)
})

test('an approval makes the pending investment in the same transaction and tells the investor once', async () => {
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
  expect(rows).toEqual([{ id: expect.any(String), status: 'pending', amount_cents: '2000000', received_cents: '0' }])
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

test('of two administrators at once one decides, and the other is told what was decided and by whom', async () => {
  const [anna, amina, omar] = [await anInvestor(), await anAdmin('Amina Yusuf'), await anAdmin('Omar Abdi')]
  const offered = await anOffer({ target: usd('20,000') })
  const requestId = await aRequest(anna, offered, usd('8,000'))
  const answers = await Promise.all([
    as(amina, (admin) => approveRequest(admin, requestId, { key: randomUUID() })),
    as(omar, (admin) => declineRequest(admin, requestId, { reason: 'Not now' })),
  ])
  const [told] = answers.filter((answer) => 'refused' in answer)
  const isApproved = (await stored(requestId))?.status === 'approved'
  expect(told).toEqual({
    refused: 'decided',
    status: isApproved ? 'approved' : 'declined',
    by: isApproved ? 'Amina Yusuf' : 'Omar Abdi',
  })
  const { rows } = await change('select id from app.investment where investor_id = $1', [anna.investorId])
  expect(rows).toHaveLength(isApproved ? 1 : 0)
})

test('a decline is told with its reason, and what was reserved can be had again', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ target: usd('20,000') })
  const requestId = await aRequest(anna, offered, usd('8,000'))
  await as(await anAdmin(), (admin) => declineRequest(admin, requestId, { reason: 'The last units are promised.' }))
  expect(await leftOf(anna, offered)).toBe(usd('20,000'))
  const [told] = await toldOf(anna)
  expect(told?.title).toBe('Request Declined')
  expect(told?.message).toContain('Reason: The last units are promised.')
  expect(await mailsTo(anna)).toEqual(['request-sent', 'request-declined'])
  expect(await asPerson(anna, myRequests)).toMatchObject([
    { status: 'declined', reason: 'The last units are promised.' },
  ])
})

test.each([
  ['the project was archived', 'update app.project set archived_at = now() where id = $1', 'project-archived'],
  ['the project was completed', `update app.project set status = 'completed' where id = $1`, 'project-completed'],
  ['the investor was archived', 'update app.investor set archived_at = now() where id = $2', 'investor-archived'],
  ['the account was closed', `update auth."user" set status = 'inactive' where id = $3`, 'investor-inactive'],
])('an approval is refused where %s meanwhile', async (_, statement, refused) => {
  const anna = await anInvestor()
  const offered = await anOffer({ target: usd('20,000') })
  const requestId = await aRequest(anna, offered, usd('8,000'))
  const id = { $1: offered.projectId, $2: anna.investorId, $3: anna.userId }
  const place = /\$\d/.exec(statement)?.[0] as keyof typeof id
  await change(statement.replace(place, '$1'), [id[place]])
  const answer = await as(await anAdmin(), (admin) => approveRequest(admin, requestId, { key: randomUUID() }))
  expect(answer).toEqual({ refused })
  expect(await stored(requestId)).toMatchObject({ status: 'pending', investment_id: null })
})

test('an approval is refused when investments added by hand have used the offer up', async () => {
  const [anna, ben, admin] = [await anInvestor(), await anInvestor(), await anAdmin()]
  const offered = await anOffer({ target: usd('20,000') })
  const requestId = await aRequest(anna, offered, usd('8,000'))
  await anInvestment(ben.investorId, offered.projectId, usd('15,000'))
  expect(await as(admin, (actor) => findRequest(actor, requestId))).toMatchObject({ leftBeside: -usd('3,000') })
  const answer = await as(admin, (actor) => approveRequest(actor, requestId, { key: randomUUID() }))
  expect(answer).toEqual({ refused: 'exceeds-offer', left: usd('5,000') })
})

test('after 14 days a request reserves nothing, cannot be approved, and is ended by the worker, which tells of it', async () => {
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
  await asWorker(expireRequests)
  await asWorker(expireRequests)
  expect(await stored(requestId)).toMatchObject({ status: 'expired' })
  expect((await toldOf(anna)).map(({ title }) => title)).toEqual(['Request Expired'])
  expect(await mailsTo(anna)).toEqual(['request-sent', 'request-expired'])
})

test('only one’s own open request is withdrawn; a stranger’s is not there', async () => {
  const [anna, ben] = [await anInvestor(), await anInvestor()]
  const offered = await anOffer({ target: usd('20,000') })
  const requestId = await aRequest(anna, offered, usd('8,000'))
  const withdraw = (person: Person) => asPerson(person, (investor) => withdrawRequest(investor, requestId))
  expect(await withdraw(ben)).toEqual({ refused: 'not-found' })
  expect(await withdraw(anna)).toEqual({ withdrawn: true })
  expect(await withdraw(anna)).toEqual({ refused: 'decided', status: 'withdrawn' })
  const answer = await as(await anAdmin(), (admin) => approveRequest(admin, requestId, { key: randomUUID() }))
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
    const list = await as(admin, (actor) => listRequests(actor, { q, status: 'pending', oldestFirst: false, page: 1 }))
    expect(list.requests).toMatchObject([{ id: requestId, units: 2, status: 'pending', hasRunOut: false }])
  }
  const none = await as(admin, (actor) =>
    listRequests(actor, { q: 'zawadi', status: 'approved', oldestFirst: false, page: 1 }),
  )
  expect(none).toMatchObject({ requests: [], counts: { pending: 1 } })
})

test('drafts that nobody touched for 90 days are forgotten', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ target: usd('20,000') })
  await prepare(anna, offered, usd('8,000'))
  await asWorker(sweepDrafts)
  expect((await lookAt(anna, offered))?.draft).not.toBeNull()
  await asSuperuser((client) => client.query(`update app.request_draft set saved_at = now() - interval '91 days'`))
  await asWorker(sweepDrafts)
  expect((await lookAt(anna, offered))?.draft).toBeNull()
})
