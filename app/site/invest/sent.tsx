import type { OpenRequest } from '../../domain/investment-requests/draft-request.server.ts'
import { reservedDays } from '../../domain/investment-requests/request.ts'
import { Amount } from '../../ui/amount.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { StackedMark } from '../../ui/large-marks.tsx'
import { dayOf, formatDay } from '../../values/calendar-date.ts'
import { useFocusOnArrival } from './focus-on-arrival.ts'

const next = [
  [
    'Your request is recorded',
    `The amount is reserved for ${reservedDays} days, until we answer or you withdraw it.`,
  ],
  ['We talk', 'About the property, the payments and your questions.'],
  ['You read the contract', 'Take your time. Nothing is due before you sign.'],
  [
    'Your investment appears in the portal',
    'Once we approve the request, with its payments, receipts and documents.',
  ],
] as const

/** `why` is what was said of a step that was sent beside it. */
type Props = { project: { name: string }; request: OpenRequest; why: string | undefined }

/** After it was sent, for as long as the request waits: what happens next, and the way to take it back. */
export function Sent({ project, request, why }: Props) {
  const { id, amount, requestedAt, reservedUntil } = request
  const place = useFocusOnArrival()
  return (
    <>
      {why && <Alert tone="negative">{why}</Alert>}
      <div ref={place} className="invest__done">
        <div className="invest__mark">
          <StackedMark />
        </div>
        <h1 className="invest__title" tabIndex={-1}>
          Thank You!
        </h1>
        <p className="site-lead">
          Your request of <Amount cents={amount} show="when-needed" className="num" /> in{' '}
          {project.name} has reached us. A copy is on its way to your email.
        </p>
        <p className="text-sm text-muted">
          Sent {formatDay(dayOf(requestedAt))}, reserved for you until{' '}
          {formatDay(dayOf(reservedUntil))}
        </p>
      </div>
      <h2 className="invest__next-title">What happens now</h2>
      <ol className="invest__next">
        {next.map(([title, text], place) => (
          <li key={title} className={place === 0 ? 'is-laid' : ''}>
            <b>{title}</b>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div className="invest__foot">
        <ButtonLink to="/investment-dashboard" look="primary">
          Go to Dashboard
        </ButtonLink>
        <ButtonLink to="/investments">See other projects</ButtonLink>
        <ButtonLink to={`/investment-dashboard/investments/requests/${id}/withdraw`}>
          Withdraw the request
        </ButtonLink>
      </div>
    </>
  )
}
