import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { demoCompany } from '../../domain/company/demo-company.ts'
import type { PublishedProject } from '../../domain/projects/published-project.ts'
import { suppliedPicture } from '../../ui/pictures.ts'
import { calendarDate } from '../../values/calendar-date.ts'
import { basisPoints } from '../../values/percent.ts'
import { About } from './about.tsx'
import { Contact } from './contact.tsx'
import { Hero } from './hero.tsx'
import { Opportunities } from './opportunities.tsx'
import { Reasons } from './reasons.tsx'

const lobby = suppliedPicture('lobby')
const render = (part: ReactNode) => renderToStaticMarkup(<MemoryRouter>{part}</MemoryRouter>)
const hero = () => render(<Hero company={demoCompany} picture={lobby} upright={lobby} />)

const towers: PublishedProject = {
  slug: 'twin-towers',
  name: 'Twin Towers Muthaiga',
  location: 'Nairobi, Kenya',
  projectType: 'Apartments',
  status: 'planned',
  stageText: null,
  tagline: null,
  description: '',
  features: [],
  minimum: null,
  completion: null,
  priceText: 'From $35,000 USD',
  funded: { share: basisPoints(4099), asOf: null },
  cover: { id: 'c', widths: [480], avifWidths: [], width: 480, height: 360, placeholder: '', alt: 'Two towers' },
}

describe('the first view', () => {
  test('PUB-003 states the three marketing figures of the company settings, in one row', () => {
    const html = hero()
    expect(html.match(/<dd>/g)).toHaveLength(3)
    expect(wordsOf(html)).toContain('Properties 50+ Invested $10M+ Client satisfaction 98%')
  })

  test('PUB-004 presents the five selling points under Why Choose', () => {
    const html = hero()
    expect(html).toContain('Why Choose Msingi')
    const points = [...html.matchAll(/<li>([^<]*)<\/li>/g)].map(([, point]) => point?.toLowerCase())
    expect(points).toEqual([
      'premium east african real estate',
      'low minimum investment',
      'exclusive early investor discounts',
      'secured property ownership',
      'guided investment process',
    ])
  })

  test('PUB-017..019 leads to contact, investments and about, which stand on the page', async () => {
    const { html } = await ask('/')
    for (const id of ['contact', 'investments', 'about']) expect(html).toContain(`id="${id}"`)
    expect(html).toMatch(/href="\/#contact"[^>]*>Book a Consultation/)
    expect(html).toMatch(/href="\/#investments"[^>]*>Explore Opportunities/)
    expect(html).toMatch(/href="\/#about"[^>]*>About Us/)
  })

  test('has the one headline of the page, of at most eight words', () => {
    const headline = /<h1[^>]*>(.*?)<\/h1>/.exec(hero())?.[1] ?? ''
    expect(headline.split(' ').length).toBeLessThanOrEqual(8)
  })
})

describe('the published projects', () => {
  test('show name, place, price, status word and funded share', () => {
    const html = render(<Opportunities projects={[towers]} />)
    for (const words of ['Twin Towers Muthaiga', 'Nairobi, Kenya', 'From $35,000 USD', 'Upcoming', '41%</b> funded']) {
      expect(html).toContain(words)
    }
  })

  test('say since when a typed share holds', () => {
    const funded = { share: basisPoints(1500), asOf: calendarDate('2026-11-12') }
    expect(render(<Opportunities projects={[{ ...towers, funded }]} />)).toContain('as of 12 Nov 2026')
  })

  test('offer Invest Now, except where completed', () => {
    expect(render(<Opportunities projects={[towers]} />)).toMatch(
      /href="\/investment\/twin-towers\/invest"[^>]*>Invest Now/,
    )
    expect(render(<Opportunities projects={[{ ...towers, status: 'completed' }]} />)).not.toContain('Invest Now')
  })

  test('leave the section standing when there are none, and say so', () => {
    const html = render(<Opportunities projects={[]} />)
    expect(html).toContain('id="investments"')
    expect(html).toContain('The next projects will be shown here.')
  })
})

test('PUB-032 six reasons are given', () => {
  const titles = [...render(<Reasons picture={lobby} />).matchAll(/<h3[^>]*>([^<]*)</g)].map(([, title]) => title)
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
  for (const words of ['2020', 'Transparency', 'Quality', 'Community']) expect(html).toContain(words)
})

test('PUB-039 the WhatsApp button opens a chat with the number of the company settings', async () => {
  expect((await ask('/')).html).not.toContain('Chat with us on WhatsApp')
  await change(`update app.company set facts = facts || '{"whatsapp": "254711000000"}'`)
  const { html } = await ask('/')
  expect(html).toMatch(/<a href="https:\/\/wa\.me\/254711000000" aria-label="Chat with us on WhatsApp"/)
})

test.each(['/', '/login', '/nowhere'])('PUB-006 %s offers no registration', async (path) => {
  const { html } = await ask(path)
  expect(html).not.toMatch(/(href|action)="[^"]*(sign-?up|regist)/i)
  expect(html).not.toMatch(/sign up|create an account/i)
})

describe('the contact section', () => {
  test('gives every way to reach the company, from its settings', () => {
    const html = render(<Contact company={demoCompany} picture={lobby} />)
    expect(html).toContain('href="tel:+254200000000"')
    expect(html).toContain('href="mailto:hello@msingi.example"')
    expect(html).toContain('href="https://wa.me/254200000000"')
    for (const words of ['Muthaiga Road, Nairobi, Kenya', 'Hodan District, Mogadishu, Somalia', 'Mon-Fri', 'closed']) {
      expect(html).toContain(words)
    }
  })

  test('PUB-006 tells people without an account to ask for one, and offers no sign-up', () => {
    const html = render(<Contact company={{ ...demoCompany, whatsapp: null }} picture={lobby} />)
    expect(html).toContain('to get one, contact us')
    expect(html).not.toMatch(/sign up|register|wa\.me/i)
  })
})
