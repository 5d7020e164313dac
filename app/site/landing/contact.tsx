import type { ReactNode } from 'react'
import type { Company } from '../../domain/company/company.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { SuppliedPicture } from '../../ui/pictures.ts'

/** How to reach the company. It is also the way to an account: the company opens it, nobody signs up (decisions §2). */
export function Contact({ company, picture }: { company: Company; picture: SuppliedPicture }) {
  const { phone, whatsapp, contactEmail, offices, hours } = company
  return (
    <section className="site-section bg-warm" id="contact" aria-labelledby="contact-title">
      <div className="site-wrap grid gap-x-(--columns) gap-y-8 min-[60rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="flex flex-col gap-5">
          <h2 className="site-title" id="contact-title">
            Book a consultation
          </h2>
          <p className="site-lead">
            Call, write or come by, and bring every question you have. Investors reach their portal with an account that
            we open for them: to get one, contact us.
          </p>
          <p className="flex flex-wrap gap-3 pt-1">
            <a className={buttonClass('primary')} href={`mailto:${contactEmail}`}>
              <Icon name="mail" size="small" />
              Write to us
            </a>
            {phone && (
              <a className={buttonClass('secondary')} href={telephone(phone)}>
                <Icon name="phone" size="small" />
                Call us
              </a>
            )}
          </p>
          <div className="relative mt-7 min-h-60 flex-1 overflow-hidden rounded-card max-[60rem]:hidden">
            <Picture
              source={picture}
              alt={picture.alt}
              sizes="(width >= 60rem) 55vw, 1px"
              className="absolute inset-0 size-full object-cover"
            />
          </div>
        </div>
        <div className="site-ruled site-ruled--closed">
          {phone && (
            <Line icon="phone" title="Phone">
              <ContactLink to={telephone(phone)}>{phone}</ContactLink>
            </Line>
          )}
          {whatsapp === null ? null : (
            <Line icon="chat" title="WhatsApp">
              <ContactLink to={`https://wa.me/${whatsapp}`}>Chat with us on WhatsApp</ContactLink>
            </Line>
          )}
          <Line icon="mail" title="Email">
            <ContactLink to={`mailto:${contactEmail}`}>{contactEmail}</ContactLink>
          </Line>
          {offices.map(({ city, address }) => (
            <Line key={city} icon="pin" title={city}>
              {address}
            </Line>
          ))}
          {hours.length === 0 ? null : (
            <Line icon="clock" title="Opening hours">
              <dl className="grid grid-cols-[auto_1fr] gap-x-5">
                {hours.map(({ days, open }) => (
                  <div key={days} className="contents">
                    <dt className="text-muted">{days}</dt>
                    <dd>{open}</dd>
                  </div>
                ))}
              </dl>
            </Line>
          )}
        </div>
      </div>
    </section>
  )
}

function telephone(phone: string): string {
  return `tel:${phone.replaceAll(' ', '')}`
}

function Line({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1.5rem_1fr] gap-x-4 py-4.5">
      <Icon name={icon} size="large" className="mt-px text-link" />
      <div className="min-w-0">
        <h3 className="font-[550]">{title}</h3>
        {children}
      </div>
    </div>
  )
}

function ContactLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      className="num -my-2 inline-flex min-h-11 items-center wrap-anywhere underline decoration-[color-mix(in_oklch,currentColor_40%,transparent)] underline-offset-[0.22em] hover:decoration-current"
    >
      {children}
    </a>
  )
}
