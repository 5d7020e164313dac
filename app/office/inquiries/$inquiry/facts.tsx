import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { InquiryInFull } from '../../../domain/inquiries/inquiries.server.ts'
import { inquiryStatusLabels } from '../../../domain/inquiries/inquiry.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Moment } from '../../../ui/day.tsx'
import { PhoneLinks } from '../../parts/phone-links.tsx'

const suspicions = {
  'hidden-field': 'a hidden field was filled in; no one was emailed',
  'too-fast': 'the form was filled in faster than a person types; no one was emailed',
  admin: 'marked by an administrator',
}

export function InquiryFacts({ inquiry }: { inquiry: InquiryInFull }) {
  const { email, phone, project, status, isSpam, suspicion, investor, sameEmail, source } = inquiry
  const { interest } = inquiry
  return (
    <dl className="grid max-w-[34rem] grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-xs">
      <Fact label="Email">
        <a href={`mailto:${email}`} className="text-link hover:underline">
          <bdi>{email}</bdi>
        </a>
      </Fact>
      {phone && (
        <Fact label="Phone">
          <PhoneLinks phone={phone} />
        </Fact>
      )}
      {project && (
        <Fact label="Project">
          <Link
            to={`/admin-dashboard/projects/${project.id}`}
            className="text-link hover:underline"
          >
            <bdi>{project.name}</bdi>
          </Link>
        </Fact>
      )}
      {interest && (
        <>
          <Fact label="Amount">
            <Amount cents={interest.amount} show="when-needed" />
          </Fact>
          {interest.unit !== null && (
            <Fact label="Unit or share">
              <bdi>{interest.unit}</bdi>
              {investor === null && !interest.isUnitFree && ', no longer available'}
            </Fact>
          )}
          {interest.plan && (
            <Fact label="Payment plan">
              <bdi>{interest.plan.name}</bdi>
              {!interest.plan.isOffered && ', no longer offered'}
            </Fact>
          )}
          <Fact label="Terms and risk">
            Both accepted, <Moment at={interest.understoodAt} />
          </Fact>
          <Fact label="Email">
            Confirmed with a code, <Moment at={interest.emailConfirmedAt} />
          </Fact>
        </>
      )}
      <Fact label="Status">{isSpam ? 'Suspected spam' : inquiryStatusLabels[status]}</Fact>
      {isSpam && suspicion && <Fact label="Why spam">{suspicions[suspicion]}</Fact>}
      {investor ? (
        <Fact label={source === 'portal' ? 'Investor' : 'Became'}>
          <InvestorLink investor={investor} />
        </Fact>
      ) : (
        <Fact label="Existing investor?">
          {sameEmail ? <KnownInvestor investor={sameEmail} /> : 'No investor has this email'}
        </Fact>
      )}
    </dl>
  )
}

function KnownInvestor({ investor }: { investor: NonNullable<InquiryInFull['sameEmail']> }) {
  if (investor.isArchived) {
    return (
      <>
        <bdi>{investor.name}</bdi>, an archived investor
      </>
    )
  }
  return (
    <>
      <InvestorLink investor={investor} /> has this email
    </>
  )
}

function InvestorLink({ investor: { id, name } }: { investor: { id: string; name: string } }) {
  return (
    <Link to={`/admin-dashboard/investors/${id}`} className="text-link hover:underline">
      <bdi>{name}</bdi>
    </Link>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}
