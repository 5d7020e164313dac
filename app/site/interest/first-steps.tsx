import { Link } from 'react-router'
import type { ListedProjectPage } from '../../domain/projects/published-project.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { FormReply } from '../../values/form.ts'
import { type Cents, formatAmount } from '../../values/money.ts'
import { Foot, stepClass } from '../invest/frame.tsx'
import { Understand } from '../invest/terms.tsx'

type AmountProps = {
  slug: string
  least: Cents | null
  amount: string | null
  reply: FormReply | undefined
}

/** First step of a guest. */
export function AmountOfInterest({ slug, least, amount, reply }: AmountProps) {
  const smallest = least === null ? null : formatAmount(least, 'when-needed')
  return (
    <ActionForm reply={reply} method="get" className={stepClass}>
      <h2 className="site-subtitle">How much would you like to invest?</h2>
      <div className="max-w-80">
        <TextField
          name="amount"
          label="Amount in US dollars"
          required
          inputMode="decimal"
          autoComplete="off"
          defaultValue={amount ?? smallest?.slice(1)}
          hint={smallest ? `At least ${smallest}` : undefined}
        />
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
  amount: string
  reply: FormReply | undefined
}

/** Second step of a guest: both checkboxes are required. */
export function TermsOfInterest({ project, terms, amount, reply }: TermsProps) {
  const { completion, riskText, unitPrice, annualReturn } = project
  return (
    <ActionForm reply={reply} method="get" className={stepClass}>
      <input type="hidden" name="amount" value={amount} />
      <input type="hidden" name="terms" value={terms} />
      <h2 className="site-subtitle">Before you continue</h2>
      <Understand {...{ completion, unitPrice, annualReturn }} risk={riskText} isTicked={false} />
      <Foot>
        <SubmitButton>Continue to your details</SubmitButton>
        <ButtonLink to={`?from=${amount}`}>Back</ButtonLink>
      </Foot>
    </ActionForm>
  )
}
