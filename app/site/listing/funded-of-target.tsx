import type { FundedShare } from '../../domain/projects/published-project.ts'
import { Amount } from '../../ui/amount.tsx'
import type { Cents } from '../../values/money.ts'
import { Funded } from '../parts/funded.tsx'

/** The funded share with the sum it is a share of, where one is set. */
export function FundedOfTarget({ funded, target }: { funded: FundedShare; target: Cents | null }) {
  if (target === null) return <Funded funded={funded} />
  const sum = <Amount cents={target} show="when-needed" />
  return <Funded funded={funded} of={<>{sum} target</>} />
}
