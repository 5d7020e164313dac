import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ProjectStatus } from '../../domain/projects/project.ts'
import {
  type ListedProjectPage,
  publicStatusLabels,
} from '../../domain/projects/published-project.ts'
import { promiseWords, type UpdatePromise } from '../../domain/projects/update-promise.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatMonth } from '../../values/calendar-date.ts'
import { formatPercent } from '../../values/percent.ts'
import { FundedOfTarget } from './funded-of-target.tsx'

const taglineClass =
  'max-w-[34em] font-display text-[clamp(1.375rem,1.2rem+0.9vw,1.875rem)] leading-[1.32] font-normal tracking-[-0.014em]'

/** Description and figures; a placeholder when there is none. */
export function ListingSummary({ project }: { project: ListedProjectPage }) {
  const { name, tagline, description } = project
  return (
    <section aria-label="In short" className="grid gap-5">
      {tagline !== null && <p className={taglineClass}>{tagline}</p>}
      {description !== '' && (
        <p className="max-w-160 whitespace-pre-line text-muted">{description}</p>
      )}
      {tagline === null && description === '' && (
        <p className={taglineClass}>
          More about {name} will be shown here. Ask us about it until then.
        </p>
      )}
      <Figures project={project} />
    </section>
  )
}

/** Unset figures are left out. */
function Figures({
  project: { status, unitPrice, units, annualReturn, investors },
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
  if (investors > 0)
    facts.push([investors === 1 ? 'investor so far' : 'investors so far', investors])
  if (facts.length === 0) return null
  return (
    <dl className="num mt-5 grid grid-cols-[1fr_1fr] border-t border-line max-[16em]:grid-cols-1 md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
      {facts.map(([label, figure]) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end border-b border-line py-4.5 even:border-s even:ps-5 last:odd:col-span-full max-[16em]:even:border-s-0 max-[16em]:even:ps-0 md:not-first:border-s md:not-first:odd:ps-6 md:last:odd:col-auto"
        >
          <dt className="pt-1 text-sm text-muted">{label}</dt>
          <dd className="font-display text-[clamp(1.5rem,1.2rem+1.1vw,2.125rem)] leading-[1.12] font-normal tracking-[-0.02em] text-balance">
            {figure}
          </dd>
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

const reports = {
  week: 'Investors receive an update every week.',
  month: 'Investors receive an update every month.',
  quarter: 'Investors receive an update every quarter.',
}

const stages: ProjectStatus[] = ['planned', 'ongoing', 'completed']

const stone =
  'relative grid grid-cols-[1.75rem_1fr] gap-x-3.5 pb-5.5 *:col-2 before:z-1 before:mt-[0.4rem] before:h-3 before:w-7 before:rounded-[0.375rem] before:border-[1.5px] not-last:after:absolute not-last:after:top-[1.15rem] not-last:after:-bottom-[0.4rem] not-last:after:left-[0.85rem] not-last:after:w-px not-last:after:bg-line md:block md:p-0 md:before:mt-0 md:before:mb-3.5 md:before:block md:before:w-full md:not-last:after:hidden'
const stones = {
  laid: 'before:border-positive before:bg-positive',
  now: 'before:border-gold before:bg-gold',
  open: 'before:border-line-control before:bg-page',
}

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
      <ol className="md:grid md:grid-cols-3 md:gap-4">
        {stages.map((stage, index) => (
          <li
            key={stage}
            className={`${stone} ${stones[stoneOf(index, now, status)]}`}
            aria-current={index === now ? 'step' : undefined}
          >
            <b className="font-[550]">{publicStatusLabels[stage]}</b>
            {words[stage] !== null && (
              <p className="site-capital text-md text-muted">{words[stage]}</p>
            )}
          </li>
        ))}
      </ol>
      {project.promise && <UpdateDays promise={project.promise} />}
    </section>
  )
}

/** How often the project reports to its investors, and when it did last. */
function UpdateDays({ promise }: { promise: UpdatePromise }) {
  const { last, next } = promiseWords(promise)
  return (
    <p className="pt-6 text-md text-muted">
      {reports[promise.every]} {last}
      {next !== null && (
        <>
          {'. '}
          {promise.isOverdue ? <b className="font-[550] text-negative">{next}</b> : next}
        </>
      )}
      .
    </p>
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
      <ul className="site-ticked md:grid md:grid-cols-[1fr_1fr] md:gap-x-12">
        {features.map((feature) => (
          <li
            key={feature}
            className="border-t border-line py-4 font-[550] before:top-[calc(1rem+0.35em)]"
          >
            {feature}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The project's own risks above the company's warning. */
export function RiskWarning({ own, text }: { own: string | null; text: string }) {
  return (
    <section className="max-w-168 border-s-2 border-gold ps-5" aria-labelledby="risk-title">
      <h2 id="risk-title" className="leading-[1.4] font-[550]">
        Before you decide
      </h2>
      {own !== null && (
        <p className="pt-2 text-md whitespace-pre-line wrap-anywhere">
          <bdi>{own}</bdi>
        </p>
      )}
      <p className="pt-2 text-md text-muted">{text}</p>
      <p className="pt-1">
        <Link to="/check-us" className="inline-flex min-h-11 items-center text-link underline">
          How to check us
        </Link>
      </p>
    </section>
  )
}
