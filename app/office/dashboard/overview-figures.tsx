import { Link } from 'react-router'
import type { Due } from '../../domain/investments/due.server.ts'
import type { Overview } from '../../domain/reports/overview.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Day } from '../../ui/day.tsx'
import { Figures, Stat } from '../../ui/layout/stat.tsx'
import { counted } from '../../values/counted.ts'
import { remainingAsShown } from '../../values/money.ts'
import { formatPercent, share } from '../../values/percent.ts'

export function OverviewFigures({
  overview: { money, investors, projects, documents },
  overdue,
}: {
  overview: Overview
  overdue: Due
}) {
  return (
    <section aria-label="Totals">
      <Figures>
        <Stat
          label="Total Investors"
          figure={investors.all}
          context={[
            `${investors.active} active, ${investors.pending} pending, ${investors.inactive} inactive`,
            ...(investors.archived > 0 ? [`${investors.archived} archived`] : []),
          ].join(', ')}
        />
        <Stat
          label="Total Investment"
          figure={<Amount cents={money.total} />}
          context={counted(money.investments, 'investment')}
        />
        <Stat
          label="Received Payments"
          figure={<Amount cents={money.received} />}
          context={`${formatPercent(share(money.received, money.total))} of the total`}
        />
        <Stat
          label="Remaining Payment"
          figure={<Amount cents={remainingAsShown(money.total, money.received)} />}
          context={<Overdue overdue={overdue} />}
        />
        <Stat
          label="Ongoing Projects"
          figure={projects.ongoing.count}
          context={namesOf(projects.ongoing)}
        />
        <Stat
          label="Upcoming Projects"
          figure={projects.planned.count}
          context={namesOf(projects.planned)}
        />
        <Stat
          label="Closed Projects"
          figure={projects.completed.count}
          context={namesOf(projects.completed)}
        />
        <Stat
          label="Documents"
          figure={documents.all}
          context={`${documents.thisMonth} added this month`}
        />
      </Figures>
    </section>
  )
}

function Overdue({ overdue: { amount, first } }: { overdue: Due }) {
  if (first === null) return 'Nothing overdue'
  return (
    <Link
      to="receivables"
      className="tall-target font-medium text-negative underline underline-offset-2"
    >
      <Amount cents={amount} show="when-needed" /> overdue since <Day on={first} />
    </Link>
  )
}

function namesOf({ count, names }: { count: number; names: string[] }) {
  if (count === 0) return 'None'
  const more = count - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
