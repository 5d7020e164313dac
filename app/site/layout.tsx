import { Outlet, useLocation } from 'react-router'
import { companyFacts, findInstallation } from '../domain/company/company.server.ts'
import type { Company } from '../domain/company/company.ts'
import { clock } from '../platform/clock.server.ts'
import { asGuest } from '../platform/session.server.ts'
import { DemoNotice } from '../ui/demo-notice.tsx'
import { SiteFooter } from '../ui/site-footer.tsx'
import { SiteHeader } from '../ui/site-header.tsx'
import type { Route } from './+types/layout.ts'
import { useAskedVisitor, VisitorContext } from './session/visitor.ts'
import './site.css'

export async function loader({ context }: Route.LoaderArgs) {
  return asGuest(context, async (guest) => {
    const company = await companyFacts(guest)
    const { demo } = await findInstallation(guest)
    return { company, demo, year: Number(clock.today().slice(0, 4)) }
  })
}

/** The public site: header and footer around a page, which brings its own `<main>`. */
export default function SiteLayout({ loaderData: { company, demo, year } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const { linkedin, twitter, instagram } = company.social
  const visitor = useAskedVisitor()
  return (
    <div data-shell="site">
      <SiteHeader
        brand={company.brand}
        session={visitor?.session ?? undefined}
        ground={pathname === '/' ? 'picture' : 'page'}
        menuNote={<OfficesAndHours company={company} />}
      />
      {demo && (
        <div className="absolute inset-x-0 top-(--header) z-10">
          <DemoNotice />
        </div>
      )}
      <VisitorContext value={visitor}>
        <Outlet />
      </VisitorContext>
      <SiteFooter
        brand={company.brand}
        company={company.name}
        motto={company.motto}
        blurb={company.blurb}
        emails={[...new Set([company.contactEmail, company.supportEmail])]}
        social={{ LinkedIn: linkedin, Twitter: twitter, Instagram: instagram }}
        risk={company.riskWarning}
        year={year}
      />
    </div>
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
