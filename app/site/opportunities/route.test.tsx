import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aProject } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import type { PublishedProject } from '../../domain/projects/published-project.ts'
import { calendarDate } from '../../values/calendar-date.ts'
import { basisPoints } from '../../values/percent.ts'
import { ProjectCard } from '../parts/project-card.tsx'

const render = (part: ReactNode) => renderToStaticMarkup(<MemoryRouter>{part}</MemoryRouter>)
const cardOf = (facts: Partial<PublishedProject>, look: 'compact' | 'detailed' = 'detailed') =>
  render(<ProjectCard project={{ ...towers, ...facts }} look={look} />)

const towers: PublishedProject = {
  slug: 'twin-towers',
  name: 'Twin Towers Muthaiga',
  location: 'Nairobi',
  projectType: 'Apartments',
  status: 'planned',
  stageText: 'In Progress',
  tagline: 'At half the price',
  description: 'Five luxury apartments.',
  features: ['Sky bridge', 'Rooftop pool'],
  priceText: 'from $35,000 USD',
  minimum: null,
  funded: { share: basisPoints(4099), asOf: null },
  invest: { words: 'Invest Now', to: '/investment/twin-towers/invest' },
  completion: 'late 2026 to early 2027',
  cover: {
    id: 'c',
    widths: [480],
    avifWidths: [],
    width: 480,
    height: 360,
    placeholder: '',
    alt: 'Two towers',
  },
}

describe('a detailed card', () => {
  test('PUB-078 shows title, location, type, price, status, image, features, completion and description', () => {
    const html = cardOf({})
    expect(wordsOf(html)).toBe(
      'Upcoming Twin Towers Muthaiga Nairobi · Apartments from $35,000 USD Five luxury apartments. Sky bridge Rooftop pool ' +
        'Completion: late 2026 to early 2027 41% funded of 100% target View Details of Twin Towers Muthaiga ' +
        'Invest Now in Twin Towers Muthaiga',
    )
    expect(html).toMatch(/<img [^>]*alt="Two towers"/)
  })

  test('leaves out what no one has written, and draws the mark where there is no picture', () => {
    const bare = {
      projectType: null,
      tagline: null,
      description: '',
      features: [],
      priceText: null,
      funded: null,
    }
    const html = cardOf({ ...bare, completion: null, cover: null, status: 'ongoing' })
    expect(wordsOf(html)).toBe(
      'Ongoing Twin Towers Muthaiga Nairobi View Details of Twin Towers Muthaiga Invest Now in Twin Towers Muthaiga',
    )
    expect(html).not.toContain('<img')
  })

  test('PUB-049 (W-46) View Details leads to the page of that project', () => {
    expect(cardOf({})).toMatch(/href="\/investment\/twin-towers"[^>]*><span[^>]*>View Details/)
  })

  test('PUB-050 Invest Now leads to the invest address of that project', () => {
    expect(cardOf({})).toMatch(/href="\/investment\/twin-towers\/invest"[^>]*>Invest Now/)
  })

  test('PUB-051 a closed one has no Invest Now, in either look', () => {
    expect(cardOf({ status: 'completed', invest: null })).not.toContain('Invest Now')
    expect(cardOf({ status: 'completed', invest: null }, 'compact')).not.toContain('Invest Now')
  })

  test('PUB-052 (decisions §3) none is without an id: the slug is the address, and the database refuses a project without', async () => {
    await expect(change('update app.project set slug = null')).resolves.toMatchObject({
      rowCount: 0,
    })
    await aProject()
    await expect(change('update app.project set slug = null')).rejects.toThrow(
      /null value in column "slug"/,
    )
  })

  test('PUB-053 the description is cut off after two lines', () => {
    expect(cardOf({})).toMatch(/class="[^"]*line-clamp-2[^"]*">Five luxury apartments\./)
  })

  test('PUB-054..056 the badge is green for Ongoing, blue for Upcoming, grey for Completed', () => {
    const badges = [
      ['ongoing', 'Ongoing', '--fern'],
      ['planned', 'Upcoming', '--sky'],
      ['completed', 'Completed', '--badge-closed'],
    ] as const
    for (const [status, word, colour] of badges) {
      expect(cardOf({ status })).toMatch(
        new RegExp(`class="[^"]*bg-[^ "]*${colour}[^"]*">${word}</span>`),
      )
    }
  })

  test('says since when a typed share holds, and shows markup in a text as text', () => {
    const html = cardOf({
      funded: { share: basisPoints(1500), asOf: calendarDate('2026-11-12') },
      description: '<script>alert(1)</script> 🏗',
    })
    expect(wordsOf(html)).toContain('15% funded of 100% target, as of 12 Nov 2026')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; 🏗')
  })
})

test('a compact card leaves type, description, features and completion to the page of the project', () => {
  expect(wordsOf(cardOf({}, 'compact'))).toBe(
    'Upcoming Twin Towers Muthaiga Nairobi from $35,000 USD 41% funded of 100% target ' +
      'View Details of Twin Towers Muthaiga Invest Now in Twin Towers Muthaiga',
  )
})

describe('the opportunities page', () => {
  beforeEach(async () => {
    await change('delete from app.project')
  })

  /** A published project with this name and status. */
  async function publish(name: string, status = 'ongoing') {
    const id = await aProject(name)
    await change('update app.project set status = $2 where id = $1', [id, status])
  }

  const cards = (html: string) => [...html.matchAll(/<h3[^>]*>([^<]*)</g)].map(([, name]) => name)
  const chosen = (html: string) => /aria-current="true"[^>]*>(\w+)/.exec(html)?.[1]

  test('PUB-074 opens with a hero and a showcase of glare cards', async () => {
    for (const name of ['Acre', 'Bay', 'Cove', 'Dune']) await publish(name)
    const { status, html } = await ask('/investments')
    expect(status).toBe(200)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html.match(/class="glare"/g)).toHaveLength(3)
    expect(cards(html)).toEqual(['Acre', 'Bay', 'Cove', 'Dune'])
  })

  test('PUB-075 offers four filters, as links that say how many each has', async () => {
    await publish('Acre', 'planned')
    await publish('Bay', 'completed')
    const { html } = await ask('/investments')
    const bar = /<nav aria-label="Show".*?<\/nav>/.exec(html)?.[0] ?? ''
    expect(wordsOf(bar)).toBe('All 2 Upcoming 1 Ongoing 0 Closed 1')
    const addresses = [...bar.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
    expect(addresses).toEqual([
      '/investments',
      '/investments?status=upcoming',
      '/investments?status=ongoing',
      '/investments?status=closed',
    ])
  })

  test('PUB-076 a filter leaves only listings of that status, and All brings every one back', async () => {
    await publish('Acre', 'planned')
    await publish('Bay', 'ongoing')
    await publish('Cove', 'completed')
    const shown = async (query: string) => {
      const { html } = await ask(`/investments${query}`)
      return [chosen(html), cards(html)]
    }
    expect(await shown('?status=upcoming')).toEqual(['Upcoming', ['Acre']])
    expect(await shown('?status=ongoing')).toEqual(['Ongoing', ['Bay']])
    expect(await shown('?status=closed')).toEqual(['Closed', ['Cove']])
    expect(await shown('')).toEqual(['All', ['Acre', 'Bay', 'Cove']])
  })

  test.each([
    '?status=x',
    '?status=planned',
    '?status=',
    '?status[]=closed',
    '?page=-1',
    '?page=x',
    '?page=99',
    '?%00=%ff',
  ])('an odd query is ignored: %s', async (query) => {
    await publish('Acre')
    const { status, html } = await ask(`/investments${query}`)
    expect([status, chosen(html), cards(html)]).toEqual([200, 'All', ['Acre']])
  })

  test('a filter without listings and a company without projects say so', async () => {
    expect(wordsOf((await ask('/investments')).html)).toContain(
      'The next projects will be shown here.',
    )
    await publish('Acre')
    expect(wordsOf((await ask('/investments?status=closed')).html)).toContain(
      'No closed projects yet. See all of them',
    )
  })

  test('more than twelve are paged, and the filter goes along', async () => {
    for (const number of Array(13).keys()) await publish(`Tower ${String(number).padStart(2, '0')}`)
    const first = (await ask('/investments?status=ongoing')).html
    expect(cards(first)).toHaveLength(12)
    expect(wordsOf(first)).toContain('Page 1 of 2')
    expect(first).toContain('href="/investments?status=ongoing&amp;page=2"')
    const second = (await ask('/investments?status=ongoing&page=2')).html
    expect(cards(second)).toEqual(['Tower 12'])
    expect(second).toMatch(/rel="prev" href="\/investments\?status=ongoing"/)
  })

  test('what is not published is not listed', async () => {
    await aProject('Hidden', { published: false })
    expect((await ask('/investments')).html).not.toContain('Hidden')
  })
})
