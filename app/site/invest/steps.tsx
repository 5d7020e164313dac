import { Link } from 'react-router'
import type { RequestDraft } from '../../domain/investment-requests/draft-request.server.ts'
import type { InvestSteps } from './invest-view.ts'

const link = 'inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-[0.22em]'
const afterSlash = "before:inline-block before:pe-2.5 before:content-['/'_/_'']"

export function Crumbs({ name, slug }: { name: string; slug: string }) {
  return (
    <nav
      className="flex flex-wrap items-center gap-x-2.5 py-3 text-sm text-muted"
      aria-label="You are here"
    >
      <Link to="/investments" className={link}>
        Investments
      </Link>
      <Link to={`/investment/${slug}`} className={`${link} ${afterSlash}`}>
        {name}
      </Link>
      <span aria-current="page" className={afterSlash}>
        Invest
      </span>
    </nav>
  )
}

const words: Record<InvestSteps, string> = {
  amount: 'How much',
  terms: 'Terms and risk',
  review: 'Review',
}
const order: InvestSteps[] = ['amount', 'terms', 'review']

const stones = {
  laid: 'text-muted before:border-positive before:bg-positive',
  now: 'font-[550] text-text before:border-gold before:bg-gold',
  open: 'text-muted before:border-line-control',
}

/** Completed steps are links. */
export function Steps({ step, draft }: { step: InvestSteps; draft: RequestDraft | null }) {
  const laid = { amount: draft !== null, terms: Boolean(draft?.understoodAt), review: false }
  return (
    <StepList
      steps={order.map((name) => {
        const state = name === step ? 'now' : laid[name] ? 'laid' : 'open'
        return {
          name,
          words: words[name],
          state,
          to: state === 'laid' ? `?step=${name}` : undefined,
        }
      })}
    />
  )
}

type Step = { name: string; words: string; state: keyof typeof stones; to: string | undefined }

export function StepList({ steps }: { steps: Step[] }) {
  return (
    <ol className="grid auto-cols-fr grid-flow-col gap-3 pt-9" aria-label="Steps">
      {steps.map(({ name, words, state, to }) => (
        <li
          key={name}
          className={`grid content-start gap-2.5 text-md leading-[1.35] before:h-2.5 before:rounded-[0.3125rem] before:border-[1.5px] ${stones[state]}`}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          {to ? (
            <Link to={to} className="underline underline-offset-[0.22em]">
              {words}
            </Link>
          ) : (
            <span>{words}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
