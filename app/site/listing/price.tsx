import type { ListedProjectPage } from '../../domain/projects/published-project.ts'
import type { FreeUnit } from '../../domain/projects/unit.ts'
import { Amount } from '../../ui/amount.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { FundedOfTarget } from './funded-of-target.tsx'
import { FreeUnits, ShareChooser } from './share-chooser.tsx'

type Props = { project: ListedProjectPage }
type PanelProps = Props & { units: FreeUnit[] }

/** Sticky next to the text on wide screens. */
export function PricePanel({ project, units }: PanelProps) {
  const { name, slug, funded, target, invest } = project
  const hasShares = units.some(({ share }) => share !== null)
  return (
    <aside className="lg:sticky lg:top-[calc(var(--header)+1.5rem)]" aria-label="Price">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-card border border-line bg-surface p-7 shadow-card max-[16rem]:p-4">
        <Price project={project} />
        {funded !== null && <FundedOfTarget funded={funded} target={target} explains />}
        {invest === null ? (
          <ButtonLink to="/investments">See open opportunities</ButtonLink>
        ) : (
          <>
            {hasShares ? (
              <ShareChooser name={name} {...invest} units={units} />
            ) : (
              <ButtonLink to={invest.to} look="primary">
                {invest.words}
                <span className="sr-only"> in {name}</span>
              </ButtonLink>
            )}
            <FreeUnits units={units} />
            {invest.to.endsWith('/invest') ? (
              <ButtonLink to={`/contact?project=${slug}`}>Book a Consultation</ButtonLink>
            ) : (
              <ButtonLink to={`/investment/${slug}/waiting-list`}>Join the waiting list</ButtonLink>
            )}
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
      <p className="site-capital font-display text-[2rem] leading-[1.15] font-normal tracking-[-0.02em] text-balance">
        {priceText ?? (status === 'completed' ? 'Closed' : 'Ask us for the price')}
      </p>
    )
  }
  return (
    <div>
      <p className="pb-2 text-xs font-medium text-muted">Minimum investment</p>
      <p className="font-display text-[min(3.5rem,16vw)] leading-none font-normal tracking-[-0.035em]">
        <Amount cents={minimum} show="when-needed" />
      </p>
      <dl className="site-ruled site-ruled--closed num mt-5">
        {priceText !== null && <Fact label="Price" words={priceText} />}
        {completion !== null && <Fact label="Completion" words={completion} />}
      </dl>
    </div>
  )
}

function Fact({ label, words }: { label: string; words: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 py-3.25 text-md">
      <dt className="text-muted">{label}</dt>
      <dd className="site-capital ms-auto text-end font-[550]">{words}</dd>
    </div>
  )
}

const large = 'line-clamp-2 font-display text-2xl leading-[1.1] font-normal tracking-[-0.02em]'

/** On phones a bar at the bottom; the panel is at the end of the page. */
export function PriceBar({ project: { name, invest, minimum, priceText } }: Props) {
  if (invest === null) return null
  return (
    <aside
      className="price-bar fixed inset-x-0 bottom-0 z-45 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-page px-(--gutter) pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden"
      aria-label="Price and Invest Now"
    >
      <p className="min-w-0 flex-[1_1_7.5rem]">
        {minimum === null ? (
          <b className={`site-capital ${large}`}>{priceText ?? 'Ask us for the price'}</b>
        ) : (
          <>
            <b className={large}>
              <Amount cents={minimum} show="when-needed" />
            </b>
            <span className="block text-xs text-muted">Minimum investment</span>
          </>
        )}
      </p>
      <ButtonLink to={invest.to} look="primary" className="max-w-full">
        {invest.words}
        <span className="sr-only"> in {name}</span>
      </ButtonLink>
    </aside>
  )
}
