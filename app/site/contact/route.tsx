import { useEffect } from 'react'
import { companyFacts } from '../../domain/company/company.server.ts'
import { findInquiryProject } from '../../domain/inquiries/inquiry-project.server.ts'
import { config } from '../../platform/config.server.ts'
import { guestQuery } from '../../platform/session/session.server.ts'
import { interactNow } from '../../ui/connection/first-interaction.ts'
import { type SuppliedName, suppliedPicture } from '../../ui/pictures.ts'
import pagesSheet from '../pages.css?url'
import { deferPart } from '../parts/defer-part.tsx'
import { pageHead } from '../parts/head.ts'
import { waysToReach } from '../parts/ways-to-reach.ts'
import type { Route } from './+types/route.ts'
import { sendMessage } from './send-message.server.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: pagesSheet }]

const ContactSection = deferPart('talk', () =>
  import('./contact-section.tsx').then((part) => part.ContactSection),
)

const picturesOfCities: Record<string, SuppliedName> = {
  nairobi: 'mixed-use-street',
  mogadishu: 'hero-2',
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { company, project } = await guestQuery(context, async (guest) => ({
    company: await companyFacts(guest),
    project: await findInquiryProject(guest, url.searchParams.get('project')),
  }))
  const offices = company.offices.map((office) => {
    const picture = picturesOfCities[office.city.trim().toLowerCase()]
    return { ...office, picture: picture ? suppliedPicture(picture) : null }
  })
  return {
    company,
    offices,
    about: project && {
      slug: project.slug,
      name: project.isOpen ? project.name : `${project.name}, which is closed`,
      isOpen: project.isOpen,
      isTaken: project.isTaken,
    },
    origin: config.origin,
  }
}

export function action(args: Route.ActionArgs) {
  return sendMessage(args, args.url.searchParams.get('project'))
}

/** Retry-After, for programs. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta({ loaderData: { company, origin } }: Route.MetaArgs) {
  const { name, brand, offices } = company
  const places = offices.map(({ city }) => city).join(' and ')
  const description = `${waysToReach(company)}: ${name}${places && ` in ${places}`}.`
  return pageHead({ title: `Contact · ${brand}`, description, path: '/contact', origin, brand })
}

export default function ContactPage({
  loaderData: { company, offices, about },
  actionData,
}: Route.ComponentProps) {
  useEffect(() => {
    if (actionData) interactNow()
  }, [actionData])
  return (
    <main id="main" tabIndex={-1} className="site-page">
      <ContactSection company={company} offices={offices} about={about} answer={actionData} />
    </main>
  )
}
