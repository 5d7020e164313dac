import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OpenRequest } from '../../domain/investment-requests/draft-request.server.ts'
import type { ListedProjectPage } from '../../domain/projects/published-project.ts'
import { Amount } from '../../ui/amount.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { dayOf, formatDay } from '../../values/calendar-date.ts'
import { formatAmount, isPositive } from '../../values/money.ts'
import { StatusBadge } from '../parts/status-badge.tsx'
import { Foot, titleClass } from './frame.tsx'
import type { TooLittle } from './invest-view.ts'

type Project = Pick<ListedProjectPage, 'slug' | 'name' | 'status'>

/** `why`: the message for a step that was sent too late. */
type TooLate = { why: string | undefined }

type Closed = { project: Project; request: OpenRequest | null } & TooLate

/** Shows an open request of a project that has closed. */
export function InvestmentClosed({ project: { slug, name, status }, request, why }: Closed) {
  return (
    <main id="main" tabIndex={-1} className="site-page bg-warm">
      <div className="site-wrap grid min-h-[70svh] content-center justify-items-start gap-5 py-24">
        {why && <Alert tone="negative">{why}</Alert>}
        <StatusBadge status={status} />
        <h1 className="site-display">{name} is closed</h1>
        <p className="site-lead">It is completed and no longer takes investments.</p>
        {request && (
          <p className="max-w-[44rem]">
            Your request of <Amount cents={request.amount} show="when-needed" className="num" />,
            sent on {formatDay(dayOf(request.requestedAt))}, is still open but can no longer become
            an investment. It expires on {formatDay(dayOf(request.reservedUntil))}, and you can{' '}
            <Link
              to={`/investment-dashboard/investments/requests/${request.id}/withdraw`}
              className="text-link underline underline-offset-2"
            >
              withdraw it
            </Link>{' '}
            before then.
          </p>
        )}
        <div className="flex flex-wrap gap-3 pt-3">
          <ButtonLink to="/investments" look="primary">
            See open opportunities
          </ButtonLink>
          <ButtonLink to={`/investment/${slug}`}>Look at {name}</ButtonLink>
        </div>
      </div>
    </main>
  )
}

type InsteadProps = { title: string; children: ReactNode; ways: ReactNode } & Partial<TooLate>

function Instead({ title, children, ways, why }: InsteadProps) {
  return (
    <>
      {why && (
        <div className="mb-6">
          <Alert tone="negative">{why}</Alert>
        </div>
      )}
      <h1 className={`${titleClass} pb-3`}>{title}</h1>
      <p className="site-lead">{children}</p>
      <Foot className="pt-8">{ways}</Foot>
    </>
  )
}

/** Administrators do not invest; their requests come from investors. */
export function ForAdministrators({ name }: { name: string }) {
  return (
    <Instead
      title={`Invest in ${name}`}
      ways={
        <>
          <ButtonLink to="/admin-dashboard/requests" look="primary">
            Open the requests
          </ButtonLink>
          <ButtonLink to="/admin-dashboard/investments/new">Add Investment</ButtonLink>
        </>
      }
    >
      You are signed in as an administrator. Investors send their requests here; you approve or
      decline them in the back office, and add investments there yourself.
    </Instead>
  )
}

/** Too little is left, or the project does not say what it offers. */
export function NoneLeft({
  project: { slug, name },
  left,
  why,
}: { project: Project; left: TooLittle | null } & TooLate) {
  return (
    <Instead
      why={why}
      title={left ? tooLittleTitle(left) : `Talk to us about ${name}`}
      ways={
        <>
          <ButtonLink to={`/contact?project=${slug}`} look="primary">
            {left ? 'Write to us' : 'Book a Consultation'}
          </ButtonLink>
          <ButtonLink to="/investments">See other projects</ButtonLink>
        </>
      }
    >
      {left
        ? `${tooLittleWords(left, name)} Reservations end after 14 days. Write to us, and we will tell you when something is available.`
        : 'Terms are agreed with each investor. Write to us to learn what is available.'}
    </Instead>
  )
}

const tooLittleTitle = ({ left }: TooLittle) =>
  isPositive(left) ? 'Not enough is available at the moment' : 'Nothing is available at the moment'

function tooLittleWords({ left, least }: TooLittle, name: string): string {
  if (!isPositive(left) || least === null) return `Everything in ${name} is invested or reserved.`
  const [remainder, atLeast] = [left, least].map((amount) => formatAmount(amount, 'when-needed'))
  return `${remainder} of ${name} is available, and the minimum is ${atLeast}.`
}
