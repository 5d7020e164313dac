import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, anOffer, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { anAddress } from '../../../tests/visits.ts'
import { countOnWaitingList, tellWaitingLists } from '../../domain/inquiries/waiting-list.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'

const admin = await anAdmin()

/** A project of which one investor has everything. */
async function aTakenProject(name: string) {
  const { projectId, slug } = await anOffer({ target: usd('20,000'), minimum: usd('20,000') }, name)
  const { investorId } = await anInvestor()
  const investmentId = await anInvestment(investorId, projectId, usd('20,000'))
  return { projectId, slug, investmentId, at: `/investment/${slug}/waiting-list` }
}

const join = (at: string, email: string, clientAddress = anAddress()) =>
  ask(at, { form: { email }, clientAddress })
const entriesOf = async (email: string) =>
  (
    await asSuperuser((client) =>
      client.query<{ id: string; confirmed_at: Date | null; told_at: Date | null }>(
        'select id, confirmed_at, told_at from app.waiting_list_entry where email = $1',
        [email],
      ),
    )
  ).rows
const mailsTo = async (entryId: string) =>
  (
    await asSuperuser((client) =>
      client.query('select template from app.outbox where subject_id = $1 order by id', [entryId]),
    )
  ).rows.map(({ template }) => template)

async function confirmed(at: string, email: string) {
  await join(at, email)
  const [entry] = await entriesOf(email)
  const address = `${at}/${entry?.id}`
  await ask(address, { form: {} })
  return { address, id: entry?.id ?? '' }
}

test('WAIT-001 a fully reserved project leads to its waiting list, and a link in an email joins it', async () => {
  const { slug, at } = await aTakenProject('Full House')
  expect((await ask(`/investment/${slug}`)).html).toContain(`href="${at}"`)
  const email = `${randomUUID()}@example.com`
  const sent = await join(at, email)
  expect(wordsOf(sent.html)).toContain(`We sent a link to ${email}`)
  const [entry] = await entriesOf(email)
  expect(entry?.confirmed_at).toBe(null)
  expect(await mailsTo(entry?.id ?? '')).toEqual(['waiting-list-confirm'])
  const address = `${at}/${entry?.id}`
  // A scanner opens the link and joins nothing.
  expect(wordsOf((await ask(address)).html)).toContain('Join the waiting list')
  expect((await entriesOf(email))[0]?.confirmed_at).toBe(null)
  expect(await ask(address, { form: {} })).toMatchObject({ status: 303, location: address })
  expect(wordsOf((await ask(address)).html)).toContain('You are on the list.')
})

test('WAIT-002 everyone on the list is told once when something is free, and no one before', async () => {
  const { at, investmentId, projectId } = await aTakenProject('Soon Free')
  const [first, second, unconfirmed] = [0, 1, 2].map(() => `${randomUUID()}@example.com`)
  const { id } = await confirmed(at, first ?? '')
  const { id: other } = await confirmed(at, second ?? '')
  await join(at, unconfirmed ?? '')
  await workerCommand(tellWaitingLists)
  expect(await mailsTo(id)).toEqual(['waiting-list-confirm'])
  const waiting = () => as(admin, (actor) => countOnWaitingList(actor, projectId))
  expect(await waiting()).toBe(2)
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-03-02' where id = $1",
    [investmentId],
  )
  await workerCommand(tellWaitingLists)
  await workerCommand(tellWaitingLists)
  expect(await waiting()).toBe(0)
  for (const entry of [id, other])
    expect(await mailsTo(entry)).toEqual(['waiting-list-confirm', 'waiting-list-free'])
  const [never] = await entriesOf(unconfirmed ?? '')
  expect(await mailsTo(never?.id ?? '')).toEqual(['waiting-list-confirm'])
  expect(wordsOf((await ask(`${at}/${id}`)).html)).toContain('ended your place on the list')
})

test('WAIT-002 no one is notified of a project that was closed, hidden or archived', async () => {
  for (const set of [`status = 'completed'`, 'published = false', 'archived_at = now()']) {
    const { at, projectId, investmentId } = await aTakenProject('Gone')
    const { id } = await confirmed(at, `${randomUUID()}@example.com`)
    await change(
      "update app.investment set status = 'cancelled', cancelled_on = '2026-03-02' where id = $1",
      [investmentId],
    )
    await change(`update app.project set ${set} where id = $1`, [projectId])
    await workerCommand(tellWaitingLists)
    expect(await mailsTo(id)).toEqual(['waiting-list-confirm'])
  }
})

test('WAIT-003 the link leaves the list, and a stranger without it cannot', async () => {
  const { at } = await aTakenProject('Left House')
  const email = `${randomUUID()}@example.com`
  const { address } = await confirmed(at, email)
  await ask(`${at}/${randomUUID()}`, { form: { act: 'leave' } })
  expect(await entriesOf(email)).toHaveLength(1)
  expect(await ask(address, { form: { act: 'leave' } })).toMatchObject({ status: 303 })
  expect(await entriesOf(email)).toEqual([])
})

test('WAIT-004 a wrong address is refused next to its field, and emails are limited', async () => {
  const { at } = await aTakenProject('Busy House')
  for (const typed of ['', 'nonsense', 'a@b'])
    expect(await join(at, typed)).toMatchObject({ status: 422 })
  const email = `${randomUUID()}@example.com`
  const statuses: number[] = []
  for (let sent = 0; sent < 4; sent += 1) statuses.push((await join(at, email)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('WAIT-005 a project that has something free leads to its page', async () => {
  const { slug } = await anOffer({ target: usd('20,000') }, 'Free House')
  const at = `/investment/${slug}/waiting-list`
  expect(await ask(at)).toMatchObject({ status: 302, location: `/investment/${slug}` })
  expect((await join(at, `${randomUUID()}@example.com`)).status).toBe(302)
})
