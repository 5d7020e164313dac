import { useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { RequestDraft } from '../../domain/investment-requests/draft-request.server.ts'
import { type Offer, smallestRequest } from '../../domain/investment-requests/request.ts'
import type { Profile } from '../../domain/investors/profile.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { FieldNote, useField } from '../../ui/fields/field.tsx'
import { ActionForm, useFormState } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../ui/fields/textarea-field.tsx'
import type { FormReply } from '../../values/form.ts'
import { formatAmount } from '../../values/money.ts'
import { Fact, Foot, stepClass, sumClass } from './frame.tsx'
import { ClearDraftWhenSent, KeepDraft } from './keep-draft.tsx'
import { choicesOf, keptChoice, typed } from './offered-choices.ts'
import { choiceClass, radioClass, remarkClass, UnitChoice } from './unit-choice.tsx'

type Props = {
  slug: string
  offer: Offer
  draft: RequestDraft | null
  misfit: string | null
  profile: Profile
  supportEmail: string | null
  reply: FormReply | undefined
}

/** First step: amount and note. */
export function AmountStep({ slug, offer, draft, misfit, profile, supportEmail, reply }: Props) {
  const [outdated] = useState(() =>
    draft && misfit !== null ? asRefused(draft, misfit) : undefined,
  )
  return (
    <ActionForm reply={reply ?? outdated} action="?step=amount" className={stepClass}>
      <input type="hidden" name="step" value="amount" />
      <KeepDraft slug={slug} isRefused={reply !== undefined} />
      <h2 className="site-subtitle" tabIndex={-1}>
        How much would you like to invest?
      </h2>
      <Choices offer={offer} draft={draft} />
      <Details profile={profile} supportEmail={supportEmail} />
      <TextareaField
        name="note"
        label="Note"
        hint="Note (optional)"
        optional
        rows={3}
        defaultValue={draft?.note ?? ''}
      />
      <Foot>
        <SubmitButton pendingLabel="Saving">Continue to terms and risk</SubmitButton>
      </Foot>
    </ActionForm>
  )
}

/** Deletes a draft after confirmation; works without JavaScript. */
export function DiscardDraft({ slug }: { slug: string }) {
  return (
    <details className="pt-4">
      <summary className={buttonClass('secondary')}>Discard this request</summary>
      <p className="pt-3">
        The amount and the note are deleted. Nothing has been sent or reserved.
      </p>
      <ActionForm reply={undefined} action="?step=amount" className="pt-3">
        <input type="hidden" name="step" value="discard" />
        <ClearDraftWhenSent slug={slug} />
        <SubmitButton look="secondary" pendingLabel="Discarding">
          Yes, discard it
        </SubmitButton>
      </ActionForm>
    </details>
  )
}

/** An unavailable earlier choice is shown as if just refused. */
function asRefused(draft: RequestDraft, misfit: string): FormReply {
  const field = draft.owned === null ? 'amount' : 'choice'
  const choice = draft.owned === null ? 'other' : ''
  const values = { choice, amount: typed(draft.amount), note: draft.note ?? '' }
  return {
    errors: { [field]: misfit },
    values,
    message: 'The offer has changed. Nothing was sent.',
  }
}

const columns = 'max-[16em]:grid-cols-[1.5rem_minmax(0,1fr)]'

function Choices({ offer, draft }: { offer: Offer; draft: RequestDraft | null }) {
  const { reply } = useFormState()
  const { id, error } = useField({
    name: 'choice',
    hint: undefined,
    defaultValue: undefined,
    required: true,
  })
  const choices = choicesOf(offer)
  const { search } = useLocation()
  if (choices.length + offer.units.length === 0) return <OtherAlone offer={offer} draft={draft} />
  const kept = draft && keptChoice(draft, choices)
  const wanted = new URLSearchParams(search).get('choice')
  const offered = choices.find(({ value }) => value === wanted) ?? choices[0]
  const chosen = reply?.values.choice ?? kept ?? offered?.value ?? 'unit'
  return (
    <fieldset
      className="grid border-t border-line"
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="sr-only">How much</legend>
      {choices.map(({ label, amount, value }) => (
        <label
          key={label}
          className={`${choiceClass} ${columns} grid-cols-[1.5rem_minmax(0,1fr)_auto]`}
        >
          <input
            className={radioClass}
            type="radio"
            name="choice"
            value={value}
            defaultChecked={chosen === value}
            aria-invalid={error && chosen === value ? true : undefined}
          />
          <span>
            <b className="block font-[550]">{label}</b>
            {amount === offer.left && <small className={remarkClass}>Everything available</small>}
          </span>
          <Amount cents={amount} show="when-needed" className={sumClass} />
        </label>
      ))}
      <UnitChoice
        units={offer.units}
        chosen={draft?.unit?.id ?? null}
        isChosen={chosen === 'unit'}
      />
      <OtherAmount
        offer={offer}
        draft={kept === 'other' ? draft : null}
        isChosen={chosen === 'other'}
      />
      <FieldNote id={id} error={error} hint={null} />
    </fieldset>
  )
}

function OtherAmount({
  offer,
  draft,
  isChosen,
}: {
  offer: Offer
  draft: RequestDraft | null
  isChosen: boolean
}) {
  const radio = useRef<HTMLInputElement>(null)
  const id = useId()
  const shares = offer.units.flatMap(({ share, price }) => (share === null ? [] : [price]))
  const isSeveral = shares.some((price) => offer.left === null || price * 2n <= offer.left)
  return (
    <div className={`${choiceClass} grid-cols-[1.5rem_minmax(0,1fr)]`}>
      <input
        className={radioClass}
        ref={radio}
        id={id}
        type="radio"
        name="choice"
        value="other"
        defaultChecked={isChosen}
      />
      <label htmlFor={id} className="cursor-pointer">
        <b className="block font-[550]">Another amount</b>
        <small className={remarkClass}>
          {isSeveral
            ? 'Such as the sum of several shares. Name them in the note'
            : 'We help you find what it buys'}
        </small>
      </label>
      <div
        className="col-2 max-w-64 pt-3 pb-1.5 [:not(:has(:checked))>&]:hidden"
        onInput={() => {
          if (radio.current) radio.current.checked = true
        }}
      >
        <TypedAmount offer={offer} draft={draft} label="Amount in US dollars" />
      </div>
    </div>
  )
}

/** Projects without units. */
function OtherAlone({ offer, draft }: { offer: Offer; draft: RequestDraft | null }) {
  return (
    <div className="max-w-80">
      <input type="hidden" name="choice" value="other" />
      <TypedAmount offer={offer} draft={draft} label="Amount in US dollars" />
    </div>
  )
}

function TypedAmount({
  offer,
  draft,
  label,
}: {
  offer: Offer
  draft: RequestDraft | null
  label: string
}) {
  const hint = bounds(offer)
  const { id, error, value, input } = useField({
    name: 'amount',
    hint,
    defaultValue: draft ? typed(draft.amount) : '',
    required: undefined,
  })
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-md font-[550]">
        {label}
      </label>
      <div className="relative">
        <span
          aria-hidden="true"
          className="absolute inset-y-0 left-3.5 grid items-center text-muted"
        >
          $
        </span>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          className="num min-h-13 w-full rounded-control border border-line-control bg-surface py-3 ps-7.5 pe-3.5 font-[550] aria-invalid:border-negative aria-invalid:shadow-[inset_0_0_0_1px_var(--negative)]"
          defaultValue={value}
          {...input}
        />
      </div>
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  )
}

function bounds(offer: Offer): string {
  const least = smallestRequest(offer)
  const left = offer.left === null ? '' : `at most ${formatAmount(offer.left, 'when-needed')}`
  return least === null
    ? `Up to the available ${left}`
    : `At least ${formatAmount(least, 'when-needed')}, ${left}`
}

function Details({ profile, supportEmail }: { profile: Profile; supportEmail: string | null }) {
  const { fullName, email, phone } = profile
  return (
    <section className="grid gap-3">
      <h3 className="font-[550]">Your details</h3>
      <dl>
        <Fact label="Full Name">
          <bdi>{fullName}</bdi>
        </Fact>
        <Fact label="Email Address">{email}</Fact>
        {phone !== null && (
          <Fact label="Phone Number" className="num">
            {phone}
          </Fact>
        )}
      </dl>
      <p className="text-sm text-muted">
        From your account.{' '}
        {supportEmail !== null && (
          <>
            Something wrong? Write to{' '}
            <a href={`mailto:${supportEmail}`} className="text-link underline">
              {supportEmail}
            </a>
          </>
        )}
      </p>
    </section>
  )
}
