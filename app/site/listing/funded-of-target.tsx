import type { FundedShare } from '../../domain/projects/published-project.ts'
import { Amount } from '../../ui/amount.tsx'
import type { Cents } from '../../values/money.ts'
import { Funded } from '../parts/funded.tsx'

type Props = { funded: FundedShare; target: Cents | null; explains?: boolean }

/** `explains` says what a typed-in share counts, next to figures that count what is reserved. */
export function FundedOfTarget({ funded, target, explains = false }: Props) {
  if (target !== null) {
    const sum = <Amount cents={target} show="when-needed" />
    return <Funded funded={funded} of={<>{sum} target</>} />
  }
  return (
    <div className="grid gap-2">
      <Funded funded={funded} />
      {explains && funded.asOf !== null && (
        <p className="text-sm text-muted">
          This is what was paid in by that day. What is reserved and not yet paid is not part of it.
        </p>
      )}
    </div>
  )
}
