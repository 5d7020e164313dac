import { publishedLegalTexts } from '../../../domain/company/legal-texts.server.ts'
import { listPublishedAddresses } from '../../../domain/projects/published-addresses.server.ts'
import { config } from '../../../platform/config.server.ts'
import { guestQuery } from '../../../platform/session/session.server.ts'
import type { Route } from './+types/route.ts'
import { type ListedPage, sitemapOf } from './sitemap.ts'

/** Static pages and published projects. */
export async function loader({ context }: Route.LoaderArgs) {
  const { projects, legalTexts } = await guestQuery(context, async (guest) => ({
    projects: await listPublishedAddresses(guest),
    legalTexts: await publishedLegalTexts(guest),
  }))
  const [newest] = projects
    .map((project) => project.changedAt)
    .toSorted((a, b) => b.getTime() - a.getTime())
  const ofProjects = newest ? { changedAt: newest } : {}
  const pages: ListedPage[] = [
    { path: '/', ...ofProjects },
    { path: '/investments', ...ofProjects },
    { path: '/contact' },
    { path: '/check-us' },
    ...legalTexts.map(({ kind, publishedAt }) => ({ path: `/${kind}`, changedAt: publishedAt })),
    ...projects.map(({ slug, changedAt }) => ({ path: `/investment/${slug}`, changedAt })),
  ]
  return new Response(sitemapOf(pages, config.origin), {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
    },
  })
}
