import { companyFacts } from '../../domain/company/company.server.ts'
import { findCarriedProject } from '../../domain/inquiries/carried-project.server.ts'
import { config } from '../../platform/config.server.ts'
import { asGuest } from '../../platform/session.server.ts'
import { type SuppliedName, suppliedPicture } from '../../ui/pictures.ts'
import { ChatLink } from '../landing/chat-link.tsx'
import { ContactForm } from '../parts/contact-form.tsx'
import { Hours, PhoneAndChat, Way, WayLink, Ways } from '../parts/contact-ways.tsx'
import { pageHead } from '../parts/head.ts'
import '../parts/words.css'
import type { Route } from './+types/route.ts'
import { Offices } from './offices.tsx'
import { sendMessage } from './send-message.server.ts'

const picturesOfCities: Record<string, SuppliedName> = { nairobi: 'mixed-use-street', mogadishu: 'hero-2' }

export async function loader({ url, context }: Route.LoaderArgs) {
  const { company, project } = await asGuest(context, async (guest) => ({
    company: await companyFacts(guest),
    project: await findCarriedProject(guest, url.searchParams.get('project')),
  }))
  const offices = company.offices.map((office) => {
    const picture = picturesOfCities[office.city.trim().toLowerCase()]
    return { ...office, picture: picture ? suppliedPicture(picture) : null }
  })
  return { company, offices, about: project && { slug: project.slug, name: project.name }, origin: config.origin }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return sendMessage(request, context, url.searchParams.get('project'))
}

/** When to try again, for programs. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta({ loaderData: { company, origin } }: Route.MetaArgs) {
  const { name, brand, offices } = company
  const places = offices.map(({ city }) => city).join(' and ')
  const description = `Write, call or come by: ${name}${places && ` in ${places}`}.`
  return pageHead({ title: `Contact · ${brand}`, description, path: '/contact', origin, brand })
}

const columns = 'min-[60rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] gap-x-[clamp(3rem,6vw,7rem)]'
const opening = `site-wrap grid items-baseline-last gap-y-5 pt-[clamp(2.5rem,1.6rem+4vw,5.5rem)] pb-[clamp(2rem,1.4rem+3vw,4rem)] ${columns}`
const talk = `site-wrap grid gap-y-14 pb-(--section) ${columns}`

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { company, offices, about } = loaderData
  const { phone, whatsapp, contactEmail, supportEmail, hours } = company
  // Without script the landing page's form is answered here, and goes on as what it was.
  const isFromLanding = actionData?.sent === false && actionData.reply.values.source === 'landing'
  return (
    <main id="main" tabIndex={-1} className="site-page">
      <div className={opening}>
        <h1 className="site-display">Talk to a person.</h1>
        <p className="site-lead">Write, call or come by, and bring every question you have.</p>
      </div>
      <div className={talk}>
        <ContactForm
          source={isFromLanding ? 'landing' : 'contact'}
          action={about ? `/contact?project=${about.slug}` : '/contact'}
          chatNumber={isFromLanding ? whatsapp : null}
          heading="h2"
          actionData={actionData}
        >
          {about && (
            <p>
              About: <strong className="font-[550]">{about.name}</strong>
            </p>
          )}
        </ContactForm>
        <div className="self-start">
          <h2 className="sr-only">Ways to reach us</h2>
          <Ways>
            <PhoneAndChat phone={phone} whatsapp={whatsapp} />
            <Way icon="mail" title="General">
              <WayLink to={`mailto:${contactEmail}`}>{contactEmail}</WayLink>
            </Way>
            <Way icon="investors" title="Support for investors">
              <WayLink to={`mailto:${supportEmail}`}>{supportEmail}</WayLink>
            </Way>
            <Hours hours={hours} />
          </Ways>
        </div>
      </div>
      <Offices offices={offices} />
      {/* In one column it would lie on the form; the ways to reach the company have it too. */}
      {whatsapp === null ? null : <ChatLink whatsapp={whatsapp} className="max-lg:hidden" />}
    </main>
  )
}
