import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Company } from '../../domain/company/company.ts'
import { Hours, PhoneAndChat, Way, WayLink, Ways } from '../parts/contact-ways.tsx'

/** What visitors can check themselves, and where they find people. */
export function OwnChecks({ company }: { company: Company }) {
  const { name, phone, whatsapp, contactEmail, offices, hours } = company
  return (
    <section className="site-section" aria-labelledby="checks-title">
      <div className="site-wrap grid gap-x-(--columns) gap-y-12 min-[60rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div>
          <h2 className="site-title pb-6" id="checks-title">
            Check it yourself
          </h2>
          <ol className="site-ruled">
            <Check title="A receipt or statement" to="/verify" link="Check a document">
              Each one has a code and a QR code. We tell you whether we issued it, whether it is
              still valid, and what it says.
            </Check>
            <Check title="A project" to="/investments" link="See the projects">
              Read its page before you pay: its documents, their numbers and who issued them, and
              how to check each one with that office.
            </Check>
            <Check title="Where you pay">
              Pay only to accounts in the name of {name}, as your portal shows them. Their details
              never change by email or phone; when one changes, the portal says so with the date.
            </Check>
            {offices.length > 0 && (
              <Check title="Our people" to="/contact" link="Book a visit">
                Come to {offices.map(({ city }) => city).join(' or ')}, or send a relative. Ask to
                see the original documents and the site.
              </Check>
            )}
          </ol>
        </div>
        <div className="self-start">
          <h2 className="sr-only">Where we are</h2>
          <Ways>
            {offices.map(({ city, address }) => (
              <Way key={`${city} ${address}`} icon="pin" title={city}>
                {address}
              </Way>
            ))}
            <PhoneAndChat phone={phone} whatsapp={whatsapp} />
            {contactEmail !== null && (
              <Way icon="mail" title="Email">
                <WayLink to={`mailto:${contactEmail}`}>{contactEmail}</WayLink>
              </Way>
            )}
            <Hours hours={hours} />
          </Ways>
        </div>
      </div>
    </section>
  )
}

type CheckProps = { title: string; to?: string; link?: string; children: ReactNode }

function Check({ title, to, link, children }: CheckProps) {
  return (
    <li className="grid gap-x-6 gap-y-1 py-5 md:grid-cols-[11rem_minmax(0,1fr)] md:items-baseline">
      <h3 className="font-display text-[1.375rem] leading-tight">{title}</h3>
      <div>
        <p className="text-muted">{children}</p>
        {to && (
          <Link
            to={to}
            className="inline-flex min-h-11 items-center text-link underline underline-offset-2"
          >
            {link}
          </Link>
        )}
      </div>
    </li>
  )
}
