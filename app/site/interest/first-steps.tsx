import { Link } from 'react-router'
import type { ListedProjectPage } from '../../domain/projects/published-project.ts'
import type { FreeUnit } from '../../domain/projects/unit.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { FormReply } from '../../values/form.ts'
import { type Cents, formatAmount } from '../../values/money.ts'
import { Foot, stepClass } from '../invest/frame.tsx'
import { Understand } from '../invest/terms.tsx'
import { UnitSelect } from '../invest/unit-choice.tsx'
import { type Chosen, ChosenFacts, ChosenFields } from './interest-steps.tsx'

type AmountProps = {
  slug: string
  least: Cents | null
  units: FreeUnit[]
  chosen: Chosen | null
  reply: FormReply | undefined
}

/** Hidden while a unit is chosen, whose price counts. */
const onlyWithoutUnit = '[:not(:has(option:first-child:checked))>&]:hidden'

/** First step of a guest: a unit or share for its price, or an amount. */
export function AmountOfInterest({ slug, least, units, chosen, reply }: AmountProps) {
  const smallest = least === null ? null : formatAmount(least, 'when-needed')
  return (
    <ActionForm reply={reply} method="get" className={stepClass}>
      <h2 className="site-subtitle">How much would you like to invest?</h2>
      <div className="grid max-w-80 gap-5">
        {units.length > 0 && (
          <UnitSelect
            units={units}
            chosen={chosen?.unit?.id ?? null}
            label="Unit or share"
            none="No unit, only an amount"
            hint="The amount is its price"
          />
        )}
        <div className={units.length > 0 ? onlyWithoutUnit : ''}>
          <TextField
            name="amount"
            label="Amount in US dollars"
            required
            inputMode="decimal"
            autoComplete="off"
            defaultValue={chosen?.amount ?? smallest?.slice(1)}
            hint={smallest ? `At least ${smallest}` : undefined}
          />
        </div>
      </div>
      <Foot>
        <SubmitButton>Continue to terms and risk</SubmitButton>
      </Foot>
      <p className="text-sm text-muted">
        Already an investor?{' '}
        <Link to={`/login?next=/investment/${slug}/invest`} className="text-link underline">
          Sign in to invest
        </Link>
      </p>
    </ActionForm>
  )
}

type TermsProps = {
  project: ListedProjectPage
  terms: string
  chosen: Chosen
  reply: FormReply | undefined
}

/** Second step of a guest: both checkboxes are required. */
export function TermsOfInterest({ project, terms, chosen, reply }: TermsProps) {
  const { completion, riskText, unitPrice, annualReturn } = project
  return (
    <ActionForm reply={reply} method="get" className={stepClass}>
      <ChosenFields chosen={chosen} />
      <input type="hidden" name="terms" value={terms} />
      <h2 className="site-subtitle">Before you continue</h2>
      <dl>
        <ChosenFacts chosen={chosen} />
      </dl>
      <Understand
        completion={completion}
        unitPrice={unitPrice}
        annualReturn={annualReturn}
        risk={riskText}
        isTicked={false}
      />
      <Foot>
        <SubmitButton>Continue to your details</SubmitButton>
        <ButtonLink to={chosen.toAmount}>Back</ButtonLink>
      </Foot>
    </ActionForm>
  )
}
