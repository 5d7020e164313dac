import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anInvestor, anOffer } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { anAddress, cookiesOf } from '../../../tests/visits.ts'
import { interestCode } from '../../domain/inquiries/interest-code.server.ts'
import { sweepInquiries } from '../../domain/inquiries/sweep-inquiries.server.ts'
import { setClock } from '../../platform/clock.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'

const began = new Date('2026-03-01T09:00:00Z').getTime()

const { slug } = await anOffer({ target: usd('200,000'), minimum: usd('5,000') }, 'Harbour Row')
const at = `/investment/${slug}/interest`

const words = async (address: string) => wordsOf((await ask(address)).html)

/** The address of the details, as the first two steps lead to it. */
async function detailsOf(amount: string) {
  const { html } = await ask(`${at}?amount=${amount}`)
  const [, terms = ''] = /name="terms" value="(\w+)"/.exec(html) ?? []
  return { address: `${at}?amount=${amount}&terms=${terms}&isRequest=on&isRisky=on`, terms }
}

async function send(changes: Record<string, string> = {}, clientAddress = anAddress()) {
  const { address, terms } = await detailsOf('25,000')
  const email = `${randomUUID()}@example.com`
  const person = {
    name: 'Hodan Ali',
    email,
    phone: '+254 711 000 000',
    note: 'Call in the evening',
  }
  const form = { amount: '25,000', terms, ...person, ...changes }
  const answer = await ask(address, { form, clientAddress })
  const interestId = answer.location?.split('/').at(-1) ?? ''
  return { ...answer, email: changes.email ?? email, interestId }
}

const codePage = (id: string) => `${at}/${id}`
const enter = (id: string, code: string) => ask(codePage(id), { form: { code } })
const again = (id: string) => ask(codePage(id), { form: { act: 'again', code: '' } })
const inquiry = async (id: string) =>
  (await asSuperuser((client) => client.query('select * from app.inquiry where id = $1', [id])))
    .rows[0]
const mailsOf = async (id: string) =>
  (
    await asSuperuser((client) =>
      client.query('select template from app.outbox where subject_id = $1 order by id', [id]),
    )
  ).rows.map(({ template }) => template)

test('INT-008 people who are signed in and taken projects are led elsewhere', async () => {
  const investor = await anInvestor()
  const cookie = await cookiesOf(investor)
  expect(await ask(at, { cookie })).toMatchObject({ location: `/investment/${slug}/invest` })
  const { slug: closed } = await anOffer({ target: usd('20,000') }, 'Closed Row')
  await change(`update app.project set status = 'completed' where slug = $1`, [closed])
  expect(await ask(`/investment/${closed}/interest`)).toMatchObject({
    location: `/contact?project=${closed}`,
  })
})

describe('the steps of a guest', () => {
  test('INT-001 lead from the amount to an inquiry with all of it', async () => {
    expect(await words(at)).toContain('At least $5,000')
    expect(await words(`${at}?amount=25%2C000`)).toContain('Before you continue')
    expect(await words((await detailsOf('25,000')).address)).toContain('Who are you?')
    const { status, interestId, email } = await send()
    expect(status).toBe(303)
    expect(await words(codePage(interestId))).toContain(email)
    expect(await inquiry(interestId)).toBeUndefined()
    expect(await mailsOf(interestId)).toEqual(['interest-code'])
    expect(await enter(interestId, interestCode(interestId, 1))).toMatchObject({ status: 303 })
    expect(await inquiry(interestId)).toMatchObject({
      source: 'interest',
      name: 'Hodan Ali',
      email,
      subject: 'Invest $25,000 in Harbour Row',
      message: 'Call in the evening',
      amount_cents: '2500000',
      suspected_spam: false,
    })
    expect(await mailsOf(interestId)).toEqual(['interest-code', 'inquiry', 'acknowledgement'])
    expect(await words(codePage(interestId))).toContain('What happens now')
    // A second click on Confirm.
    expect(await enter(interestId, interestCode(interestId, 1))).toMatchObject({ status: 303 })
    expect(await mailsOf(interestId)).toHaveLength(3)
  })

  test.each([
    ['amount=abc', 'Enter the amount in digits'],
    ['amount=', 'mount'],
    ['amount=0', 'Enter an amount greater than zero.'],
    ['amount=-5', 'amount'],
    ['amount=4%2C999.99', 'The minimum is $5,000.'],
    ['amount=200%2C000.01', 'The target of the whole project is $200,000.'],
  ])('INT-002 %s is refused next to its field, and stays', async (query, sentence) => {
    const { html } = await ask(`${at}?${query}`)
    expect(wordsOf(html)).toContain('How much would you like to invest?')
    expect(wordsOf(html)).toContain(sentence)
    const [typed] = [...new URLSearchParams(query).values()]
    expect(html).toContain(`value="${typed}"`)
  })

  test('INT-002 both checkboxes are needed, and changed terms are read again', async () => {
    const { terms } = await detailsOf('25,000')
    const page = await words(`${at}?amount=25%2C000&terms=${terms}&isRequest=on`)
    expect(page).toContain('Please confirm that you understand the risk.')
    await change('update app.project set risk_text = $2 where slug = $1', [
      slug,
      'The sea <b>is near',
    ])
    expect(await words(`${at}?amount=25%2C000`)).toContain('The sea &lt;b&gt;is near')
    expect(await words(`${at}?amount=25%2C000&terms=${terms}&isRequest=on&isRisky=on`)).toContain(
      'Please read this again.',
    )
    const outdated = `${at}?amount=25%2C000&terms=other&isRequest=on&isRisky=on`
    expect(await words(outdated)).toContain('Please read this again.')
    expect(await send({ terms: 'other' })).toMatchObject({ status: 422 })
  })

  test.each([
    ['name', ' ', 'Please enter your name'],
    ['email', 'nonsense', 'Please enter a valid email address'],
    ['phone', 'abc', 'phone'],
    ['note', 'x'.repeat(1001), '1000 characters'],
  ])(
    'INT-002 a wrong %s is refused next to its field, and the rest stays',
    async (field, typed, sentence) => {
      const { status, html } = await send({
        [field]: typed,
        ...(field === 'name' ? {} : { name: 'Kept' }),
      })
      expect(status).toBe(422)
      expect(wordsOf(html)).toContain(sentence)
      if (field !== 'name') expect(html).toContain('value="Kept"')
    },
  )

  test.each([
    ['4,999', 'minimum'],
    ['200,001', 'whole'],
    ['nonsense', 'amount'],
  ])('INT-002 an amount of %s that was changed past the steps is refused', async (amount) => {
    expect(await send({ amount })).toMatchObject({ status: 422 })
  })
})

describe('the code', () => {
  beforeEach(() => setClock(() => new Date(began)))

  test('INT-003 a wrong one is counted, five use it up, and a new one replaces it', async () => {
    const { interestId } = await send()
    const right = interestCode(interestId, 1)
    const wrong = right === '000000' ? '000001' : '000000'
    for (const left of [
      '4 attempts left',
      '3 attempts left',
      '2 attempts left',
      '1 attempt left',
      'used up',
    ])
      expect(wordsOf((await enter(interestId, wrong)).html)).toContain(left)
    expect(wordsOf((await enter(interestId, right)).html)).toContain('used up')
    expect(await inquiry(interestId)).toBeUndefined()
    expect(await again(interestId)).toMatchObject({ status: 200 })
    expect(wordsOf((await enter(interestId, right)).html)).toContain('This is not the code.')
    expect(await enter(interestId, interestCode(interestId, 2))).toMatchObject({ status: 303 })
  })

  test('INT-003 it expires after half an hour', async () => {
    const { interestId } = await send()
    setClock(() => new Date(began + 31 * 60_000))
    const answer = await enter(interestId, interestCode(interestId, 1))
    expect(wordsOf(answer.html)).toContain('This code has expired.')
    expect(await inquiry(interestId)).toBeUndefined()
  })

  test.each(['', '12345', '1234567', 'abcdef', '12 34 5x'])(
    'INT-003 %j is no code',
    async (code) => {
      const { interestId } = await send()
      expect(wordsOf((await enter(interestId, code)).html)).toContain('Enter the six digits')
    },
  )

  test('INT-003 it may be typed with spaces', async () => {
    const { interestId } = await send()
    const code = interestCode(interestId, 1)
    expect(await enter(interestId, ` ${code.slice(0, 3)} ${code.slice(3)} `)).toMatchObject({
      status: 303,
    })
  })

  test('INT-004 an inquiry without the code is refused by the database', async () => {
    const { interestId, email } = await send()
    const insert = `insert into app.inquiry (id, source, name, email, message, project_id, amount_cents, understood_at,
        email_confirmed_at)
      select id, 'interest', name, email, 'x', project_id, amount_cents, now(), now() from app.expression_of_interest`
    const asGuest = (id: string) =>
      asSuperuser(async (client) => {
        await client.query('begin')
        await client.query(`select set_config('app.interest', $1, true)`, [id])
        await client.query('set local role msingi_guest')
        await client.query(insert)
      })
    await expect(asGuest(interestId)).rejects.toThrow('row-level security')
    expect(email).toContain('@')
  })

  test('INT-004 a guest sees no interest but the one whose secret address they have', async () => {
    const { interestId } = await send()
    const seen = (id: string) =>
      asSuperuser(async (client) => {
        await client.query('begin')
        await client.query(`select set_config('app.interest', $1, true)`, [id])
        await client.query('set local role msingi_guest')
        return (await client.query('select id from app.expression_of_interest')).rows
      })
    expect(await seen(interestId)).toEqual([{ id: interestId }])
    expect(await seen(randomUUID())).toEqual([])
    expect(await seen('')).toEqual([])
    expect(await ask(codePage(randomUUID()))).toMatchObject({ status: 404 })
    const other = await anOffer({ target: usd('20,000') }, 'Other Row')
    expect(await ask(`/investment/${other.slug}/interest/${interestId}`)).toMatchObject({
      status: 404,
    })
  })

  test('INT-005 codes are limited by address and by network', async () => {
    const email = `${randomUUID()}@example.com`
    for (const status of [303, 303, 303, 429]) expect((await send({ email })).status).toBe(status)
    const network = anAddress()
    const statuses: number[] = []
    for (let sent = 0; sent < 11; sent += 1) statuses.push((await send({}, network)).status)
    expect(statuses.slice(0, 10).every((status) => status === 303)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })
})

test('INT-009 expressions are deleted after a day', async () => {
  setClock(() => new Date(began))
  const { interestId } = await send()
  await enter(interestId, interestCode(interestId, 1))
  setClock(() => new Date(began + 25 * 3_600_000))
  await workerCommand(sweepInquiries)
  expect(await ask(codePage(interestId))).toMatchObject({ status: 404 })
  expect(await inquiry(interestId)).toMatchObject({ source: 'interest' })
})
