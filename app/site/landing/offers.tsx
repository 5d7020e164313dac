import type { ListedProjectPage } from '../../domain/projects/published-project.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { formatAmount } from '../../values/money.ts'
import { Funded } from '../parts/funded.tsx'
import { Gallery } from '../parts/gallery.tsx'
import { MoreLink } from '../parts/more-link.tsx'
import { NoPicture } from '../parts/no-picture.tsx'
import { PriceWords } from './price-words.tsx'

/** Stays when empty, because the page links to it, and says whom to ask. */
export function Offers({ offers }: { offers: ListedProjectPage[] }) {
  const areOpen = offers.length > 0 && offers.every(({ status }) => status === 'ongoing')
  return (
    <section
      className="site-section bg-warm [--gallery-ground:var(--page-warm)]"
      id="investments"
      aria-labelledby="offers-title"
    >
      <div className={`site-wrap ${rows}`}>
        <div className="site-head">
          <h2 className="site-title" id="offers-title">
            {titles[offers.length] ?? 'Open opportunities'}
            {areOpen && ', open now'}
          </h2>
          <p className="site-lead">
            {offers.length === 0
              ? 'Nothing is open at the moment. Ask us what comes next.'
              : `Take part ${areOpen ? 'today' : 'early'}, with a guide at every step.`}
          </p>
        </div>
        {offers.length === 0 ? (
          <ButtonLink to="#contact" look="primary">
            Ask what comes next
          </ButtonLink>
        ) : (
          offers.map((offer) => <Offer key={offer.slug} offer={offer} />)
        )}
      </div>
    </section>
  )
}

/** The picture of every second one stands at the right. */
const rows =
  '[&>.offer+.offer]:mt-[clamp(4.5rem,3rem+6vw,8rem)] min-[60rem]:[&>.offer:nth-of-type(even)]:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] min-[60rem]:[&>.offer:nth-of-type(even)>:first-child]:order-2'

const titles = ['New opportunities are coming', 'One open opportunity', 'Two open opportunities']

function Offer({ offer }: { offer: ListedProjectPage }) {
  const { slug, name, location, priceText, tagline, description, funded, invest, pictures } = offer
  const titleId = `offer-${slug}`
  return (
    <article
      className="offer grid gap-7 *:min-w-0 min-[60rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] min-[60rem]:items-center min-[60rem]:gap-x-(--columns)"
      aria-labelledby={titleId}
    >
      {pictures.length === 0 ? (
        <div className="relative aspect-4/3 rounded-card bg-surface-2 min-[60rem]:aspect-[5/4.4]">
          <NoPicture />
        </div>
      ) : (
        <Gallery
          label={name}
          pictures={pictures}
          sizes="(width >= 60rem) 52vw, 92vw"
          look="offer"
        />
      )}
      <div>
        <p className="pb-2.5 text-xs font-medium text-muted">{location}</p>
        <h3
          className="font-display text-step-4 leading-[1.04] font-normal tracking-[-0.025em] wrap-break-word"
          id={titleId}
        >
          {name}
        </h3>
        {priceText !== null && <PriceWords text={priceText} />}
        <p className="pt-4 text-lg leading-normal text-muted">
          {openingOf(description) || tagline}
        </p>
        <Facts offer={offer} />
        {funded !== null && (
          <div className="pt-5">
            <Funded funded={funded} />
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-7 gap-y-3 pt-7">
          <ButtonLink to="#contact" state={{ about: name }} look="primary">
            {invest?.words}
            <span className="sr-only"> in {name}</span>
          </ButtonLink>
          <MoreLink to={`/investment/${slug}`}>
            View Details<span className="sr-only"> of {name}</span>
          </MoreLink>
        </div>
      </div>
    </article>
  )
}

/** The first sentence; the rest is on the project's page. */
function openingOf(text: string): string {
  return /^.{40,}?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
}

/** The known facts; the price is shown above. */
function Facts({ offer: { units, unitPrice, completion } }: { offer: ListedProjectPage }) {
  const price = unitPrice === null ? '' : ` at ${formatAmount(unitPrice, 'when-needed')}`
  const facts = [
    {
      label: 'On offer',
      words: units === null ? null : `${units} ${units === 1 ? 'unit' : 'units'}${price}`,
    },
    { label: 'Completion', words: completion },
  ].filter(({ words }) => words !== null)
  if (facts.length === 0) return null
  return (
    <dl className="site-ruled site-ruled--closed mt-6">
      {facts.map(({ label, words }) => (
        <div key={label} className="flex items-baseline justify-between gap-6 py-3.25">
          <dt className="text-md text-muted">{label}</dt>
          <dd className="num min-w-0 text-end font-[550] text-balance wrap-anywhere">{words}</dd>
        </div>
      ))}
    </dl>
  )
}
