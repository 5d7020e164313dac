import { type ReactNode, useId } from 'react'
import type { RequestDraft } from '../../domain/investment-requests/draft-request.server.ts'
import type { Offer } from '../../domain/investment-requests/request.ts'
import { Amount } from '../../ui/amount.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { FieldNote, useField } from '../../ui/fields/field.tsx'
import { ActionForm, useFormState } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import type { FormReply } from '../../values/form.ts'
import { formatPercent } from '../../values/percent.ts'
import { Foot, stepClass } from './frame.tsx'

type Props = {
  completion: string | null
  /** The project's own risks. */
  risk: string | null
  /** Price, expected return and completion are part of the terms' fingerprint. */
  offer: Offer
  draft: RequestDraft | null
  reply: FormReply | undefined
}

/** Second step: both checkboxes are required. */
export function Terms({
  completion,
  risk,
  offer: { terms, unitPrice, annualReturn },
  draft,
  reply,
}: Props) {
  const isUnderstood = Boolean(draft?.understoodAt)
  return (
    <ActionForm reply={reply} action="?step=terms" className={stepClass}>
      <input type="hidden" name="step" value="terms" />
      <input type="hidden" name="terms" value={terms} />
      {draft?.isOutdated && (
        <Alert>
          The price, the expected return, the completion or the risks have changed since you read
          this. Nothing was sent: please read it again.
        </Alert>
      )}
      <h2 className="site-subtitle" tabIndex={-1}>
        Before you continue
      </h2>
      <Understand
        completion={completion}
        risk={risk}
        unitPrice={unitPrice}
        annualReturn={annualReturn}
        isTicked={isUnderstood}
      />
      <Foot>
        <SubmitButton pendingLabel="Saving">Continue to review</SubmitButton>
        <ButtonLink to="?step=amount">Back</ButtonLink>
      </Foot>
    </ActionForm>
  )
}

type UnderstandProps = Pick<Offer, 'unitPrice' | 'annualReturn'> & {
  completion: string | null
  risk: string | null
  isTicked: boolean
}

/** Terms and risk with the two checkboxes. */
export function Understand({
  completion,
  risk,
  unitPrice,
  annualReturn,
  isTicked,
}: UnderstandProps) {
  return (
    <>
      <ul className="grid gap-3.5 border-s-2 border-gold ps-5 text-muted">
        <Term title="This is a request, not a purchase.">
          Nothing is paid here and nothing is signed. It binds neither you nor us.
        </Term>
        <Term title="Expected returns and future prices are estimates">
          and may not be reached.
          {annualReturn !== null && ` Expected now: ${formatPercent(annualReturn)} a year.`}
          {unitPrice !== null && (
            <>
              {' '}
              A unit costs <Amount cents={unitPrice} show="when-needed" /> now.
            </>
          )}{' '}
          Property can lose value as well as gain it.
        </Term>
        <Term title="Building can take longer than planned.">
          {completion !== null && !completion.startsWith('Planned for') && (
            <>Completion as planned: {completion}.</>
          )}
          {completion?.startsWith('Planned for') && <>{completion}.</>}
        </Term>
        <Term title="A share in a property cannot be sold immediately.">
          Invest only what you can leave invested until completion.
        </Term>
        {risk !== null && (
          <Term title="The risks of this project:">
            <bdi className="whitespace-pre-line wrap-anywhere">{risk}</bdi>
          </Term>
        )}
        <Term title="Read the contract before you pay">and ask us, or someone you trust.</Term>
      </ul>
      <div>
        <Tick name="isRequest" isTicked={isTicked}>
          I understand that this is a request and not a purchase.
        </Tick>
        <Tick name="isRisky" isTicked={isTicked}>
          I understand that I can lose money, that building can take longer, and that a share cannot
          be sold immediately.
        </Tick>
      </div>
    </>
  )
}

function Term({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <b className="font-[550] text-text">{title}</b> {children}
    </li>
  )
}

function Tick({
  name,
  isTicked,
  children,
}: {
  name: string
  isTicked: boolean
  children: ReactNode
}) {
  const { reply } = useFormState()
  const { id, error, input } = useField({
    name,
    hint: undefined,
    defaultValue: undefined,
    required: true,
  })
  const box = useId()
  const isOn = reply ? reply.values[name] !== undefined : isTicked
  return (
    <div className="grid grid-cols-[1.5rem_1fr] gap-x-4 border-b border-line py-4 first:border-t">
      <input
        type="checkbox"
        {...input}
        id={box}
        defaultChecked={isOn}
        className="size-6 cursor-pointer accent-primary"
      />
      <label htmlFor={box} className="cursor-pointer">
        {children}
      </label>
      <div className="col-2">
        <FieldNote id={id} error={error} hint={null} />
      </div>
    </div>
  )
}
