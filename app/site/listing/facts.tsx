import type { ReactNode } from 'react'
import type { ProjectStatus } from '../../domain/projects/project.ts'
import {
  type ListedProjectPage,
  publicStatusLabels,
} from '../../domain/projects/published-project.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatMonth } from '../../values/calendar-date.ts'
import { formatPercent } from '../../values/percent.ts'
import { FundedOfTarget } from './funded-of-target.tsx'

/** Description and figures; a placeholder when there is none. */
export function InShort({ project }: { project: ListedProjectPage }) {
  const { name, tagline, description } = project
  return (
    <section aria-label="In short" className="grid gap-5">
      {tagline !== null && <p className="listing__tagline">{tagline}</p>}
      {description !== '' && <p className="listing__text">{description}</p>}
      {tagline === null && description === '' && (
        <p className="listing__tagline">
          More about {name} will be shown here. Ask us about it until then.
        </p>
      )}
      <Figures project={project} />
    </section>
  )
}

/** Unset figures are left out. */
function Figures({
  project: { status, unitPrice, units, annualReturn },
}: {
  project: ListedProjectPage
}) {
  const facts: [label: string, figure: ReactNode][] = []
  if (units !== null) facts.push([units === 1 ? 'unit' : 'units', units])
  if (unitPrice !== null)
    facts.push(['a unit', <Amount key="price" cents={unitPrice} show="when-needed" />])
  if (annualReturn !== null) {
    facts.push([
      status === 'completed' ? 'annual return' : 'expected annual return',
      percent(annualReturn),
    ])
  }
  if (facts.length === 0) return null
  return (
    <dl className="figures num">
      {facts.map(([label, figure]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Whole percentages without decimals, others as entered. */
function percent(rate: NonNullable<ListedProjectPage['annualReturn']>): string {
  if (rate % 100 === 0) return formatPercent(rate, 0)
  return formatPercent(rate, rate % 10 === 0 ? 1 : 2)
}

const stages: ProjectStatus[] = ['planned', 'ongoing', 'completed']

/** Three stages: done, current and to come. */
export function Stages({ project }: { project: ListedProjectPage }) {
  const { status, funded, target, startedOn, completion } = project
  const now = stages.indexOf(status)
  const words: Record<ProjectStatus, string | null> = {
    planned: null,
    ongoing: status === 'ongoing' ? startedOn && `Since ${formatMonth(startedOn)}` : null,
    completed: completion,
  }
  return (
    <section aria-labelledby="stages-title">
      <h2 className="site-subtitle pb-5" id="stages-title">
        Building progress
      </h2>
      {funded !== null && (
        <div className="pb-7">
          <FundedOfTarget funded={funded} target={target} />
        </div>
      )}
      <ol className="stages">
        {stages.map((stage, index) => (
          <li
            key={stage}
            data-stone={stoneOf(index, now, status)}
            aria-current={index === now ? 'step' : undefined}
          >
            <b>{publicStatusLabels[stage]}</b>
            {words[stage] !== null && <p className="site-capital">{words[stage]}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function stoneOf(index: number, now: number, status: ProjectStatus) {
  if (index < now || status === 'completed') return 'laid'
  return index === now ? 'now' : 'open'
}

export function Features({ features }: { features: string[] }) {
  if (features.length === 0) return null
  return (
    <section aria-labelledby="features-title">
      <h2 className="site-subtitle pb-5" id="features-title">
        What you get
      </h2>
      <ul className="features site-ticked">
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </section>
  )
}

export function RiskWarning({ text }: { text: string }) {
  return (
    <section className="risk" aria-labelledby="risk-title">
      <h2 id="risk-title">Before you decide</h2>
      <p>{text}</p>
    </section>
  )
}
