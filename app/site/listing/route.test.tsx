import { beforeEach, describe, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aProject } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'

beforeEach(async () => {
  await change('delete from app.project')
})

async function aListing(
  slug: string,
  facts: Record<string, string | number | string[] | null> = {},
) {
  const id = await aProject('Garden City')
  const columns = { slug, started_on: null, ...facts }
  const set = Object.keys(columns).map((column, index) => `${column} = $${index + 2}`)
  await change(`update app.project set ${set} where id = $1`, [id, ...Object.values(columns)])
  return id
}

const pageOf = async (slug: string) => {
  const { status, html } = await ask(`/investment/${slug}`)
  return { status, html, words: wordsOf(html) }
}

describe('the page of a project', () => {
  test('has the words and figures that are known', async () => {
    await aListing('garden', {
      status: 'ongoing',
      stage_text: 'Walls stand',
      project_type: 'Apartments',
      tagline: 'A garden for every home',
      description: 'Twelve homes.\nOne garden.',
      features: ['A pool', 'A gate'],
      price_text: 'from $5,000 USD',
      minimum_cents: 500000,
      unit_price_cents: 2500050,
      units: 12,
      annual_return_bp: 925,
      target_cents: 30000000,
      completion_text: 'late 2099',
    })
    const { status, html, words } = await pageOf('garden')
    expect(status).toBe(200)
    expect(html).toMatch(/<h1[^>]*>Garden City<\/h1>/)
    const expected = [
      'Ongoing Walls stand Nairobi · Apartments',
      'A garden for every home Twelve homes. One garden.',
      'units 12 a unit $25,000.50 expected annual return 9.25%',
      '0% funded of $300,000 target',
      'Completed late 2099',
      'What you get A pool A gate',
      'Minimum investment $5,000 Price from $5,000 USD Completion late 2099',
    ]
    for (const part of expected) expect(words).toContain(part)
    expect(words.match(/Walls stand/g)).toHaveLength(1)
  })

  test('a project of which only name and location are known has a page without gaps', async () => {
    await aListing('bare')
    const { status, words } = await pageOf('bare')
    expect(status).toBe(200)
    expect(words).toContain('More about Garden City will be shown here.')
    expect(words).toContain('Ask us for the price')
    for (const absent of ['null', 'undefined', 'funded', 'What you get', 'a unit'])
      expect(words).not.toContain(absent)
  })

  test('a completed one offers no investment', async () => {
    await aListing('done', {
      status: 'completed',
      price_text: 'Completed Project',
      minimum_cents: 500000,
    })
    const { words } = await pageOf('done')
    expect(words).toContain('Completed Project See open opportunities')
    expect(words).not.toContain('Invest Now')
    expect(words).not.toContain('$5,000')
  })

  test('INT-001 Invest Now leads a guest to their form', async () => {
    await aListing('garden')
    const { html } = await pageOf('garden')
    const links = [...html.matchAll(/href="([^"]*)"[^>]*>Invest Now/g)].map(
      ([, address]) => address,
    )
    expect(links).toEqual(['/investment/garden/invest', '/investment/garden/invest'])
    expect(html).toMatch(/href="\/contact\?project=garden"[^>]*>Book a Consultation/)
    expect(await ask(links[0] ?? '')).toMatchObject({
      status: 302,
      location: '/investment/garden/interest',
    })
  })

  test('an address from before leads to the present one for good, also to its form', async () => {
    const id = await aListing('garden')
    await change("insert into app.former_slug values ('old-garden', $1)", [id])
    expect(await ask('/investment/old-garden')).toMatchObject({
      status: 308,
      location: '/investment/garden',
    })
    expect(await ask('/investment/old-garden/invest')).toMatchObject({
      status: 308,
      location: '/investment/garden/invest',
    })
  })

  test('markup in a text is shown as text', async () => {
    await aListing('garden', {
      name: '<script>alert(1)</script>',
      tagline: '"><img src=x onerror=alert(1)>',
    })
    const { html } = await pageOf('garden')
    expect(html).not.toMatch(/<script>alert|<img src=x/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })
})

describe('what is not to be seen', () => {
  test.each(['nothing-here', '%00', '..%2f', 'UPPER', "x'--", 'a'.repeat(3000), '%F0%9F%8F%97'])(
    'answers 404 with the words for it: %s',
    async (slug) => {
      for (const path of [`/investment/${slug}`, `/investment/${slug}/invest`]) {
        const { status, html } = await ask(path)
        expect(status).toBe(404)
        expect(wordsOf(html)).toContain('Oops! Page not found')
      }
    },
  )

  test('neither an unpublished nor an archived project is there, by its address or its former one', async () => {
    const hidden = await aListing('hidden')
    await change("insert into app.former_slug values ('was-hidden', $1)", [hidden])
    await change('update app.project set published = false where id = $1', [hidden])
    const archived = await aListing('archived')
    await change('update app.project set archived_at = now() where id = $1', [archived])
    for (const slug of ['hidden', 'was-hidden', 'archived']) {
      const { status, words } = await pageOf(slug)
      expect(status).toBe(404)
      expect(words).not.toContain('Garden City')
      expect((await ask(`/investment/${slug}/invest`)).status).toBe(404)
    }
  })
})

test('the form of a completed project says that it is closed', async () => {
  await aListing('done', { status: 'completed' })
  const { status, html } = await ask('/investment/done/invest')
  expect(status).toBe(200)
  expect(wordsOf(html)).toContain(
    'Garden City is closed It is completed and no longer takes investments.',
  )
})
