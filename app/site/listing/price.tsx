import type { ListedProjectPage } from '../../domain/projects/published-project.ts'
import { Amount } from '../../ui/amount.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { FundedOfTarget } from './funded-of-target.tsx'

type Props = { project: ListedProjectPage }

/** Sticky next to the text on wide screens. */
export function PricePanel({ project }: Props) {
  const { name, slug, funded, target, invest } = project
  return (
    <aside className="listing__price" aria-label="Price">
      <div className="price">
        <Price project={project} />
        {funded !== null && <FundedOfTarget funded={funded} target={target} />}
        {invest === null ? (
          <ButtonLink to="/investments">See open opportunities</ButtonLink>
        ) : (
          <>
            <ButtonLink to={invest.to} look="primary">
              {invest.words}
              <span className="sr-only"> in {name}</span>
            </ButtonLink>
            <ButtonLink to={`/contact?project=${slug}`}>Book a Consultation</ButtonLink>
            <p className="text-sm text-muted">Nothing is paid online.</p>
          </>
        )}
      </div>
    </aside>
  )
}

/** The minimum above the price text, or the text alone. */
function Price({ project: { minimum, priceText, status, completion } }: Props) {
  if (minimum === null || status === 'completed') {
    return (
      <p className="price__words site-capital">
        {priceText ?? (status === 'completed' ? 'Closed' : 'Ask us for the price')}
      </p>
    )
  }
  return (
    <div>
      <p className="pb-2 text-xs font-medium text-muted">Minimum investment</p>
      <p className="price__figure">
        <Amount cents={minimum} show="when-needed" />
      </p>
      <dl className="price__facts site-ruled site-ruled--closed num">
        {priceText !== null && <Fact label="Price" words={priceText} />}
        {completion !== null && <Fact label="Completion" words={completion} />}
      </dl>
    </div>
  )
}

function Fact({ label, words }: { label: string; words: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="site-capital">{words}</dd>
    </div>
  )
}

/** On phones a bar at the bottom; the panel is at the end of the page. */
export function PriceBar({ project: { name, invest, minimum, priceText } }: Props) {
  if (invest === null) return null
  return (
    <aside className="price-bar" aria-label="Price and Invest Now">
      <p>
        {minimum === null ? (
          <b className="site-capital">{priceText ?? 'Ask us for the price'}</b>
        ) : (
          <>
            <b>
              <Amount cents={minimum} show="when-needed" />
            </b>
            <span>Minimum investment</span>
          </>
        )}
      </p>
      <ButtonLink to={invest.to} look="primary">
        {invest.words}
        <span className="sr-only"> in {name}</span>
      </ButtonLink>
    </aside>
  )
}
