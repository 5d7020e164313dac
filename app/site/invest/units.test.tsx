import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anInvestment, anInvestor, anOffer } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { usd } from '../../values/money.ts'

const anna = await anInvestor('Anna Mwangi')
const cookie = await cookiesOf(anna)
const at = (slug: string, query = '') => `/investment/${slug}/invest${query}`
const look = async (slug: string, query = '') => (await ask(at(slug, query), { cookie })).html

const send = (slug: string, fields: Record<string, string>, as = cookie) =>
  ask(at(slug), { cookie: as, form: fields })

const field = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"|value="([^"]*)"[^>]* name="${name}"`)
    .exec(html)
    ?.slice(1)
    .find(Boolean) ?? ''

/** Ticks both checkboxes of the terms shown. */
const understand = async (slug: string, as = cookie) => {
  const terms = field((await ask(at(slug, '?step=terms'), { cookie: as })).html, 'terms')
  return send(slug, { step: 'terms', terms, isRequest: 'on', isRisky: 'on' }, as)
}

test('UNIT-020 an investor chooses a free unit or share with its price, which is then reserved and named', async () => {
  const { slug, projectId } = await anOffer({ units: 3, unitPrice: usd('35,000') }, 'Unit House')
  const { rows } = await change<{ id: string }>(
    `insert into app.project_unit (project_id, name, price_cents)
     values ($1, 'Loft 1', 3500000), ($1, 'Loft 2', 3400000) returning id`,
    [projectId],
  )
  const [loft = { id: '' }, other = { id: '' }] = rows
  expect(await look(slug)).toContain('Loft 1, $35,000')
  const choose = (unit: string) =>
    send(slug, { step: 'amount', choice: 'unit', unit, amount: '', note: '' })
  expect(wordsOf((await choose('')).html)).toContain('Choose a unit.')
  expect(await choose(loft.id)).toMatchObject({ status: 303, location: at(slug, '?step=terms') })
  await understand(slug)
  const review = await look(slug)
  expect(wordsOf(review)).toContain('Unit or share Loft 1')
  expect(wordsOf(review)).toContain('Send request of $35,000')
  // Sold in the office while it is reviewed.
  const rival = await anInvestor()
  const bought = await anInvestment(rival.investorId, projectId, usd('1'))
  await change('update app.investment set unit_id = $2 where id = $1', [bought, loft.id])
  const sent = () => ({
    step: 'review',
    key: field(review, 'key'),
    version: field(review, 'version'),
  })
  const late = await send(slug, sent())
  expect(late.status).toBe(422)
  expect(wordsOf(late.html)).toContain('This is no longer available. Choose another unit or share.')
  expect(await choose(other.id)).toMatchObject({ status: 303 })
  await understand(slug)
  const again = await look(slug)
  const form = { step: 'review', key: field(again, 'key'), version: field(again, 'version') }
  expect(await send(slug, form)).toMatchObject({ status: 303, location: at(slug) })
  expect(wordsOf(await look(slug))).toMatch(/\$34,000 in Unit House for Loft 2 has reached us/)
  // What someone requested is not offered to the next.
  const next = await anInvestor()
  const theirs = (await ask(at(slug), { cookie: await cookiesOf(next) })).html
  expect(theirs).not.toContain('Loft 2')
})
