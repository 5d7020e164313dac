import { Link } from 'react-router'
import type { RequestDraft } from '../../domain/investment-requests/draft-request.server.ts'
import type { InvestSteps } from './invest-view.ts'

/** Where one is. */
export function Crumbs({ name, slug }: { name: string; slug: string }) {
  return (
    <nav className="invest__crumbs" aria-label="You are here">
      <Link to="/investments">Investments</Link>
      <Link to={`/investment/${slug}`}>{name}</Link>
      <span aria-current="page">Invest</span>
    </nav>
  )
}

const words: Record<InvestSteps, string> = {
  amount: 'How much',
  terms: 'Terms and risk',
  review: 'Review',
}
const order: InvestSteps[] = ['amount', 'terms', 'review']

/** The three steps as stones: laid, the one of now, still to lay. Those that are laid lead back. */
export function Steps({ step, draft }: { step: InvestSteps; draft: RequestDraft | null }) {
  const laid = { amount: draft !== null, terms: Boolean(draft?.understoodAt), review: false }
  return (
    <ol className="invest__steps" aria-label="Steps">
      {order.map((one) => {
        const isNow = one === step
        const isLaid = laid[one] && !isNow
        return (
          <li
            key={one}
            className={isNow ? 'is-now' : isLaid ? 'is-laid' : ''}
            aria-current={isNow ? 'step' : undefined}
          >
            {isLaid ? <Link to={`?step=${one}`}>{words[one]}</Link> : <span>{words[one]}</span>}
          </li>
        )
      })}
    </ol>
  )
}
