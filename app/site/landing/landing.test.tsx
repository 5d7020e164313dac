import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { demoCompany } from '../../domain/company/demo-company.ts'
import type { PublishedProject } from '../../domain/projects/projects.server.ts'
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
  status: 'planned',
  priceText: 'From $35,000 USD',
  funded: { share: basisPoints(4099), asOf: null },
  cover: { ...lobby, id: 'cover' },
}

describe('the first view', () => {
  test('states the three marketing figures of the company settings, in one row', () => {
    const html = hero()
    expect(html.match(/<dd>/g)).toHaveLength(3)
    for (const figure of ['50+', '$10M+', '98%']) expect(html).toContain(`<dd>${figure}</dd>`)
  })

  test('presents the five selling points under Why Choose', () => {
    const html = hero()
    expect(html).toContain('Why Choose Msingi')
    expect(html.match(/<li>/g)).toHaveLength(5)
  })

  test('leads to contact, investments and about', () => {
    const html = hero()
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

  test('offer Invest Now, which leads to the contact section, except where completed', () => {
    expect(render(<Opportunities projects={[towers]} />)).toMatch(/href="\/#contact"[^>]*>Invest Now/)
    expect(render(<Opportunities projects={[{ ...towers, status: 'completed' }]} />)).not.toContain('Invest Now')
  })

  test('leave the section standing when there are none, and say so', () => {
    const html = render(<Opportunities projects={[]} />)
    expect(html).toContain('id="investments"')
    expect(html).toContain('The next projects will be shown here.')
  })
})

test('six reasons are given', () => {
  expect(render(<Reasons picture={lobby} />).match(/<h3/g)).toHaveLength(6)
})

test('about us says since when, and names transparency, quality and community', () => {
  const html = render(<About company={demoCompany} picture={lobby} />)
  for (const words of ['2020', 'Transparency', 'Quality', 'Community']) expect(html).toContain(words)
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

  test('tells people without an account to ask for one, and offers no sign-up', () => {
    const html = render(<Contact company={{ ...demoCompany, whatsapp: null }} picture={lobby} />)
    expect(html).toContain('to get one, contact us')
    expect(html).not.toMatch(/sign up|register|wa\.me/i)
  })
})
