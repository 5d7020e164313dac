import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mailsTo } from '../../../tests/accounts.ts'
import { asSuperuser, change } from '../../../tests/database.ts'
import {
  aRequest,
  insertRequest,
  leftOf,
  lookAt,
  prepare,
  send,
} from '../../../tests/investment-requests.ts'
import { anAdmin, anInvestment, anInvestor, anOffer, as, asPerson } from '../../../tests/people.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { type Cents, usd } from '../../values/money.ts'
import { listOutbox } from '../inquiries/outbox-list.server.ts'
import { declineRequest } from './decide-request.server.ts'
import { acknowledgeTerms, saveDraft } from './draft-request.server.ts'
import { sweepDrafts } from './expire-requests.server.ts'
import { myRequests, waitingRequests } from './my-requests.server.ts'
import { composeReceivedRequest, composeWithdrawnRequest } from './request-mail.server.tsx'
import { sendRequest } from './send-request.server.ts'
import { withdrawRequest } from './withdraw-request.server.ts'

test('REQ-004 two investors race for the last unit a hundred times: it is reserved once each time', {
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

test('REQ-003 what is left is the smaller of target and units, less investments and open requests, cancelled ones aside', async () => {
  const [anna, ben] = [await anInvestor(), await anInvestor()]
  const offered = await anOffer({ units: 5, unitPrice: usd('35,000'), target: usd('150,000') })
  expect(await leftOf(anna, offered)).toBe(usd('150,000'))
  await anInvestment(anna.investorId, offered.projectId, usd('40,000'))
  const cancelled = await anInvestment(anna.investorId, offered.projectId, usd('50,000'))
  await change(
    `update app.investment set status = 'cancelled', cancelled_on = invested_on where id = $1`,
    [cancelled],
  )
  const requestId = await aRequest(ben, offered, usd('35,000'))
  expect(await leftOf(anna, offered)).toBe(usd('75,000'))
  await asPerson(ben, (investor) => withdrawRequest(investor, requestId))
  expect(await leftOf(anna, offered)).toBe(usd('110,000'))
})

test('REQ-003 a funded share that was typed in is taken, and what was invested after its day comes on top', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ units: 4, unitPrice: usd('5,000') })
  await change(
    `update app.project set funded_bp = 1500, funded_as_of_on = '2026-01-31' where id = $1`,
    [offered.projectId],
  )
  expect(await leftOf(anna, offered)).toBe(usd('17,000'))
  // Dated 1 February.
  await anInvestment(anna.investorId, offered.projectId, usd('2,000'))
  expect(await leftOf(anna, offered)).toBe(usd('15,000'))
  await change(`update app.project set funded_as_of_on = '2026-02-01' where id = $1`, [
    offered.projectId,
  ])
  expect(await leftOf(anna, offered)).toBe(usd('17,000'))
})

test('REQ-002 a draft is refused below the minimum and above what is left, and is the same on every device', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ minimum: usd('5,000'), target: usd('20,000') })
  const save = (amount: Cents) =>
    asPerson(anna, (investor) => saveDraft(investor, offered.slug, { amount, note: 'Call me' }))
  expect(await save(usd('4,999.99'))).toEqual({ refused: 'below-minimum', minimum: usd('5,000') })
  expect(await save(usd('20,000.01'))).toEqual({ refused: 'exceeds-offer', left: usd('20,000') })
  expect((await lookAt(anna, offered))?.draft).toBeNull()
  expect(await save(usd('5,000'))).toEqual({ saved: true })
  expect((await lookAt(anna, offered))?.draft).toMatchObject({
    amount: usd('5,000'),
    note: 'Call me',
    version: 1,
  })
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

test('REQ-002 no draft is kept for a project that no one knows, is archived or is completed', async () => {
  const anna = await anInvestor()
  const draft = { amount: usd('5,000'), note: null }
  const save = (slug: string) => asPerson(anna, (investor) => saveDraft(investor, slug, draft))
  expect(await save('no-such-project')).toEqual({ refused: 'closed' })
  for (const set of ['archived_at = now()', "status = 'completed'"]) {
    const { slug, projectId } = await anOffer({ target: usd('20,000') })
    await change(`update app.project set ${set} where id = $1`, [projectId])
    expect(await save(slug)).toEqual({ refused: 'closed' })
  }
})

test('REQ-005 a request sent twice is one request, and its investor is written to once', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ target: usd('20,000') })
  await prepare(anna, offered, usd('8,000'))
  const key = randomUUID()
  const first = await send(anna, offered, key)
  expect(first).toEqual({ requestId: expect.any(String) })
  expect(await send(anna, offered, key)).toEqual(first)
  expect(await send(anna, offered)).toEqual({ refused: 'open-already' })
  expect(await leftOf(anna, offered)).toBe(usd('12,000'))
  expect(await mailsTo(anna.userId)).toEqual(['request-sent'])
})

test('the team is written to about a new request, once, and when it is withdrawn, and the outbox says whose it is', async () => {
  const anna = await anInvestor('Anna Wanjiru')
  const offered = await anOffer({ target: usd('20,000') }, 'Acacia Court')
  const requestId = await aRequest(anna, offered, usd('8,000'))
  const admin = await anAdmin()
  const listed = await as(admin, (actor) =>
    listOutbox(actor, { q: 'wanjiru', state: null, template: 'request-received', page: 1 }),
  )
  expect(listed.mails).toHaveLength(1)
  expect(listed.mails[0]).toMatchObject({
    name: 'Property Group',
    userId: null,
    about: 'Anna Wanjiru',
  })
  const compose = () =>
    workerCommand((worker) =>
      composeReceivedRequest(worker, {
        template: 'request-received',
        userId: null,
        subjectId: requestId,
      }),
    )
  expect(await compose()).toMatchObject({
    replyTo: anna.email,
    subject: expect.stringContaining('Request to invest $8,000 in Acacia Court, from Anna Wanjiru'),
  })
  const composeWithdrawn = () =>
    workerCommand((worker) =>
      composeWithdrawnRequest(worker, {
        template: 'request-withdrawn',
        userId: null,
        subjectId: requestId,
      }),
    )
  expect(await composeWithdrawn()).toBeNull()
  await asPerson(anna, (investor) => withdrawRequest(investor, requestId))
  expect(await compose()).toBeNull()
  expect(await composeWithdrawn()).toMatchObject({
    replyTo: anna.email,
    subject: expect.stringContaining(
      'Withdrawn request to invest $8,000 in Acacia Court, from Anna Wanjiru',
    ),
  })
  const { mails } = await as(admin, (actor) =>
    listOutbox(actor, { q: 'wanjiru', state: null, template: 'request-withdrawn', page: 1 }),
  )
  expect(mails.map(({ name, about }) => [name, about])).toEqual([
    ['Property Group', 'Anna Wanjiru'],
  ])
})

test('REQ-013 a request past its last day has expired for its investor before the worker says so', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ target: usd('20,000') })
  const requestId = await aRequest(anna, offered, usd('8,000'))
  await change(
    "update app.investment_request set reserved_until = now() - interval '1 second' where id = $1",
    [requestId],
  )
  expect(await asPerson(anna, waitingRequests)).toEqual([])
  const [shown] = await asPerson(anna, myRequests)
  expect(shown).toMatchObject({ id: requestId, status: 'expired', decidedAt: shown?.reservedUntil })
  expect(await asPerson(anna, (investor) => withdrawRequest(investor, requestId))).toEqual({
    refused: 'decided',
    status: 'expired',
  })
  const again = await aRequest(anna, offered, usd('20,000'))
  expect((await asPerson(anna, myRequests)).map(({ id, status }) => [id, status])).toEqual([
    [again, 'pending'],
    [requestId, 'expired'],
  ])
})

test('a double click sends once: both get the same answer', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ target: usd('20,000') })
  await prepare(anna, offered, usd('8,000'))
  const key = randomUUID()
  const [first, other] = await Promise.all([send(anna, offered, key), send(anna, offered, key)])
  expect(first).toEqual(other)
  expect(await asPerson(anna, myRequests)).toHaveLength(1)
})

test('nothing is sent without terms and risk, nor what was changed in another tab after it was reviewed', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ target: usd('20,000') })
  await asPerson(anna, (investor) =>
    saveDraft(investor, offered.slug, { amount: usd('8,000'), note: null }),
  )
  expect(await send(anna, offered)).toEqual({ refused: 'not-understood' })
  const { projectId, slug } = offered
  await asPerson(anna, (investor) => acknowledgeTerms(investor, slug, 'other terms'))
  expect(await send(anna, offered)).toEqual({ refused: 'not-understood' })
  const terms = (await lookAt(anna, offered))?.offer.terms ?? ''
  await asPerson(anna, (investor) => acknowledgeTerms(investor, slug, terms))
  const reviewed = (await lookAt(anna, offered))?.draft?.version ?? 0
  await asPerson(anna, (investor) =>
    saveDraft(investor, slug, { amount: usd('9,000'), note: null }),
  )
  const input = { key: randomUUID(), projectId, version: reviewed, templateId: null }
  expect(await asPerson(anna, (investor) => sendRequest(investor, input))).toEqual({
    refused: 'version-conflict',
  })
  expect(await asPerson(anna, myRequests)).toEqual([])
})

test.each([
  ['completed', `status = 'completed'`],
  ['unpublished', 'published = false'],
  ['archived', 'archived_at = now()'],
])(
  'REQ-005 a request for a project that was %s in the meantime is refused, by the database too',
  async (_, change_) => {
    const anna = await anInvestor()
    const offered = await anOffer({ target: usd('20,000') })
    await prepare(anna, offered, usd('8,000'))
    // Its investors still see the project.
    await anInvestment(anna.investorId, offered.projectId, usd('1,000'))
    await change(`update app.project set ${change_} where id = $1`, [offered.projectId])
    expect(await lookAt(anna, offered)).toBeNull()
    expect(await send(anna, offered)).toEqual({ refused: 'closed' })
    await expect(insertRequest(anna, offered, usd('8,000'))).rejects.toThrow(
      /no more than the project still offers/,
    )
  },
)

test('the database refuses what the program forgot: too much, too little, a second one, another decision', async () => {
  const [anna, ben] = [await anInvestor(), await anInvestor()]
  const offered = await anOffer({ minimum: usd('5,000'), target: usd('20,000') })
  await expect(insertRequest(anna, offered, usd('20,000.01'))).rejects.toThrow(/no more than/)
  await expect(insertRequest(anna, offered, usd('4,999'))).rejects.toThrow(/not below the minimum/)
  const requestId = await aRequest(anna, offered, usd('15,000'))
  await expect(insertRequest(anna, offered, usd('5,000'))).rejects.toThrow(/one open request/)
  await expect(insertRequest(ben, offered, usd('5,001'))).rejects.toThrow(/no more than/)
  for (const column of ['amount_cents', 'unit_price_cents']) {
    const changed = change(`update app.investment_request set ${column} = 1 where id = $1`, [
      requestId,
    ])
    await expect(changed).rejects.toThrow(/stays as it was sent/)
  }
  const approved = `update app.investment_request set status = 'approved', decided_at = now() where id = $1`
  await expect(change(approved, [requestId])).rejects.toThrow(/has its investment/)
  await as(await anAdmin(), (admin) => declineRequest(admin, requestId, { reason: 'No' }))
  const reopened = `update app.investment_request set status = 'pending', decided_at = null, reason = null where id = $1`
  await expect(change(reopened, [requestId])).rejects.toThrow(/decided once/)
})

test('drafts that no one touched for 90 days are forgotten', async () => {
  const anna = await anInvestor()
  const offered = await anOffer({ target: usd('20,000') })
  await prepare(anna, offered, usd('8,000'))
  await workerCommand(sweepDrafts)
  expect((await lookAt(anna, offered))?.draft).not.toBeNull()
  await asSuperuser((client) =>
    client.query(`update app.request_draft set saved_at = now() - interval '91 days'`),
  )
  await workerCommand(sweepDrafts)
  expect((await lookAt(anna, offered))?.draft).toBeNull()
})
