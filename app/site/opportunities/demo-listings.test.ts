import { beforeAll, expect, test } from 'vitest'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { addProjects } from '../../demo/projects.server.ts'
import { clock, setClock } from '../../platform/clock.server.ts'
import { terminalCommand } from '../../platform/session/unattended.server.ts'

const now = () => new Date('2026-11-21T09:00:00Z')

beforeAll(async () => {
  setClock(now)
  await terminalCommand((admin) => addProjects(admin, clock.today()))
})

const wordsAt = async (path: string) => {
  setClock(now)
  return wordsOf((await ask(path)).html)
}

/** The text of the card with this name. */
async function cardOf(name: string): Promise<string> {
  setClock(now)
  const { html } = await ask('/investments')
  const cards = [...html.matchAll(/<article.*?<\/article>/gs)].map(([card]) => wordsOf(card))
  return cards.find((card) => card.includes(name)) ?? ''
}

test('PUB-077 (W-44) the demo lists four, from its projects, and every filter has one', async () => {
  setClock(now)
  expect((await ask('/investments')).html.match(/<article/g)).toHaveLength(4)
  expect(await wordsAt('/investments')).toContain('All 4 Upcoming 2 Ongoing 1 Closed 1')
})

test('PUB-079 Twin Towers: Nairobi, from $35,000 USD, upcoming, at a 50% discount', async () => {
  const card = await cardOf('Twin Towers')
  for (const words of [
    'Upcoming',
    'Nairobi',
    'from $35,000 USD',
    'luxury 2-bedroom apartments',
    '50% discount on the future market price',
  ]) {
    expect(card).toContain(words)
  }
})

test('PUB-080 (W-45) the shop: Hodan District, its price, upcoming, September 2025; all its names lead to one page', async () => {
  const card = await cardOf('Retail Clothing Store')
  for (const words of [
    'Upcoming',
    'Hodan District, Mogadishu',
    '$5,000 - $10,000 USD',
    'September 2025',
  ]) {
    expect(card).toContain(words)
  }
  for (const slug of ['retail-store', 'retail']) {
    expect(await ask(`/investment/${slug}`)).toMatchObject({
      status: 308,
      location: '/investment/retail-clothing',
    })
  }
})

test('PUB-081 Corner Plaza: Nairobi, Completed Project, closed, sold out, 12% annual ROI, 100% occupancy', async () => {
  const card = await cardOf('Corner Plaza')
  for (const words of [
    'Completed',
    'Nairobi',
    'Completed Project',
    'Sold out',
    '12% annual ROI',
    '100% occupancy',
  ]) {
    expect(card).toContain(words)
  }
  expect(card).not.toContain('Invest Now')
  expect(await wordsAt('/investments?status=closed')).toContain('Corner Plaza')
})

test('PUB-083 (decisions §3) the page of Twin Towers shows In Progress next to the badge, which says Upcoming', async () => {
  expect(await wordsAt('/investment/twin-towers')).toContain('Upcoming In Progress Nairobi')
})
