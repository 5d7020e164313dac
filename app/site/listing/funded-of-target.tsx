import type { FundedShare } from '../../domain/projects/published-project.ts'
import { Amount } from '../../ui/amount.tsx'
import type { Cents } from '../../values/money.ts'
import { Funded } from '../parts/funded.tsx'

export function FundedOfTarget({ funded, target }: { funded: FundedShare; target: Cents | null }) {
  if (target === null) return <Funded funded={funded} />
  const sum = <Amount cents={target} show="when-needed" />
  return <Funded funded={funded} of={<>{sum} target</>} />
}
