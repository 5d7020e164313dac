import { Outlet, useLocation } from 'react-router'
import { companyFacts, findInstallation } from '../domain/company/company.server.ts'
import type { Company } from '../domain/company/company.ts'
import { legalTextTitles } from '../domain/company/legal-text.ts'
import { publishedLegalTexts } from '../domain/company/legal-texts.server.ts'
import { clock } from '../platform/clock.server.ts'
import { guestQuery } from '../platform/session/session.server.ts'
import { DemoNotice } from '../ui/feedback/demo-notice.tsx'
import { SiteHeader } from '../ui/layout/site-header.tsx'
import type { Route } from './+types/layout.ts'
import { deferPart } from './parts/defer-part.tsx'
import { useFetchVisitor, useVisitor } from './session/visitor.ts'

const Footer = deferPart('footer', () => import('./footer.tsx').then((part) => part.Footer))

export async function loader({ context }: Route.LoaderArgs) {
  return guestQuery(context, async (guest) => {
    const company = await companyFacts(guest)
    const { demo } = await findInstallation(guest)
    const published = await publishedLegalTexts(guest)
    const legal = published.map(({ kind }) => ({ to: `/${kind}`, label: legalTextTitles[kind] }))
    return { company, demo, legal, year: Number(clock.today().slice(0, 4)) }
  })
}

/** The page brings its own `<main>`. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const { company, demo, legal, year } = loaderData
  useFetchVisitor()
  return (
    <div data-shell="site">
      <Header company={company} />
      {demo && (
        <div className="absolute inset-x-0 top-(--header) z-10">
          <DemoNotice />
        </div>
      )}
      <Outlet />
      <Footer company={company} legal={legal} year={year} />
    </div>
  )
}

/** The only part that depends on the visitor. */
function Header({ company }: { company: Company }) {
  const { pathname } = useLocation()
  return (
    <SiteHeader
      session={useVisitor()?.session ?? undefined}
      ground={pathname === '/' ? 'picture' : 'page'}
      menuNote={<OfficesAndHours company={company} />}
    />
  )
}

function OfficesAndHours({ company: { offices, hours } }: { company: Company }) {
  return (
    <>
      <p>{offices.map(({ city }) => city).join(' and ')}</p>
      <p>{hours.map(({ days, open }) => `${days} ${open}`).join(', ')}</p>
    </>
  )
}
