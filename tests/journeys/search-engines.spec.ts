import { type APIRequestContext, expect } from '@playwright/test'
import { test } from './fixtures.ts'

type Head = {
  title: string
  facts: Record<string, string>
  canonical: string
  jsonLd: Record<string, unknown>[]
}

/** What a search engine and a messenger read of a page, which run no script. */
async function headOf(request: APIRequestContext, address: string): Promise<Head> {
  const answer = await request.get(address)
  expect(answer.status(), address).toBe(200)
  const html = await answer.text()
  const facts = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)]
  const jsonLd = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  return {
    title: /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '',
    facts: Object.fromEntries(facts.map(([, name, content]) => [name, content])),
    canonical: /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? '',
    jsonLd: jsonLd.map(([, json = '']) => JSON.parse(json) as Record<string, unknown>),
  }
}

test('PUB-098..100 every page of the sitemap is found under one address and shared with a picture', async ({
  request,
  program,
}) => {
  const sitemap = await (await request.get(`${program.origin}/sitemap.xml`)).text()
  const addresses = [...sitemap.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(5)
  const titles = new Set<string>()
  for (const address of addresses) {
    const { title, facts, canonical, jsonLd } = await headOf(request, `${address}?utm_source=chat`)
    titles.add(title)
    expect(canonical).toBe(address)
    expect(facts['og:url']).toBe(address)
    expect(facts.description, address).toMatch(/\S{2}/)
    expect(facts.robots, address).toBeUndefined()
    const picture = await request.get(facts['og:image'] ?? '')
    expect(picture.headers()['content-type']).toBe('image/jpeg')
    expect((await picture.body()).byteLength).toBeLessThanOrEqual(150_000)
    const kinds = jsonLd.map((schema) => schema['@type'])
    if (new URL(address).pathname === '/') expect(kinds).toEqual(['RealEstateAgent'])
    if (address.includes('/investment/'))
      expect(kinds).toEqual(['RealEstateListing', 'BreadcrumbList'])
  }
  expect(titles.size).toBe(addresses.length)
})

test('robots.txt names the sitemap, and pages for one visitor stay out of every index', async ({
  request,
  program,
}) => {
  const robots = await (await request.get(`${program.origin}/robots.txt`)).text()
  expect(robots).toContain(`Sitemap: ${program.origin}/sitemap.xml`)
  const { facts } = await headOf(request, `${program.origin}/reset-password?token=s3cret`)
  expect(facts.robots).toBe('noindex')
})
