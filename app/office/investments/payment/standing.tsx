import type { OpenedInvestment } from '../../../domain/investments/investments.server.ts'
import { Amount } from '../../../ui/amount.tsx'

/** How the investment stands, to the cent, above the form. */
export function Standing({ investment: { amount, received, remaining } }: { investment: OpenedInvestment }) {
  const figures = [
    ['Amount', amount],
    ['Received', received],
    ['Remaining', remaining],
  ] as const
  return (
    <dl className="mb-4.5 grid grid-cols-3 border-y border-line py-3 max-sm:mb-3.5 max-sm:py-2.5">
      {figures.map(([label, cents]) => (
        <div
          key={label}
          className="min-w-0 not-first:border-s not-first:border-line not-first:ps-4 max-sm:not-first:ps-3"
        >
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-[1.0625rem] font-[580] tracking-[-0.012em] wrap-anywhere">
            <Amount cents={cents} show="when-needed" />
          </dd>
        </div>
      ))}
    </dl>
  )
}
