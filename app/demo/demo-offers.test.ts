import { beforeAll, expect, test } from 'vitest'
import { asSuperuser, change } from '../../tests/database.ts'
import { ask } from '../../tests/product.tsx'
import { wordsOf } from '../../tests/screens.tsx'
import { demoCompany } from '../domain/company/demo-company.ts'
import { setClock } from '../platform/clock.server.ts'
import { terminalCommand } from '../platform/session/unattended.server.ts'
import { loadDemo } from './load-demo.server.ts'

const now = () => new Date('2026-11-21T09:00:00Z')

// What the demo's own investments reserve decides what its public pages offer.
beforeAll(async () => {
  setClock(now)
  await terminalCommand(loadDemo)
  await change('update app.company set facts = $1', [demoCompany])
})

async function htmlAt(path: string): Promise<string> {
  setClock(now)
  return (await ask(path)).html
}

/** The offer of the landing page with this heading. */
async function offerOf(name: string): Promise<string> {
  const offers = [...(await htmlAt('/')).matchAll(/<article class="offer[ "].*?<\/article>/gs)].map(
    ([offer]) => offer,
  )
  return offers.find((offer) => offer.includes(name)) ?? ''
}

test.each(['Twin Towers', 'Retail Clothing'])(
  'PUB-028 Invest Now of %s leads to the contact section',
  async (name) => {
    expect(await offerOf(name)).toMatch(/href="\/#contact"[^>]*>Invest Now/)
  },
)

test('PUB-031 (W-44) the shop: 15% funded of a 100% target, and a launch that is announced again', async () => {
  const words = wordsOf(await offerOf('Retail Clothing'))
  for (const fact of [
    '15% funded',
    '100% target',
    'Planned for September 2025; new date to be announced',
  ]) {
    expect(words).toContain(fact)
  }
})

test('PUB-082 the page of the shop shows Upcoming, 15% funded and a 100% target, and takes investments', async () => {
  const html = await htmlAt('/investment/retail-clothing')
  expect(wordsOf(html)).toContain('Upcoming Hodan District')
  expect(wordsOf(html)).toContain('15% funded of 100% target, as of 12 Sep 2026')
  expect(html).toMatch(/href="\/investment\/retail-clothing\/invest"[^>]*>Invest Now/)
})

test('PUB-373 the figures of each project agree: funded share, what is reserved, units, status and progress', async () => {
  const { rows } = await asSuperuser((client) =>
    client.query<Record<string, number | string | boolean | null>>(`
      select p.slug, p.status, p.progress_percent as progress, app.is_taken(p.id) as "isTaken",
        p.units * p.unit_price_cents = coalesce(p.target_cents, p.units * p.unit_price_cents) as "unitsMakeTheTarget",
        coalesce(p.funded_bp, app.raised_bp(p.id)) as funded,
        (select coalesce(sum(i.amount_cents), 0) <= p.units * p.unit_price_cents from app.investment i
          where i.project_id = p.id and i.status <> 'cancelled') as "fits",
        (select coalesce(sum(e.amount_cents), 0) * 10000 / (p.units * p.unit_price_cents) from app.ledger_entry e
          join app.investment i on i.id = e.investment_id where i.project_id = p.id and i.status <> 'cancelled')::int as paid
      from app.project p order by p.featured_rank`),
  )
  for (const row of rows) {
    expect(row).toMatchObject({ unitsMakeTheTarget: true, fits: true })
    expect(row.isTaken === true, `${row.slug} takes investments`).toBe(false)
    expect(row.status === 'completed').toBe(row.progress === 100)
    expect(row.status === 'completed').toBe(row.funded === 10_000)
    // A share that is entered by hand says what has been paid.
    if (row.slug === 'retail-clothing') expect(row.funded).toBe(row.paid)
  }
})
