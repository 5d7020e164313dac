import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aProject } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { demoCompany } from '../../domain/company/demo-company.ts'
import { newCompany } from '../../domain/company/new-company.ts'
import { suppliedPicture } from '../../ui/pictures.ts'
import { About } from './about.tsx'
import { Hero } from './hero.tsx'
import { PriceWords } from './price-words.tsx'
import { Reasons } from './reasons.tsx'
import { Testimonials } from './testimonials.tsx'

const lobby = suppliedPicture('lobby')
const render = (part: ReactNode) => renderToStaticMarkup(<MemoryRouter>{part}</MemoryRouter>)
const hero = (facts = {}, isDemo = false) =>
  render(
    <Hero
      company={{ ...demoCompany, ...facts }}
      pictures={[{ picture: lobby, upright: lobby }]}
      isDemo={isDemo}
    />,
  )

describe('the first view', () => {
  test('PUB-002 PUB-012 has one headline of at most eight words, and a line about Kenya and Somalia', () => {
    const html = hero()
    const headline = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? ''
    expect(headline.split(' ').length).toBeLessThanOrEqual(8)
    expect(html).toContain('Real estate investment across Kenya and Somalia')
  })

  test('PUB-003 PUB-013 states the three marketing figures of the company settings, in one row', () => {
    const html = hero()
    expect(html.match(/<dd>/g)).toHaveLength(3)
    expect(wordsOf(html)).toContain('Properties 50+ Invested $10M+ Client satisfaction 98%')
  })

  test('PUB-004 PUB-015 presents the five selling points under Why Choose and the brand', () => {
    const html = hero({ brand: 'Nyumba' })
    expect(html).toContain('Why Choose Nyumba')
    const points = [...html.matchAll(/<li>([^<]*)<\/li>/g)].map(([, point]) => point?.toLowerCase())
    expect(points).toEqual([
      'premium east african real estate',
      'low minimum investment',
      'exclusive early investor discounts',
      'secured property ownership',
      'guided investment process',
    ])
  })

  test('PUB-014 quotes the shortest testimonial, marked as a sample in a demo', () => {
    const quotation =
      'I started with a quarter of a shop. It was an amount I could explain to my family.'
    expect(wordsOf(hero())).toContain(`“${quotation}” Shop co-owner, Hodan Why`)
    expect(wordsOf(hero({}, true))).toContain('Shop co-owner, Hodan Sample')
  })

  test('PUB-016 has the whole of Join Today in the document, whatever is typed of it', () => {
    expect(hero()).toContain(
      '<span class="why__typed"></span><span class="why__rest">Join Today</span>',
    )
  })

  test('PUB-017..019 leads to contact, investments and about, which stand on the page', async () => {
    await change(`update app.company set facts = facts || '{"about": "We build homes."}'`)
    const { html } = await ask('/')
    for (const id of ['contact', 'investments', 'about']) expect(html).toContain(`id="${id}"`)
    expect(html).toMatch(/href="\/#contact"[^>]*>Book a Consultation/)
    expect(html).toMatch(/href="\/#investments"[^>]*>Explore Opportunities/)
    expect(html).toMatch(/href="\/#about"[^>]*>About Us/)
  })

  test('does without figures and quotation while the settings have none', () => {
    const html = hero({ figures: null, testimonials: [] })
    expect(html).not.toContain('hero__figures')
    expect(html).not.toContain('blockquote')
  })
})

describe('an installation that has nothing to show yet', () => {
  test('leaves the featured pictures and the testimonials out, and says who to ask instead of offers', async () => {
    const { status, html } = await ask('/')
    expect(status).toBe(200)
    for (const absent of [
      'Featured Investment Opportunities',
      'All properties',
      'What investors say',
      '“',
    ]) {
      expect(html).not.toContain(absent)
    }
    expect(html).toMatch(/id="investments".*Nothing is open at the moment.*href="\/#contact"/s)
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  test('shows a project of which only name and place are known, as a card and as an offer', async () => {
    const id = await aProject('Garden City')
    await change(
      `update app.project set slug = 'garden', description = '', price_text = null, minimum_cents = null,
         completion_text = null, completion_on = null where id = $1`,
      [id],
    )
    const { html } = await ask('/')
    expect(wordsOf(html)).toContain('One open opportunity')
    expect(wordsOf(html)).toContain('Take part today')
    expect(html).toMatch(/<h3[^>]*id="offer-garden"[^>]*>Garden City<\/h3>/)
    expect(html).not.toContain('class="gallery')
    expect(html).not.toMatch(/null|undefined/)
    await change("update app.project set status = 'planned' where id = $1", [id])
    const upcoming = wordsOf((await ask('/')).html)
    expect(upcoming).toMatch(/One open opportunity Take part early/)
    expect(upcoming).not.toMatch(/open now|today, with/)
    await change('delete from app.project where id = $1', [id])
  })
})

describe('the price of an offer', () => {
  test('has its amounts large and its words as they were typed', () => {
    expect(render(<PriceWords text="from $35,000 USD" />)).toMatch(
      /^<p[^>]*>from <b[^>]*>\$35,000<\/b> USD<\/p>$/,
    )
    expect(wordsOf(render(<PriceWords text="$5,000 - $10,000 USD" />))).toBe('$5,000 - $10,000 USD')
  })

  test('is shown as it is without an amount', () => {
    expect(render(<PriceWords text="On request" />)).toMatch(/^<p[^>]*>On request<\/p>$/)
  })
})

test('PUB-033 (decisions §7) testimonials are marked as samples in a demo only', () => {
  const testimonialsHtml = (isDemo: boolean) =>
    render(<Testimonials testimonials={demoCompany.testimonials} isDemo={isDemo} />)
  expect(testimonialsHtml(true)).toContain('Sample testimonials')
  expect(testimonialsHtml(false)).not.toContain('Sample')
  expect(testimonialsHtml(false).match(/<blockquote/g)).toHaveLength(5)
  expect(render(<Testimonials testimonials={[]} isDemo={false} />)).toBe('')
})

test('PUB-032 six reasons are given', () => {
  const titles = [...render(<Reasons picture={lobby} />).matchAll(/<h3[^>]*>([^<]*)</g)].map(
    ([, title]) => title,
  )
  expect(titles).toEqual([
    'High ROI potential',
    'Secure investment',
    'Premium developments',
    'Dedicated support',
    'Flexible options',
    'Strategic locations',
  ])
})

test('PUB-036 about us says since when, and names transparency, quality and community', () => {
  const html = render(<About company={demoCompany} picture={lobby} />)
  for (const words of ['2020', 'Transparency', 'Quality', 'Community'])
    expect(html).toContain(words)
})

test('PUB-039 the WhatsApp button opens a chat with the number of the company settings', async () => {
  expect((await ask('/')).html).not.toContain('Chat with us on WhatsApp')
  await change(`update app.company set facts = facts || '{"whatsapp": "254711000000"}'`)
  const { html } = await ask('/')
  expect(html).toMatch(
    /<a href="https:\/\/wa\.me\/254711000000" aria-label="Chat with us on WhatsApp"/,
  )
})

test.each(['/', '/login', '/nowhere'])('PUB-006 %s offers no registration', async (path) => {
  const { html } = await ask(path)
  expect(html).not.toMatch(/(href|action)="[^"]*(sign-?up|regist)/i)
  expect(html).not.toMatch(/sign up|create an account/i)
})

test('PUB-372 a company that has not described itself yet makes no claims on its public pages', async () => {
  await change('update app.company set facts = $1', [newCompany('office@example.com')])
  for (const path of ['/', '/contact', '/investments', '/login']) {
    const words = wordsOf((await ask(path)).html)
    expect(words).toContain('Property Group')
    expect(words).not.toMatch(
      /East Africa|Kenya|Somalia|foundation|Founded|20[12]\d(?! Property)|About Us|Why Choose/i,
    )
  }
  expect(wordsOf((await ask('/')).html)).not.toMatch(/\d+%|\$\d/)
  for (const path of ['/', '/contact'])
    expect(wordsOf((await ask(path)).html)).toMatch(/Write to us/)
  expect(wordsOf((await ask('/contact')).html)).not.toContain('come by')
})
