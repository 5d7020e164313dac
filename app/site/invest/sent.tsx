import type { OpenRequest } from '../../domain/investment-requests/draft-request.server.ts'
import { reservedDays } from '../../domain/investment-requests/request.ts'
import { Amount } from '../../ui/amount.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { StackedMark } from '../../ui/large-marks.tsx'
import { dayOf, formatDay } from '../../values/calendar-date.ts'
import { useFocusOnArrival } from './focus-on-arrival.ts'
import { Foot, titleClass } from './frame.tsx'

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

/** A stone before each of them, and a line down to the next. */
const stone =
  'relative pb-4.5 pl-11 before:absolute before:top-[0.4rem] before:left-0 before:z-1 before:h-3 before:w-7 before:rounded-[0.375rem] before:border-[1.5px] not-last:after:absolute not-last:after:top-[1.15rem] not-last:after:-bottom-[0.4rem] not-last:after:left-[0.85rem] not-last:after:w-px not-last:after:bg-line'
const laid = 'before:border-gold before:bg-gold'
const open = 'before:border-line-control before:bg-page'

/** `why`: the message for a step sent concurrently. */
type Props = { project: { name: string }; request: OpenRequest; why: string | undefined }

/** Shown while the request is open: next steps and withdrawal. */
export function Sent({ project, request, why }: Props) {
  const { id, amount, owned, requestedAt, reservedUntil } = request
  const place = useFocusOnArrival()
  return (
    <>
      {why && <Alert tone="negative">{why}</Alert>}
      <div ref={place} className="grid gap-3">
        <div className="mb-2 w-14">
          <StackedMark />
        </div>
        <h1 className={titleClass} tabIndex={-1}>
          Thank You!
        </h1>
        <p className="site-lead">
          Your request of <Amount cents={amount} show="when-needed" className="num" /> in{' '}
          {project.name}
          {owned !== null && (
            <>
              {' '}
              for <bdi>{owned}</bdi>
            </>
          )}{' '}
          has reached us. A copy is on its way to your email.
        </p>
        <p className="text-sm text-muted">
          Sent {formatDay(dayOf(requestedAt))}, reserved for you until{' '}
          {formatDay(dayOf(reservedUntil))}
        </p>
      </div>
      <h2 className="pt-10 pb-3 font-[550]">What happens now</h2>
      <ol>
        {next.map(([title, text], place) => (
          <li key={title} className={`${stone} ${place === 0 ? laid : open}`}>
            <b className="font-[550]">{title}</b>
            <p className="text-md text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <Foot className="pt-8">
        <ButtonLink to="/investment-dashboard" look="primary">
          Go to Dashboard
        </ButtonLink>
        <ButtonLink to="/investments">See other projects</ButtonLink>
        <ButtonLink to={`/investment-dashboard/investments/requests/${id}/withdraw`}>
          Withdraw the request
        </ButtonLink>
      </Foot>
    </>
  )
}
