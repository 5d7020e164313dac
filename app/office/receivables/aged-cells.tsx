import { type Age, type Aged, ageLabels, ages } from '../../domain/receivables/receivable.ts'
import { Amount } from '../../ui/amount.tsx'
import { Td, Th } from '../../ui/layout/table.tsx'
import type { Cents } from '../../values/money.ts'

/** Columns of the ages, which cards and narrow tables name in one line instead. */
const narrow = '@max-[61rem]/main:hidden'

/** The headings of these columns. */
export function AgeHeads() {
  return (
    <>
      {ages.map((age) => (
        <Th key={age} end className={narrow}>
          {ageLabels[age].replace(' days', '')}
          <span className="sr-only"> days overdue</span>
        </Th>
      ))}
    </>
  )
}

export function AgeCells({ aged }: { aged: Record<Age, Cents> }) {
  return (
    <>
      {ages.map((age) => (
        <Td key={age} end card="hidden" className={narrow}>
          <MoneyOrDash cents={aged[age]} />
        </Td>
      ))}
    </>
  )
}

/** A dash for nothing, so that the amounts stand out. */
export function MoneyOrDash({ cents }: { cents: Cents }) {
  if (cents === 0n) return <span className="text-muted">–</span>
  return <Amount cents={cents} show="when-needed" />
}

/** In a card: the ages that have an amount, and what is not due. */
export function AgesInWords({ aged }: { aged: Omit<Aged, 'since'> }) {
  const shown = [
    ...ages.map((age) => [ageLabels[age], aged[age]] as const),
    ['Not due', aged.notDue] as const,
  ].filter(([, amount]) => amount !== 0n)
  return (
    <p className="text-xs text-muted @min-[61.01rem]/main:hidden">
      {shown.map(([label, amount], index) => (
        <span key={label} className={label === 'Not due' ? '@min-[48.01rem]/main:hidden' : ''}>
          {index > 0 && ', '}
          {label} <Amount cents={amount} show="when-needed" />
        </span>
      ))}
    </p>
  )
}
