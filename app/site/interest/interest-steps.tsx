import { StepList } from '../invest/steps.tsx'

const words = { amount: 'How much', terms: 'Terms and risk', details: 'Your details', code: 'Code' }

export type InterestStep = keyof typeof words

const order = ['amount', 'terms', 'details', 'code'] as const

/** The steps of a guest. Those before are links while nothing was sent. */
export function InterestSteps({ step, amount }: { step: InterestStep; amount: string | null }) {
  const now = order.indexOf(step)
  const links: Partial<Record<InterestStep, string>> =
    amount === null || step === 'code'
      ? {}
      : { amount: `?from=${amount}`, terms: `?amount=${amount}` }
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
