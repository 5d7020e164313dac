import { Link } from 'react-router'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { FormReply } from '../../values/form.ts'
import { type Cents, formatAmount } from '../../values/money.ts'
import { Foot, stepClass } from '../invest/frame.tsx'

type Props = {
  slug: string
  least: Cents | null
  amount: string | null
  reply: FormReply | undefined
}

/** First step of a guest. */
export function AmountOfInterest({ slug, least, amount, reply }: Props) {
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
