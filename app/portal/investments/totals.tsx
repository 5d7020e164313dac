import type { ReactNode } from 'react'
import type { Returns } from '../../domain/distributions/my-returns.server.ts'
import type { Portfolio } from '../../domain/investments/portfolio.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Day } from '../../ui/day.tsx'
import { counted } from '../../values/counted.ts'
import { isPositive } from '../../values/money.ts'

export function Totals({ portfolio, returns }: { portfolio: Portfolio; returns: Returns }) {
  const { invested, toRefund, since, projects, investments } = portfolio
  return (
    <section
      aria-label="Totals"
      className="grid grid-cols-[1.25fr_1fr_1fr] rounded-card border border-line bg-surface py-5.5 @max-[40rem]/main:grid-cols-2 @max-[14rem]/main:grid-cols-1 @max-[40rem]/main:pt-4 @max-[40rem]/main:pb-0"
    >
      <Total
        label="Total Invested"
        figure={<Amount cents={invested} />}
        className="@max-[40rem]/main:col-span-full @max-[40rem]/main:border-b @max-[40rem]/main:pt-0"
        look="text-4xl leading-none tracking-[-0.034em]"
      >
        In {counted(projects.all, 'project')}
        {since && ` since ${since.slice(0, 4)}`}
        {isPositive(toRefund) && (
          <span className="block">
            To refund <Amount cents={toRefund} show="when-needed" />
          </span>
        )}
      </Total>
      <Total
        label="Total Returns"
        figure={<Amount cents={returns.total} />}
        className="border-s @max-[40rem]/main:border-s-0"
      >
        {returns.last ? (
          <>
            Last{' '}
            <Amount
              cents={returns.last.amount}
              show="when-needed"
              className="font-medium text-positive"
            />{' '}
            on <Day on={returns.last.on} />
          </>
        ) : (
          'None yet'
        )}
        {isPositive(returns.declared) && (
          <span className="block">
            <Amount cents={returns.declared} show="when-needed" /> declared, not sent yet
          </span>
        )}
      </Total>
      <Total label="Active Investments" figure={investments.active} className="border-s">
        {investments.completed} completed
        {investments.pending > 0 && `, ${investments.pending} pending`}
      </Total>
    </section>
  )
}

function Total(props: {
  label: string
  figure: ReactNode
  className: string
  look?: string
  children: ReactNode
}) {
  const { look = 'text-2xl leading-normal tracking-[-0.022em]' } = props
  return (
    <dl
      className={`min-w-0 border-line px-5 @max-[40rem]/main:px-4 @max-[40rem]/main:py-3 ${props.className}`}
    >
      <dt className="text-xs text-muted">{props.label}</dt>
      <dd className={`num mt-1 font-[580] ${look}`}>{props.figure}</dd>
      <dd className="num mt-1 text-xs text-muted">{props.children}</dd>
    </dl>
  )
}
