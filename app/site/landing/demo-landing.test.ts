import { beforeAll, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { addProjects } from '../../demo/projects.server.ts'
import { demoCompany } from '../../domain/company/demo-company.ts'
import { clock, setClock } from '../../platform/clock.server.ts'
import { terminalCommand } from '../../platform/session/unattended.server.ts'

const now = () => new Date('2026-11-21T09:00:00Z')

beforeAll(async () => {
  setClock(now)
  await terminalCommand((admin) => addProjects(admin, clock.today()))
  await change('update app.company set facts = $1', [demoCompany])
})

async function landing(): Promise<string> {
  setClock(now)
  return (await ask('/')).html
}

/** The text of the offer with this heading. */
async function offerOf(name: string): Promise<{ html: string; words: string }> {
  const offers = [
    ...(await landing()).matchAll(/<article class="offer [^"]*".*?<\/article>/gs),
  ].map(([offer]) => offer)
  const html = offers.find((offer) => offer.includes(name)) ?? ''
  return { html, words: wordsOf(html) }
}

test('PUB-007 the landing page has its five anchors, each once', async () => {
  const html = await landing()
  for (const anchor of ['home', 'investments', 'about', 'contact', 'all-properties']) {
    expect(html.split(`id="${anchor}"`)).toHaveLength(2)
  }
})

test('PUB-024 (W-46) View All Properties leads to the anchor, whose section ends with all of them', async () => {
  const html = await landing()
  expect(html).toMatch(/href="\/#all-properties"[^>]*>View All Properties/)
  expect(html).toMatch(/id="all-properties".*See every opportunity.*id="investments"/s)
  expect(html).toMatch(/href="\/investments"[^>]*><span[^>]*>See every opportunity/)
})

test('PUB-025 three compact cards are shown, the first by featured rank', async () => {
  const cards = [...(await landing()).matchAll(/<article class="project-card .*?<\/article>/gs)]
  const names = cards.map(([card]) => /class="site-name">(.*?)</.exec(card)?.[1])
  expect(names).toEqual(['Twin Towers Muthaiga', 'Retail Clothing Store', 'Corner Plaza'])
})

test('PUB-026 there are exactly two offers: the Muthaiga towers and the clothing shop', async () => {
  const names = [...(await landing()).matchAll(/<h3[^>]*id="offer-[^"]*"[^>]*>(.*?)<\/h3>/g)].map(
    ([, name]) => name,
  )
  expect(names).toEqual(['Twin Towers Muthaiga', 'Retail Clothing Store'])
})

test('PUB-029 the towers: five apartments, 35,000 USD each, half price, and when they are complete', async () => {
  const { words } = await offerOf('Twin Towers')
  for (const fact of [
    '5 luxury 2-bedroom apartments',
    '35,000 USD',
    '50% discount',
    'late 2026 to early 2027',
  ]) {
    expect(words).toContain(fact)
  }
})

test('PUB-030 the shop: 10,000 USD for a half or 5,000 USD for a quarter', async () => {
  const { words } = await offerOf('Retail Clothing')
  expect(words).toContain('10,000 USD for 50% ownership, or 5,000 USD for 25%')
})

const publicPages = [
  '/',
  '/investments',
  '/investment/retail-clothing',
  '/investment/twin-towers',
  '/contact',
]

test.each(publicPages)(
  'PUB-001 PUB-005 %s opens without signing in, and its money is in US dollars',
  async (path) => {
    setClock(now)
    const { status, html } = await ask(path)
    expect(status).toBe(200)
    const words = wordsOf(html)
    expect(words).not.toMatch(/KES|KSh|SOS|EUR|€|£/)
    for (const [amount] of words.matchAll(/(\S?)\b\d{1,3}(,\d{3})+( USD)?/g))
      expect(amount).toMatch(/^\$| USD$/)
  },
)
