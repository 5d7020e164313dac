import { companyFacts } from '../../domain/company/company.server.ts'
import {
  listPublishedProjects,
  pageOfPublishedProjects,
} from '../../domain/projects/published-projects.server.ts'
import { config } from '../../platform/config.server.ts'
import { guestQuery } from '../../platform/session/session.server.ts'
import { listQuery } from '../../values/list-query.ts'
import { deferPart } from '../parts/defer-part.tsx'
import { pageHead } from '../parts/head.ts'
import projectsSheet from '../projects.css?url'
import type { Route } from './+types/route.ts'
import { statusFilter } from './filters.ts'

const Catalogue = deferPart('catalogue', () =>
  import('./catalogue.tsx').then((part) => part.Catalogue),
)

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: projectsSheet }]

const platesShown = 3
const lead =
  'Homes, shops and offices, with the price, the stage and the funded share of each one in view.'

export async function loader({ context, url }: Route.LoaderArgs) {
  const status = statusFilter(url)
  return guestQuery(context, async (guest) => ({
    origin: config.origin,
    brand: (await companyFacts(guest)).brand,
    status,
    showcase: await listPublishedProjects(guest, { most: platesShown }),
    list: await pageOfPublishedProjects(guest, { status, page: listQuery(url).page }),
  }))
}

export function meta({ loaderData: { origin, brand } }: Route.MetaArgs) {
  return pageHead({
    title: `Investments · ${brand}`,
    description: lead,
    path: '/investments',
    origin,
    brand,
  })
}

export default function Opportunities({
  loaderData: { status, showcase, list },
}: Route.ComponentProps) {
  return (
    <main id="main" tabIndex={-1} className="site-page">
      <div className="site-wrap grid gap-5 pt-[clamp(2.5rem,1.6rem+4vw,5.5rem)] pb-[clamp(2rem,1.4rem+3vw,4rem)] min-[60rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] min-[60rem]:items-baseline-last min-[60rem]:gap-x-(--columns)">
        <h1 className="site-display">Invest in places you can walk into.</h1>
        <p className="site-lead">{lead}</p>
      </div>
      <Catalogue status={status} showcase={showcase} list={list} />
    </main>
  )
}
