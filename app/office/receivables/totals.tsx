import { type Age, ageLabels, ages } from '../../domain/receivables/receivable.ts'
import { Amount } from '../../ui/amount.tsx'
import { counted } from '../../values/counted.ts'
import type { Cents } from '../../values/money.ts'
import { ListSum } from '../parts/list-sum.tsx'

type Props = {
  by: 'investor' | 'project'
  totals: Record<Age, Cents> & { total: Cents; notDue: Cents | null; count: number }
}

/** The amounts of the list on all its pages. What is not due includes investors who owe nothing overdue. */
export function Totals({ by, totals }: Props) {
  const { notDue, total, count } = totals
  return (
    <ListSum
      label="Totals of this list"
      sums={[
        ['Overdue', <Amount key="total" cents={total} show="when-needed" />],
        ...ages.map(
          (age) =>
            [ageLabels[age], <Amount key={age} cents={totals[age]} show="when-needed" />] as const,
        ),
        ...(notDue === null
          ? []
          : ([
              [
                by === 'investor' ? 'Not due, all investors' : 'Not due',
                <Amount key="notDue" cents={notDue} show="when-needed" />,
              ],
            ] as const)),
      ]}
    >
      {counted(count, by)}
    </ListSum>
  )
}
