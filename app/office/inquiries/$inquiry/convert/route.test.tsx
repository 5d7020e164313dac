import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../../../tests/database.ts'
import { anAdmin, anInvestor, anOffer } from '../../../../../tests/people.ts'
import { ask } from '../../../../../tests/product.tsx'
import { formOf, requestBy } from '../../../../../tests/requests.ts'
import { wordsOf } from '../../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../../tests/visits.ts'
import { usd } from '../../../../values/money.ts'
import { action } from './route.tsx'

const admin = await anAdmin()
// A demo prints its emails, so an invitation can be sent.
await change('update app.installation set demo = true')
const home = '/admin-dashboard/inquiries'

async function anInquiry(facts: Record<string, string | boolean | null> = {}) {
  const email = `${randomUUID()}@example.com`
  const row = {
    source: 'contact',
    name: 'Hodan Ali',
    email,
    phone: '+254 711 000 000',
    message: 'Hello',
    ...facts,
  }
  const names = Object.keys(row)
  const { rows } = await change(
    `insert into app.inquiry (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return { id: rows[0]?.id ?? '', email: String(row.email) }
}

const screen = async (id: string) =>
  (await ask(`${home}/${id}/convert`, { cookie: await cookiesOf(admin) })).html

async function send(id: string, fields: Record<string, string>) {
  const init = { method: 'POST', body: formOf(fields) }
  const args = requestBy(admin, `${home}/${id}/convert?status=new`, init)
  const answer = await action({ ...args, params: { inquiryId: id } } as unknown as Parameters<
    typeof action
  >[0])
  if (!(answer instanceof Response)) return { status: answer.init?.status, ...answer.data }
  const toast = decodeURIComponent(answer.headers.getSetCookie().join(' '))
  return { status: answer.status, location: answer.headers.get('location'), toast }
}

const whole = (email: string) => ({
  key: randomUUID(),
  fullName: 'Hodan Ali',
  email,
  phone: '+254 711 000 000',
})
const stored = async (id: string) => {
  const { rows } = await change<{ status: string; full_name: string | null; phone: string | null }>(
    `select q.status, i.full_name, i.phone from app.inquiry q left join app.investor i on i.id = q.investor_id
     where q.id = $1`,
    [id],
  )
  return rows[0]
}

test('INQ-006 the dialog carries name, email and phone over, and one step makes the investor', async () => {
  const { id, email } = await anInquiry()
  const html = await screen(id)
  const filledIn = (name: string) => {
    const field = new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? ''
    return /value="([^"]*)"/.exec(field)?.[1]
  }
  expect(['fullName', 'email', 'phone'].map(filledIn)).toEqual([
    'Hodan Ali',
    email,
    '+254 711 000000',
  ])
  const answer = await send(id, whole(email))
  expect(answer).toMatchObject({ status: 303, location: `${home}/${id}?status=new` })
  expect(answer.toast).toContain('"title":"Investor added"')
  expect(answer.toast).toContain('An invitation is on its way.')
  expect(await stored(id)).toEqual({
    status: 'converted',
    full_name: 'Hodan Ali',
    phone: '+254711000000',
  })
  expect(wordsOf(await screen(id))).toContain('This inquiry already became an investor.')
})

test('where mail cannot go out, the dialog of the invitation says so', async () => {
  await change('update app.installation set demo = false')
  const { id, email } = await anInquiry()
  const answer = await send(id, whole(email))
  await change('update app.installation set demo = true')
  expect(answer.location).toMatch(/^\/admin-dashboard\/investors\/[\w-]+\/added$/)
})

test('what is missing is said next to its field, and the inquiry stays as it was', async () => {
  const { id, email } = await anInquiry()
  expect(await send(id, { ...whole(email), fullName: ' ' })).toMatchObject({
    status: 422,
    reply: { errors: { fullName: 'Full name is required' }, values: { email } },
  })
  expect(await stored(id)).toMatchObject({ status: 'new' })
})

test('INQ-007 an email of an investor offers to link the inquiry to them', async () => {
  const { investorId, email, name } = await anInvestor('Jama Warsame')
  const { id } = await anInquiry({ email })
  expect(wordsOf(await screen(id))).toContain(`Link to ${name}`)
  expect(await send(id, whole(email))).toMatchObject({
    reply: { errors: { email: 'Email Already In Use' } },
  })
  expect(await send(id, { investorId: randomUUID() })).toMatchObject({
    status: 422,
    reply: { message: expect.stringContaining('no longer available') },
  })
  const answer = await send(id, { investorId })
  expect(answer).toMatchObject({ status: 303, location: `${home}/${id}?status=new` })
  expect(answer.toast).toContain('"title":"Inquiry linked"')
  expect(await stored(id)).toMatchObject({ status: 'converted', full_name: name })
})

test('an inquiry that was converted in the meantime, or is spam, adds no one', async () => {
  const { id, email } = await anInquiry()
  await send(id, whole(email))
  const again = `${randomUUID()}@example.com`
  expect(await send(id, whole(again))).toMatchObject({
    status: 422,
    reply: { message: expect.stringContaining('Nothing was added'), values: { email: again } },
  })
  const spam = await anInquiry({ suspected_spam: true, suspicion: 'too-fast' })
  expect(wordsOf(await screen(spam.id))).toContain('Mark it as not spam first.')
  expect(await send(spam.id, whole(spam.email))).toMatchObject({ status: 422 })
  const { rowCount } = await change('select from app.investor where email = any($1)', [
    [again, spam.email],
  ])
  expect(rowCount).toBe(0)
})

test('a fault adds no one, raises a toast, and what was typed stays', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { id, email } = await anInquiry()
  await asSuperuser((client) => client.query('revoke insert on app.event from msingi_reactions'))
  const answer = await send(id, whole(email))
  await asSuperuser((client) => client.query('grant insert on app.event to msingi_reactions'))
  expect(answer).toMatchObject({
    status: 500,
    toast: { title: 'Error adding investor' },
    reply: { values: { email } },
  })
  expect(await stored(id)).toMatchObject({ status: 'new', full_name: null })
})

test('an inquiry that is not there is not found', async () => {
  await expect(send(randomUUID(), whole('x@example.com'))).rejects.toMatchObject({
    init: { status: 404 },
  })
})

describe('the inquiry of a guest who would like to invest', () => {
  async function anInterest(amount: string, projectId: string) {
    return anInquiry({
      source: 'interest',
      amount_cents: amount,
      project_id: projectId,
      understood_at: '2026-03-01T09:00Z',
      email_confirmed_at: '2026-03-01T09:00Z',
    })
  }
  const requestsOf = async (email: string) =>
    (
      await change(
        `select r.amount_cents, r.status, r.note, r.understood_at::date::text as understood_on
         from app.investment_request r join app.investor i on i.id = r.investor_id where i.email = $1`,
        [email],
      )
    ).rows
  const sent = {
    amount_cents: '2500000',
    status: 'pending',
    note: 'Hello',
    understood_on: '2026-03-01',
  }

  test('INT-006 becomes an investor with the request, with one click, once', async () => {
    const { projectId } = await anOffer({ target: usd('200,000') })
    const { id, email } = await anInterest('2500000', projectId)
    const form = whole(email)
    const answers = await Promise.all([send(id, form), send(id, form)])
    for (const answer of answers) expect(answer).toMatchObject({ status: 303 })
    expect(answers[0]?.toast).toContain('Their request is waiting for your decision.')
    expect(await requestsOf(email)).toEqual([sent])
  })

  test('INT-006 is linked to who has the address, with the request', async () => {
    const { projectId } = await anOffer({ target: usd('200,000') })
    const { id } = await anInterest('2500000', projectId)
    const { investorId, email } = await anInvestor()
    expect(await send(id, { investorId })).toMatchObject({ status: 303 })
    expect(await requestsOf(email)).toEqual([sent])
    const { id: second } = await anInterest('2500000', projectId)
    const answer = await send(second, { investorId })
    expect(answer.toast).toContain('they have an open one for this project')
    expect(await requestsOf(email)).toHaveLength(1)
  })

  test.each([
    ['target_cents = 1000000', 'more than is available'],
    ['minimum_cents = 9000000', 'below the minimum'],
    [`status = 'completed'`, 'the project is not open'],
    ['published = false', 'the project is not open'],
  ])(
    'INT-006 becomes an investor without a request after %s, which the office reads',
    async (set, reason) => {
      const { projectId } = await anOffer({ target: usd('200,000') })
      const { id, email } = await anInterest('2500000', projectId)
      await change(`update app.project set ${set} where id = $1`, [projectId])
      const answer = await send(id, whole(email))
      expect(answer.toast).toContain(reason)
      expect(await requestsOf(email)).toEqual([])
      expect(await stored(id)).toMatchObject({ status: 'converted' })
    },
  )

  test('INT-012 becomes an investor without a request when the unit has another price, which the office reads', async () => {
    const { projectId } = await anOffer({ target: usd('200,000') })
    const { rows } = await change<{ id: string }>(
      `insert into app.project_unit (project_id, name, price_cents) values ($1, 'Shop 3', 2600000) returning id`,
      [projectId],
    )
    const { id, email } = await anInterest('2500000', projectId)
    await change('update app.inquiry set unit_id = $2 where id = $1', [id, rows[0]?.id])
    const answer = await send(id, whole(email))
    expect(answer.toast).toContain('the unit or share is no longer available at this price')
    expect(await requestsOf(email)).toEqual([])
  })

  test('INT-007 shows the amount and its proof', async () => {
    const { projectId } = await anOffer({ target: usd('200,000') })
    const { id } = await anInterest('2500000', projectId)
    const { html } = await ask(`${home}/${id}`, { cookie: await cookiesOf(admin) })
    expect(wordsOf(html)).toContain('$25,000')
    expect(wordsOf(html)).toContain('Confirmed with a code')
    expect(wordsOf(html)).toContain('Make an investor and send the request')
  })
})
