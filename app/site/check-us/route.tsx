import { companyFacts } from '../../domain/company/company.server.ts'
import { listDirectors } from '../../domain/company/directors.server.ts'
import { config } from '../../platform/config.server.ts'
import { guestQuery } from '../../platform/session/session.server.ts'
import pagesSheet from '../pages.css?url'
import { deferPart } from '../parts/defer-part.tsx'
import { pageHead } from '../parts/head.ts'
import type { Route } from './+types/route.ts'
import { CompanyRecord } from './company-record.tsx'
import { DirectorList } from './director-list.tsx'

const OwnChecks = deferPart('own-checks', () =>
  import('./own-checks.tsx').then((part) => part.OwnChecks),
)

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: pagesSheet }]

export async function loader({ context }: Route.LoaderArgs) {
  const facts = await guestQuery(context, async (guest) => ({
    company: await companyFacts(guest),
    directors: await listDirectors(guest),
  }))
  return { ...facts, origin: config.origin }
}

export function meta({ loaderData: { company, origin } }: Route.MetaArgs) {
  const { name, brand, registrationNumber } = company
  const number = registrationNumber ? `, registration number ${registrationNumber}` : ''
  const description = `Who is behind ${brand} and how to check it without asking us: ${name}${number}.`
  const title = `How to check us · ${brand}`
  return pageHead({ title, description, path: '/check-us', origin, brand })
}

export default function CheckUsPage({ loaderData: { company, directors } }: Route.ComponentProps) {
  return (
    <main id="main" tabIndex={-1} className="site-page">
      <div className="site-wrap grid gap-y-5 pt-[clamp(2.5rem,1.6rem+4vw,5.5rem)] pb-[clamp(2rem,1.4rem+3vw,4rem)]">
        <h1 className="site-display">How to check us.</h1>
        <p className="site-lead max-w-[46ch]">
          You should not have to take our word for it. Here is who we are, and where you can check
          it without asking us.
        </p>
      </div>
      <CompanyRecord company={company} />
      <DirectorList directors={directors} />
      <OwnChecks company={company} />
    </main>
  )
}
