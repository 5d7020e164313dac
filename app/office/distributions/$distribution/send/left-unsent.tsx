import type { UnsentShare } from '../../../../domain/distributions/send-distribution.server.ts'
import { Amount } from '../../../../ui/amount.tsx'
import { FieldNote, useField } from '../../../../ui/fields/field.tsx'
import { TextareaField } from '../../../../ui/fields/textarea-field.tsx'
import type { ForeignCurrency } from '../../../../values/exchange-rate.ts'
import { formatCurrency } from '../../../../values/exchange-rate.ts'

const leftHint = 'They stay declared, and can be sent later. Their investors are not notified.'

type Props = {
  unsent: UnsentShare[]
  currency: ForeignCurrency | null
  left: string[]
  onChange: (left: string[]) => void
}

/** Names the shares that are not sent yet, such as those without a confirmed account. */
export function LeftUnsent({ unsent, currency, left, onChange }: Props) {
  const { id, error } = useField({ name: 'left' })
  const toggle = (investmentId: string, isLeft: boolean) =>
    onChange(isLeft ? [...left, investmentId] : left.filter((other) => other !== investmentId))
  return (
    <details className="col-span-full" open={left.length > 0 || undefined}>
      <summary className="tall-target w-fit cursor-pointer text-sm text-muted underline underline-offset-2">
        Leave some shares unsent
        {left.length > 0 && ` (${left.length})`}
      </summary>
      <fieldset
        aria-describedby={error ? `${id}-error` : undefined}
        className="max-h-60 overflow-y-auto rounded-control border border-line px-3"
      >
        <legend className="sr-only">Shares that are not sent yet</legend>
        {unsent.map(({ investmentId, investor, amount, paidMinor }) => (
          <label
            key={investmentId}
            className="flex min-h-8 items-start gap-2.5 py-1.5 max-md:min-h-11"
          >
            <input
              type="checkbox"
              name="left"
              value={investmentId}
              defaultChecked={left.includes(investmentId)}
              onChange={(event) => toggle(investmentId, event.currentTarget.checked)}
              aria-invalid={error ? true : undefined}
              className="mt-[0.1875rem] size-[1.125rem] flex-none accent-(--primary)"
            />
            <span className="min-w-0 flex-1 wrap-anywhere">
              <bdi>{investor.name}</bdi>
              <bdi className="block text-xs text-muted">{investor.email}</bdi>
            </span>
            <span className="text-end">
              <Amount cents={amount} show="always" />
              {paidMinor !== null && currency && (
                <span className="num block text-xs text-muted">
                  {formatCurrency(paidMinor, currency)}
                </span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      <FieldNote id={id} error={error} hint={leftHint} />
    </details>
  )
}

/** The same where the shares are too many to list: all shares of the investors named stay. */
export function LeftByEmail() {
  return (
    <TextareaField
      name="leftEmails"
      label="Leave the shares of these investors unsent"
      optional
      rows={3}
      span="full"
      hint={`Their emails, one on each line. ${leftHint}`}
    />
  )
}
