import { useState } from 'react'
import { Link } from 'react-router'
import type { RequestDraft } from '../../domain/investment-requests/draft-request.server.ts'
import { type Offer, reservedDays, unitsOf } from '../../domain/investment-requests/request.ts'
import type { Profile } from '../../domain/investors/profile.server.ts'
import type { OfferedSchedule } from '../../domain/payment-plans/offered-schedules.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { dayOf, formatDay } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'
import type { FormReply } from '../../values/form.ts'
import { formatAmount } from '../../values/money.ts'
import { Fact, Foot, stepClass, sumClass } from './frame.tsx'
import { PlanChoice } from './plan-choice.tsx'

type Props = {
  offer: Offer
  draft: RequestDraft
  profile: Profile
  newKey: string
  plans: OfferedSchedule[]
  reply: FormReply | undefined
}

/** Renamed, because public pages do not ship the picture of that name (public-pages.test.ts). */
const fieldOfKey = 'key'

export function Review({ offer, draft, profile, newKey, plans, reply }: Props) {
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(reply?.values.key ?? newKey)
  const units = unitsOf(draft.amount, offer.unitPrice)
  return (
    <ActionForm reply={reply} action="?step=review" className={stepClass}>
      <input type="hidden" name="step" value="review" />
      <input type="hidden" name={fieldOfKey} value={key} />
      <input type="hidden" name="version" value={draft.version} />
      <h2 className="site-subtitle" tabIndex={-1}>
        Check your request
      </h2>
      <dl>
        <Fact label="Project">{offer.name}</Fact>
        <Fact label="Amount">
          <Amount cents={draft.amount} show="when-needed" className={sumClass} />
          {draft.owned === null && units !== null && (
            <span className={aside}>{counted(units, 'unit')}</span>
          )}{' '}
          <Link
            to="?step=amount"
            className="ms-2.5 inline-flex min-h-11 items-center text-sm text-link underline"
          >
            Change<span className="sr-only"> the amount</span>
          </Link>
        </Fact>
        {draft.owned !== null && (
          <Fact label="Unit or share">
            <bdi>{draft.owned}</bdi>
          </Fact>
        )}
        <Fact label="From">
          <bdi>{profile.fullName}</bdi>
          <span className={aside}>{profile.email}</span>
        </Fact>
        {draft.note !== null && (
          <Fact label="Note" className="whitespace-pre-line">
            <bdi>{draft.note}</bdi>
          </Fact>
        )}
        {draft.understoodAt && (
          <Fact label="Terms and risk">Both accepted, {formatDay(dayOf(draft.understoodAt))}</Fact>
        )}
      </dl>
      <PlanChoice plans={plans} />
      <p className="text-sm text-muted">
        It is reserved for you for {reservedDays} days, or until we answer. You can withdraw it
        until then.
      </p>
      <Foot>
        <SubmitButton pendingLabel="Sending request">
          {`Send request of ${formatAmount(draft.amount, 'when-needed')}`}
        </SubmitButton>
        <ButtonLink to="?step=terms">Back</ButtonLink>
      </Foot>
    </ActionForm>
  )
}

const aside = 'block text-md font-normal text-muted'
