import type { ReactNode } from 'react'
import type { Company } from '../../domain/company/company.ts'
import { Panel } from '../../ui/layout/panel.tsx'

type Reach = Pick<Company, 'phone' | 'whatsapp' | 'supportEmail' | 'hours' | 'answerTime'> & {
  /** The number as it is shown. */
  whatsappText: string
}

/** Phone, WhatsApp, email, opening hours and answer time; what is not set is left out. */
export function WaysToReach({ company }: { company: Reach }) {
  const { phone, whatsapp, whatsappText, supportEmail, hours, answerTime } = company
  return (
    <Panel title="Reach us">
      <dl className="grid gap-3">
        {phone !== null && (
          <Way label="Phone">
            <a
              href={`tel:${phone.replace(/[^\d+]/g, '')}`}
              className="tall-target text-link underline"
            >
              {phone}
            </a>
          </Way>
        )}
        {whatsapp !== null && (
          <Way label="WhatsApp">
            <a
              href={`https://wa.me/${whatsapp}`}
              target="_blank"
              rel="noopener"
              className="tall-target text-link underline"
            >
              {whatsappText}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </Way>
        )}
        {supportEmail !== null && (
          <Way label="Email">
            <a
              href={`mailto:${supportEmail}`}
              className="tall-target text-link underline wrap-anywhere"
            >
              {supportEmail}
            </a>
          </Way>
        )}
        {hours.length > 0 && (
          <Way label="Opening hours, East Africa Time">
            {hours.map(({ days, open }) => (
              <span key={days} className="block">
                {days} {open}
              </span>
            ))}
          </Way>
        )}
        {answerTime !== '' && <Way label="We answer">{answerTime}</Way>}
      </dl>
      <p className="mt-4 text-xs text-muted">
        We never ask for your password, and never send you other account details to pay to.
      </p>
    </Panel>
  )
}

function Way({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
