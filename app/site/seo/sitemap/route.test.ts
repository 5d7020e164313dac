import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { aMilestone, aReachedMilestone, aVoidedMilestone } from '../../../../tests/payment-plans.ts'
import { aProject } from '../../../../tests/people.ts'
import { requestBy } from '../../../../tests/requests.ts'
import { loader as robots } from '../robots/route.ts'
import { loader } from './route.ts'
import { sitemapOf } from './sitemap.ts'

type Page = { address: string; changedAt: string | undefined }

async function pages(): Promise<Page[]> {
  const args = requestBy(null, '/sitemap.xml')
  const answer = await loader(args as unknown as Parameters<typeof loader>[0])
  expect(answer.headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=300')
  const xml = await answer.text()
  expect(xml).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset [^>]+>\n( {2}<url>.+<\/url>\n)+<\/urlset>\n$/,
  )
  return [...xml.matchAll(/<loc>(.+?)<\/loc>(?:<lastmod>(.+?)<\/lastmod>)?/g)].map(
    ([, address = '', changedAt]) => ({
      address: new URL(address).pathname,
      changedAt,
    }),
  )
}

test('the sitemap of an installation without projects has the fixed pages', async () => {
  expect(await pages()).toEqual([
    { address: '/', changedAt: undefined },
    { address: '/investments', changedAt: undefined },
    { address: '/contact', changedAt: undefined },
    { address: '/check-us', changedAt: undefined },
  ])
})

test('PUB-099 the sitemap has the fixed pages and every published project, and no other', async () => {
  const names = ['Open', 'Hidden', 'Archived'] as const
  const [open, hidden, archived] = await Promise.all(
    names.map((name) => aProject(name, { published: name !== 'Hidden' })),
  )
  await change('update app.project set archived_at = now() where id = $1', [archived])
  const { rows } = await change<{ id: string; slug: string }>('select id, slug from app.project')
  const addressOf = (id = '') => `/investment/${rows.find((row) => row.id === id)?.slug}`
  const listed = (await pages()).map(({ address }) => address)
  expect(listed).toContain(addressOf(open))
  expect(listed).not.toContain(addressOf(hidden))
  expect(listed).not.toContain(addressOf(archived))
})

test('it says when a project was last changed, and the lists with it', async () => {
  const id = await aProject('Changing')
  const { rows } = await change<{ slug: string }>('select slug from app.project where id = $1', [
    id,
  ])
  const changedAt = async (address: string) =>
    (await pages()).find((page) => page.address === address)?.changedAt ?? ''
  const before = await changedAt(`/investment/${rows[0]?.slug}`)
  expect(new Date(before).toISOString()).toBe(before)
  await change("update app.project set tagline = 'New words' where id = $1", [id])
  const after = await changedAt(`/investment/${rows[0]?.slug}`)
  expect(after > before).toBe(true)
  expect(await changedAt('/investments')).toBe(after)
})

test('PUB-099 a milestone, its proof, its void and a progress update change the page of their project', async () => {
  const id = await aProject('Built')
  const { rows } = await change<{ slug: string }>('select slug from app.project where id = $1', [
    id,
  ])
  const times: string[] = []
  const note = async () => {
    const found = (await pages()).find(({ address }) => address === `/investment/${rows[0]?.slug}`)
    times.push(found?.changedAt ?? '')
  }
  await note()
  const milestoneId = await aMilestone(id)
  await note()
  await aReachedMilestone(milestoneId, '2026-03-10')
  await note()
  await aVoidedMilestone(milestoneId)
  await note()
  await change(
    "insert into app.project_update (project_id, dated_on, progress_percent, body) values ($1, '2026-03-11', 40, 'Roof')",
    [id],
  )
  await note()
  expect(new Set(times).size).toBe(5)
  expect(times).toEqual(times.toSorted())
})

test('an address with signs that mean something in XML is escaped', () => {
  const xml = sitemapOf([{ path: "/a?b=1&c='<d>'" }], 'https://invest.example.com')
  expect(xml).toContain('<loc>https://invest.example.com/a?b=1&amp;c=%27%3Cd%3E%27</loc>')
})

test('PUB-099 robots.txt keeps search engines out of every area behind the sign-in, and names the sitemap', async () => {
  const answer = robots()
  expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  const lines = (await answer.text()).split('\n')
  for (const path of [
    '/admin-dashboard',
    '/investment-dashboard',
    '/login',
    '/invitation/',
    '/reset-password',
  ]) {
    expect(lines).toContain(`Disallow: ${path}`)
  }
  expect(lines.find((line) => line.startsWith('Sitemap: '))).toMatch(
    /^Sitemap: http.+\/sitemap\.xml$/,
  )
  const closed = lines
    .filter((line) => line.startsWith('Disallow: '))
    .map((line) => line.slice('Disallow: '.length))
  for (const open of [
    '/',
    '/investments',
    '/investment/twin-towers',
    '/contact',
    '/share/site.jpg',
    '/pictures/x',
  ]) {
    expect(closed.filter((path) => open.startsWith(path))).toEqual([])
  }
})
