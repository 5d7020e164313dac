import type { ListedTotals as Listed } from '../../domain/investments/investment-totals.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { counted } from '../../values/counted.ts'
import { ListSum } from '../parts/list-sum.tsx'

/** The money of a filtered list, on all its pages. */
export function ListedTotals({ totals, count }: { totals: Listed; count: number }) {
  const { amount, received, remaining, cancelled } = totals
  return (
    <ListSum
      label="Totals of this list"
      sums={[
        ['Amount', <Amount key="amount" cents={amount} show="when-needed" />],
        ['Received', <Amount key="received" cents={received} show="when-needed" />],
        ...(remaining === null
          ? []
          : ([
              ['Remaining', <Amount key="remaining" cents={remaining} show="when-needed" />],
            ] as const)),
      ]}
    >
      {counted(count, 'investment')}
      {cancelled > 0 && `, ${cancelled} cancelled not included in the amounts`}
    </ListSum>
  )
}
