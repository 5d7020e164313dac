import type { FreeUnit } from '../../domain/projects/unit.ts'
import { type Cents, formatAmount } from '../../values/money.ts'
import { Fact, sumClass } from '../invest/frame.tsx'
import { StepList } from '../invest/steps.tsx'

const words = { amount: 'How much', terms: 'Terms and risk', details: 'Your details', code: 'Code' }

export type InterestStep = keyof typeof words

const order = ['amount', 'terms', 'details', 'code'] as const

/** What a guest chose, with the amount as it is typed and the queries that lead back to earlier steps. */
export type Chosen = { amount: string; unit: FreeUnit | null; toAmount: string; toTerms: string }

export function chosenOf({ amount, unit }: { amount: Cents; unit: FreeUnit | null }): Chosen {
  const typed = formatAmount(amount, 'when-needed').slice(1)
  const query = unit ? `${typed}&unit=${unit.id}` : typed
  return { amount: typed, unit, toAmount: `?from=${query}`, toTerms: `?amount=${query}` }
}

/** The steps of a guest. Those before are links while nothing was sent. */
export function InterestSteps({ step, chosen }: { step: InterestStep; chosen: Chosen | null }) {
  const now = order.indexOf(step)
  const links: Partial<Record<InterestStep, string>> =
    chosen === null ? {} : { amount: chosen.toAmount, terms: chosen.toTerms }
  return (
    <StepList
      steps={order.map((name, place) => ({
        name,
        words: words[name],
        state: place < now ? 'laid' : place === now ? 'now' : 'open',
        to: place < now ? links[name] : undefined,
      }))}
    />
  )
}

/** The choice as hidden fields of the later steps. */
export function ChosenFields({ chosen: { amount, unit } }: { chosen: Chosen }) {
  return (
    <>
      <input type="hidden" name="amount" value={amount} />
      {unit && <input type="hidden" name="unit" value={unit.id} />}
    </>
  )
}

/** The choice in words. */
export function ChosenFacts({ chosen: { amount, unit } }: { chosen: Chosen }) {
  return (
    <>
      {unit && (
        <Fact label={unit.share === null ? 'Unit' : 'Share'}>
          <bdi>{unit.name}</bdi>
        </Fact>
      )}
      <Fact label="Amount" className={sumClass}>
        ${amount}
      </Fact>
    </>
  )
}
