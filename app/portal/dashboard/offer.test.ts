import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { usd } from '../../values/money.ts'

const home = '/investment-dashboard'
const admin = await anAdmin()
let shop: string
let towers: string

beforeAll(async () => {
  shop = await aProject('Retail Clothing Store')
  towers = await aProject('Twin Towers Muthaiga')
  const done = await aProject('Corner Plaza')
  const hidden = await aProject('Secret Villas', { published: false })
  await change(
    "update app.project set project_type = 'Retail space', featured_rank = 2, status = 'planned' where id = $1",
    [shop],
  )
  await change('update app.project set featured_rank = 3 where id = $1', [towers])
  await change("update app.project set featured_rank = 1, status = 'completed' where id = $1", [
    done,
  ])
  await change('update app.project set featured_rank = 1 where id = $1', [hidden])
})

const bannerFor = async (cookie: string, search = '') => {
  const { html } = await ask(`${home}${search}`, { cookie })
  const from = html.indexOf('<section aria-labelledby="offer"')
  const banner = from < 0 ? '' : html.slice(from, html.indexOf('</section>', from))
  return { banner, words: wordsOf(banner) }
}
const dismiss = (cookie: string, projectId: string, search = '') =>
  ask(`${home}?index${search}`, { cookie, form: { dismiss: projectId } })

test('INV-016 the banner announces a published project with a button for its details (W-46)', async () => {
  const { banner, words } = await bannerFor(await cookiesOf(await anInvestor()))
  expect(words).toContain('New retail space opportunity Retail Clothing Store, Nairobi')
  expect(banner).toMatch(/<a [^>]*href="\/investment\/p-[^"]+"[^>]*>View Details/)
})

test('what someone has no part in is announced first', async () => {
  const investor = await anInvestor()
  await anInvestment(investor.investorId, shop, usd('1,000'))
  expect((await bannerFor(await cookiesOf(investor))).words).toContain('Twin Towers Muthaiga')
})

test('what someone asked for comes last, what they wrote about first, and before it what they began to ask for', async () => {
  const investor = await anInvestor()
  const cookie = await cookiesOf(investor)
  const write = (projectId: string) =>
    change(
      `insert into app.inquiry (name, email, message, source, status, investor_id, project_id)
       values ('Anna', 'anna@example.com', 'Words', 'contact', 'converted', $1, $2)`,
      [investor.investorId, projectId],
    )
  await write(towers)
  expect((await bannerFor(cookie)).words).toContain('You asked about Twin Towers Muthaiga')
  expect((await bannerFor(await cookiesOf(await anInvestor()))).words).toContain(
    'Retail Clothing Store',
  )
  const requestValues = [investor.investorId, shop, 100_000]
  await change(
    'insert into app.request_draft (investor_id, project_id, amount_cents) values ($1, $2, $3)',
    requestValues,
  )
  expect((await bannerFor(cookie)).words).toContain('Retail Clothing Store')
  await change('update app.project set target_cents = 200000 where id = $1', [shop])
  await change(
    `insert into app.investment_request (investor_id, project_id, amount_cents, understood_at)
     values ($1, $2, $3, now())`,
    requestValues,
  )
  expect((await bannerFor(cookie)).words).toContain('Twin Towers Muthaiga')
  await change(
    "update app.investment_request set status = 'withdrawn', decided_at = now() where project_id = $1",
    [shop],
  )
  expect((await bannerFor(cookie)).words).toContain('Retail Clothing Store')
  await change('update app.project set target_cents = null where id = $1', [shop])
})

test('what has nothing left is not announced', async () => {
  await change('update app.project set target_cents = 200000 where id = $1', [shop])
  const held = await anInvestment((await anInvestor()).investorId, shop, usd('1,000'))
  const cookie = await cookiesOf(await anInvestor())
  expect((await bannerFor(cookie)).words).toContain('Twin Towers Muthaiga')
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = invested_on where id = $1",
    [held],
  )
  expect((await bannerFor(cookie)).words).toContain('Retail Clothing Store')
  await change('update app.project set target_cents = null where id = $1', [shop])
})

test('a dismissed banner stays away for that person, and for no one else', async () => {
  const [first, second] = [await cookiesOf(await anInvestor()), await cookiesOf(await anInvestor())]
  expect(await dismiss(first, shop)).toMatchObject({ status: 303, location: home })
  expect(await dismiss(first, shop)).toMatchObject({ status: 303 })
  expect((await bannerFor(first)).words).toContain('Twin Towers Muthaiga')
  await dismiss(first, towers)
  expect((await bannerFor(first)).banner).toBe('')
  expect((await bannerFor(second)).words).toContain('Retail Clothing Store')
})

test('what is not offered cannot be dismissed; who looks on has no button, and is refused', async () => {
  const investor = await anInvestor()
  const cookie = await cookiesOf(investor)
  for (const id of [randomUUID(), 'nonsense', ''])
    expect(await dismiss(cookie, id)).toMatchObject({ status: 404 })
  const { rows } = await change("select id from app.project where name = 'Secret Villas'")
  expect(await dismiss(cookie, rows[0]?.id ?? '')).toMatchObject({ status: 404 })
  const looking = await cookiesOf(admin)
  const search = `investorId=${investor.investorId}`
  expect((await bannerFor(looking, `?${search}`)).banner).not.toContain('<button')
  expect(await dismiss(looking, shop, `&${search}`)).toMatchObject({ status: 404 })
  expect((await bannerFor(cookie)).words).toContain('Retail Clothing Store')
})
