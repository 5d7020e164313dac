import type { InvestmentForEdit } from '../../../domain/investments/find-investment.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { formatAmount } from '../../../values/money.ts'

const sideBySide = {
  list: 'grid grid-cols-3 @max-[20rem]/dialog:grid-cols-1 @max-[20rem]/dialog:gap-0.5',
  figure:
    '@min-[20.01rem]/dialog:not-first:border-s not-first:border-line @min-[20.01rem]/dialog:not-first:ps-4 @max-[20rem]/dialog:flex @max-[20rem]/dialog:items-baseline @max-[20rem]/dialog:justify-between',
}
const below = { list: 'grid gap-0.5', figure: 'flex items-baseline justify-between' }

/** Characters that fit a third of the dialog on a phone. */
const columnCharacters = 10

/** Figures to the cent; stacked where one would not fit its column. */
export function PaymentSummary({
  investment: { amount, received, remaining },
}: {
  investment: InvestmentForEdit
}) {
  const figures = [
    ['Amount', amount],
    ['Received', received],
    ['Remaining', remaining],
  ] as const
  const isLong = figures.some(
    ([, cents]) => formatAmount(cents, 'when-needed').length > columnCharacters,
  )
  const { list, figure } = isLong ? below : sideBySide
  return (
    <dl className={`mb-4.5 border-y border-line py-3 max-sm:mb-3.5 max-sm:py-2.5 ${list}`}>
      {figures.map(([label, cents]) => (
        <div key={label} className={`min-w-0 gap-x-3 ${figure}`}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-[1.0625rem] font-[580] tracking-[-0.012em]">
            <Amount cents={cents} show="when-needed" />
          </dd>
        </div>
      ))}
    </dl>
  )
}
