import {
  lineNumbers,
  type PlanFields,
  readShares,
} from '../../../domain/payment-plans/plan-form.ts'
import { totalsOf } from '../../../domain/payment-plans/plan-line.ts'
import type { MilestoneChoice } from '../../../domain/payment-plans/plan-templates.server.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { FieldNote } from '../../../ui/fields/field.tsx'
import { useFormState } from '../../../ui/fields/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type Cents, formatAmount, subtract } from '../../../values/money.ts'
import { basisPoints, formatPercent, hundredPercent } from '../../../values/percent.ts'
import { LineFields } from './line-fields.tsx'

type Props = {
  fields: PlanFields
  revision: number
  milestones: MilestoneChoice[]
  /** What fixed amounts must come to; null where any sum will do. */
  amount: Cents | null
  onAct: (act: string) => void
}

/** The lines of a plan with their running total. Buttons work without script. */
export function LinesEditor({ fields, revision, milestones, amount, onAct }: Props) {
  const { reply } = useFormState()
  const numbers = lineNumbers(fields)
  return (
    <section
      aria-labelledby="plan-lines"
      className="rounded-card border border-line bg-surface px-(--pad) pb-3"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 pt-4">
        <h2 id="plan-lines" className="text-md font-semibold">
          Lines
        </h2>
        <RunningTotal fields={fields} amount={amount} />
      </header>
      <p className="mt-0.5 text-xs text-muted">
        A share like 10%, or an amount like 5,000. Percentages apply to what is left after fixed
        amounts.
      </p>
      <input type="hidden" name="lines" value={fields.lines ?? ''} />
      <ol>
        {numbers.map((number, place) => (
          <LineFields
            key={`${revision}-${number}`}
            number={number}
            place={place + 1}
            count={numbers.length}
            fields={fields}
            milestones={milestones}
            onAct={onAct}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-3">
        <button
          type="submit"
          name="act"
          value="add"
          className={buttonClass('secondary', 'small')}
          onClick={(event) => {
            event.preventDefault()
            onAct('add')
          }}
        >
          <Icon name="plus" size="small" />
          Add line
        </button>
        <div id="lines-error" tabIndex={-1} aria-invalid={reply?.errors.lines ? true : undefined}>
          <FieldNote id="lines" error={reply?.errors.lines} hint={null} />
        </div>
      </div>
    </section>
  )
}

/** `Total 90% of 100%`, or what is missing of the amount. */
function RunningTotal({ fields, amount }: Pick<Props, 'fields' | 'amount'>) {
  const { percent, fixed } = totalsOf(readShares(fields))
  const isWrong = percent > 0 ? percent !== hundredPercent : amount !== null && fixed !== amount
  return (
    <p
      role="status"
      className={`num text-sm ${isWrong ? 'font-medium text-negative' : 'text-muted'}`}
    >
      {totalWords({ percent, fixed, amount })}
    </p>
  )
}

type Total = { percent: number; fixed: Cents; amount: Cents | null }

/** What the lines come to, and how far that is from what they should. */
function totalWords({ percent, fixed, amount }: Total): string {
  const money = (cents: Cents) => formatAmount(cents, 'when-needed')
  const share = (bp: number) => formatPercent(basisPoints(bp), bp % 100 === 0 ? 0 : 2)
  if (percent > 0) {
    const also = fixed > 0n ? `${money(fixed)} and ` : ''
    return `Total ${also}${share(percent)} of 100%`
  }
  if (amount === null) return `Total ${money(fixed)}`
  const total = `Total ${money(fixed)} of ${money(amount)}`
  if (fixed === amount) return total
  return fixed < amount
    ? `${total}, ${money(subtract(amount, fixed))} missing`
    : `${total}, ${money(subtract(fixed, amount))} too much`
}
