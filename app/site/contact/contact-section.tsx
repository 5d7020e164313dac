import { Link } from 'react-router'
import type { Company } from '../../domain/company/company.ts'
import { ChatLink } from '../landing/chat-link.tsx'
import type { ContactAnswer } from '../parts/contact-answer.ts'
import { ContactForm } from '../parts/contact-form.tsx'
import { Hours, PhoneAndChat, Way, WayLink, Ways } from '../parts/contact-ways.tsx'
import { waysToReach } from '../parts/ways-to-reach.ts'
import { Offices, type ShownOffice } from './offices.tsx'

const columns = 'min-[60rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] gap-x-[clamp(3rem,6vw,7rem)]'
const opening = `site-wrap grid items-baseline-last gap-y-5 pt-[clamp(2.5rem,1.6rem+4vw,5.5rem)] pb-[clamp(2rem,1.4rem+3vw,4rem)] ${columns}`
const talk = `site-wrap grid gap-y-14 pb-(--section) ${columns}`

type Props = {
  company: Company
  offices: ShownOffice[]
  /** The project that the message is about. */
  about: { slug: string; name: string; isOpen: boolean; isTaken: boolean } | null
  /** The result of a form posted without JavaScript. */
  answer: ContactAnswer | undefined
}

export function ContactSection({ company, offices, about, answer }: Props) {
  const { phone, whatsapp, contactEmail, supportEmail, hours } = company
  // Without JavaScript the landing page's form is answered here.
  const isFromLanding = answer && !answer.sent && answer.reply.values.source === 'landing'
  return (
    <>
      <div className={opening}>
        <h1 className="site-display">Talk to a person.</h1>
        <p className="site-lead">{waysToReach(company)}, and bring every question you have.</p>
      </div>
      <div className={talk}>
        <ContactForm
          source={isFromLanding ? 'landing' : 'contact'}
          action={about ? `/contact?project=${about.slug}` : '/contact'}
          chatNumber={isFromLanding ? whatsapp : null}
          heading="h2"
          actionData={answer}
        >
          {about && (
            <p>
              About: <strong className="font-[550]">{about.name}</strong>
            </p>
          )}
          {about?.isOpen && (
            <p className="text-sm text-muted">
              Already an investor?{' '}
              <a
                href={`/login?next=/investment/${about.slug}/invest`}
                className="text-link underline"
              >
                {/* No promise for a taken project; the person's own request or draft is still there. */}
                {about.isTaken ? 'Sign in to see your own requests' : 'Sign in to invest'}
              </a>
            </p>
          )}
        </ContactForm>
        <div className="self-start">
          <h2 className="sr-only">Ways to reach us</h2>
          <Ways>
            <PhoneAndChat phone={phone} whatsapp={whatsapp} />
            {contactEmail !== null && (
              <Way icon="mail" title="General">
                <WayLink to={`mailto:${contactEmail}`}>{contactEmail}</WayLink>
              </Way>
            )}
            {supportEmail !== null && (
              <Way icon="investors" title="Support for investors">
                <WayLink to={`mailto:${supportEmail}`}>{supportEmail}</WayLink>
              </Way>
            )}
            <Hours hours={hours} />
          </Ways>
          <p className="pt-5">
            <Link to="/check-us" className="site-underlined text-link">
              How to check us
            </Link>
          </p>
        </div>
      </div>
      <Offices offices={offices} />
      {/* In a single column it would cover the form. */}
      {whatsapp === null ? null : <ChatLink whatsapp={whatsapp} className="max-lg:hidden" />}
    </>
  )
}
