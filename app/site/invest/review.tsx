import { useState } from 'react'
import { Link } from 'react-router'
import type { RequestDraft } from '../../domain/investment-requests/draft-request.server.ts'
import { type Offer, reservedDays, unitsOf } from '../../domain/investment-requests/request.ts'
import type { Profile } from '../../domain/investors/profile.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { dayOf, formatDay } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'
import type { FormReply } from '../../values/form.ts'
import { formatAmount } from '../../values/money.ts'

type Props = {
  offer: Offer
  draft: RequestDraft
  profile: Profile
  newKey: string
  reply: FormReply | undefined
}

/** Told apart from the picture of that name, which no public page brings along (public-pages.test.ts). */
const fieldOfKey = 'key'

/** The last step: everything once more, then it is sent. */
export function Review({ offer, draft, profile, newKey, reply }: Props) {
  // The first key stays, however often the page is read again: it is what makes sending twice harmless.
  const [key] = useState(reply?.values.key ?? newKey)
  const units = unitsOf(draft.amount, offer.unitPrice)
  return (
    <ActionForm reply={reply} action="?step=review" className="invest__ask">
      <input type="hidden" name="step" value="review" />
      <input type="hidden" name={fieldOfKey} value={key} />
      <input type="hidden" name="version" value={draft.version} />
      <h2 className="site-subtitle" tabIndex={-1}>
        Check your request
      </h2>
      <dl className="invest__facts">
        <div>
          <dt>Project</dt>
          <dd>{offer.name}</dd>
        </div>
        <div>
          <dt>Amount</dt>
          <dd>
            <Amount cents={draft.amount} show="when-needed" className="invest__sum num" />
            {units !== null && <span className="invest__beside">{counted(units, 'unit')}</span>}{' '}
            <Link to="?step=amount" className="invest__change">
              Change<span className="sr-only"> the amount</span>
            </Link>
          </dd>
        </div>
        <div>
          <dt>From</dt>
          <dd>
            <bdi>{profile.fullName}</bdi>
            <span className="invest__beside">{profile.email}</span>
          </dd>
        </div>
        {draft.note !== null && (
          <div>
            <dt>Note</dt>
            <dd className="whitespace-pre-line">
              <bdi>{draft.note}</bdi>
            </dd>
          </div>
        )}
        {draft.understoodAt && (
          <div>
            <dt>Terms and risk</dt>
            <dd>Both accepted, {formatDay(dayOf(draft.understoodAt))}</dd>
          </div>
        )}
      </dl>
      <p className="text-sm text-muted">
        It is reserved for you for {reservedDays} days, or until we answer. You can withdraw it
        until then.
      </p>
      <div className="invest__foot">
        <SubmitButton pendingLabel="Sending request">
          {`Send request of ${formatAmount(draft.amount, 'when-needed')}`}
        </SubmitButton>
        <ButtonLink to="?step=terms">Back</ButtonLink>
      </div>
    </ActionForm>
  )
}
