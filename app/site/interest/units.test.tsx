import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anOffer, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { anAddress, cookiesOf } from '../../../tests/visits.ts'
import { inquiryLines } from '../../domain/inquiries/inquiries.server.ts'
import { interestCode } from '../../domain/inquiries/interest-code.server.ts'
import { usd } from '../../values/money.ts'

const admin = await anAdmin()

/** A project with a shop at $30,000, a shop without a price, and two quarters at $25,000. */
async function aRowOfShops() {
  const offer = await anOffer({ target: usd('200,000'), minimum: usd('5,000') }, 'Harbour Row')
  const idOf = async (name: string, share: number | null, price: string | null) => {
    const { rows } = await change<{ id: string }>(
      'insert into app.project_unit (project_id, name, share_bp, price_cents) values ($1, $2, $3, $4) returning id',
      [offer.projectId, name, share, price],
    )
    return rows[0]?.id ?? ''
  }
  return {
    ...offer,
    at: `/investment/${offer.slug}/interest`,
    shop: await idOf('Shop 3', null, '3000000'),
    unpriced: await idOf('Shop 9', null, null),
    quarter: await idOf('25%', 2500, '2500000'),
  }
}
type Row = Awaited<ReturnType<typeof aRowOfShops>>

const termsOf = (html: string) => /name="terms" value="(\w+)"/.exec(html)?.[1] ?? ''

async function send({ at }: Row, unit: string, amount: string) {
  const { html } = await ask(`${at}?amount=1&unit=${unit}`)
  const terms = termsOf(html)
  const email = `${randomUUID()}@example.com`
  const form = { amount, unit, terms, name: 'Hodan Ali', email, phone: '', note: '' }
  const query = `amount=${amount}&unit=${unit}&terms=${terms}&isRequest=on&isRisky=on`
  const answer = await ask(`${at}?${query}`, { form, clientAddress: anAddress() })
  return { ...answer, email, interestId: answer.location?.split('/').at(-1) ?? '' }
}

/** An interest that was confirmed with its code. */
async function anInquiry(row: Row, unit: string, amount: string) {
  const { interestId, email } = await send(row, unit, amount)
  const code = interestCode(interestId, 1)
  await ask(`${row.at}/${interestId}`, { form: { code } })
  return { inquiryId: interestId, email }
}

async function convert({ inquiryId, email }: { inquiryId: string; email: string }) {
  const form = { key: randomUUID(), fullName: 'Hodan Ali', email, phone: '' }
  const cookie = await cookiesOf(admin)
  return ask(`/admin-dashboard/inquiries/${inquiryId}/convert`, { form, cookie })
}

const requestOf = async (email: string) =>
  (
    await change(
      `select r.amount_cents, r.unit_id, r.share_bp from app.investment_request r
       join app.investor i on i.id = r.investor_id where i.email = $1`,
      [email],
    )
  ).rows

const inquiryPage = async (id: string) =>
  wordsOf((await ask(`/admin-dashboard/inquiries/${id}`, { cookie: await cookiesOf(admin) })).html)

test('INT-011 a guest chooses a free unit or share, whose price is the amount, without script', async () => {
  const row = await aRowOfShops()
  const { html } = await ask(row.at)
  expect(wordsOf(html)).toContain('Shop 3, $30,000')
  expect(wordsOf(html)).toContain('25%, $25,000')
  expect(wordsOf(html)).not.toContain('Shop 9')
  const terms = wordsOf((await ask(`${row.at}?amount=5%2C000&unit=${row.shop}`)).html)
  expect(terms).toContain('Before you continue')
  expect(terms).toMatch(/Unit Shop 3 Amount \$30,000/)
  expect(await ask(`/investment/${row.slug}/invest?choice=${row.quarter}`)).toMatchObject({
    location: `${row.at}?unit=${row.quarter}`,
  })
  const arrived = (await ask(`${row.at}?unit=${row.quarter}`)).html
  expect(arrived).toMatch(new RegExp(`value="${row.quarter}" selected`))
  expect(arrived).toMatch(/name="amount"[^>]*value="25,000"|value="25,000"[^>]*name="amount"/)
})

test('INT-011 the inquiry and the request of a guest name their unit, and the request holds it', async () => {
  const row = await aRowOfShops()
  const inquiry = await anInquiry(row, row.shop, '30,000')
  const thanks = wordsOf((await ask(`${row.at}/${inquiry.inquiryId}`)).html)
  expect(thanks).toContain(
    'Your interest in investing $30,000 in Shop 3 of Harbour Row has reached us.',
  )
  const page = await inquiryPage(inquiry.inquiryId)
  expect(page).toContain('Invest $30,000 in Shop 3 of Harbour Row')
  expect(page).toMatch(/Unit or share Shop 3 /)
  await convert(inquiry)
  expect(await requestOf(inquiry.email)).toEqual([
    { amount_cents: '3000000', unit_id: row.shop, share_bp: null },
  ])
  expect(wordsOf((await ask(row.at)).html)).not.toContain('Shop 3')
  const [line] = await as(admin, (actor) => inquiryLines(actor, [inquiry.inquiryId]))
  expect(line).toMatchObject({ unit: 'Shop 3', amount_cents: usd('30,000') })
})

test('INT-011 a share becomes a request for that share', async () => {
  const row = await aRowOfShops()
  const inquiry = await anInquiry(row, row.quarter, '25,000')
  await convert(inquiry)
  expect(await requestOf(inquiry.email)).toEqual([
    { amount_cents: '2500000', unit_id: null, share_bp: 2500 },
  ])
})

test('INT-012 a unit that is taken or changes its price in between is refused, and the office reads why', async () => {
  const row = await aRowOfShops()
  const [first, second] = [
    await anInquiry(row, row.shop, '30,000'),
    await anInquiry(row, row.shop, '30,000'),
  ]
  await convert(first)
  expect(await inquiryPage(second.inquiryId)).toMatch(/Shop 3 ?, no longer available/)
  expect(await convert(second)).toMatchObject({ status: 303 })
  expect(await requestOf(second.email)).toEqual([])
  const third = await anInquiry(row, row.quarter, '25,000')
  await change('update app.project_unit set price_cents = 2600000 where id = $1', [row.quarter])
  await convert(third)
  expect(await requestOf(third.email)).toEqual([])
})

test('INT-012 a unit that is gone, of another project or no id is refused at its field on every step', async () => {
  const row = await aRowOfShops()
  const other = await aRowOfShops()
  for (const unit of [other.shop, row.unpriced, randomUUID(), 'nonsense']) {
    const html = wordsOf((await ask(`${row.at}?amount=30%2C000&unit=${unit}`)).html)
    expect(html).toContain('How much would you like to invest?')
    expect(html).toContain('This is no longer available. Choose another unit or share.')
  }
  const { html } = await ask(`${row.at}?amount=1&unit=${row.shop}`)
  await change('update app.project_unit set archived_at = now() where id = $1', [row.shop])
  const person = { name: 'Kept', email: 'kept@example.com', phone: '', note: '' }
  const form = { amount: '30,000', unit: row.shop, terms: termsOf(html), ...person }
  const answer = await ask(row.at, { form, clientAddress: anAddress() })
  expect(answer.status).toBe(422)
})

test('INT-012 a new price of the unit is read again before the details', async () => {
  const row = await aRowOfShops()
  const { html } = await ask(`${row.at}?amount=1&unit=${row.shop}`)
  await change('update app.project_unit set price_cents = 3100000 where id = $1', [row.shop])
  const query = `amount=30%2C000&unit=${row.shop}&terms=${termsOf(html)}&isRequest=on&isRisky=on`
  const page = wordsOf((await ask(`${row.at}?${query}`)).html)
  expect(page).toContain('Please read this again.')
  expect(page).toContain('$31,000')
})

test('INT-012 a guest sees no unit but the one of their own interest', async () => {
  const row = await aRowOfShops()
  const { interestId } = await send(row, row.shop, '30,000')
  const seen = (id: string) =>
    asSuperuser(async (client) => {
      await client.query('begin')
      await client.query(`select set_config('app.interest', $1, true)`, [id])
      await client.query('set local role msingi_guest')
      return (await client.query('select name from app.project_unit')).rows
    })
  expect(await seen(interestId)).toEqual([{ name: 'Shop 3' }])
  expect(await seen(randomUUID())).toEqual([])
})
