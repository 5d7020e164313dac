import type { Company } from '../../domain/company/company.ts'
import { ContactForm } from '../parts/contact-form.tsx'
import { Hours, PhoneAndChat, Way, WayLink, Ways } from '../parts/contact-ways.tsx'
import { waysToReach } from '../parts/ways-to-reach.ts'

/** Also how people get an account: the company opens it, there is no sign-up. */
export function Contact({ company }: { company: Company }) {
  const { phone, whatsapp, contactEmail, offices, hours } = company
  return (
    <section className="site-section bg-warm" id="contact" aria-labelledby="contact-title">
      <div className="site-wrap">
        <div className="site-head">
          <h2 className="site-title" id="contact-title">
            Book a consultation
          </h2>
          <p className="site-lead">
            {waysToReach(company)}, and bring all your questions. We open an account for every
            investor; contact us to get one.
          </p>
        </div>
        <div className="grid gap-x-(--columns) gap-y-12 min-[60rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <ContactForm source="landing" action="/contact" chatNumber={whatsapp} heading="h3" />
          <Ways>
            <PhoneAndChat phone={phone} whatsapp={whatsapp} />
            {contactEmail !== null && (
              <Way icon="mail" title="Email">
                <WayLink to={`mailto:${contactEmail}`}>{contactEmail}</WayLink>
              </Way>
            )}
            {offices.map(({ city, address }) => (
              <Way key={`${city} ${address}`} icon="pin" title={city}>
                {address}
              </Way>
            ))}
            <Hours hours={hours} />
          </Ways>
        </div>
      </div>
    </section>
  )
}
