import { useRef, useState, useSyncExternalStore } from 'react'
import { type Company, isDescribed, type MarketingFigures } from '../../domain/company/company.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { SuppliedPicture } from '../../ui/pictures.ts'
import { PauseButton } from '../parts/pause-button.tsx'
import { useAutoplay } from '../parts/use-autoplay.ts'
import { WhyChoose } from './why-choose.tsx'

const eachShownMs = 8000

/** A picture and its portrait crop for phones. */
export type HeroPicture = { picture: SuppliedPicture; upright: SuppliedPicture }

type Props = { company: Company; pictures: readonly HeroPicture[]; isDemo: boolean }

export function Hero({ company, pictures, isDemo }: Props) {
  const root = useRef<HTMLElement>(null)
  const [turn, setTurn] = useState(0)
  const motion = useAutoplay(root, eachShownMs, () => setTurn(turn + 1))
  const at = turn % pictures.length
  return (
    <section ref={root} className="hero" id="home" aria-labelledby="hero-title">
      <div className="hero__stage">
        <Backdrop pictures={pictures} at={at} wanted={motion.playing ? turn + 1 : turn} />
        <div className="site-wrap hero__words">
          <h1 className="site-display" id="hero-title">
            {company.headline || company.name}
          </h1>
          {company.tagline !== '' && <p className="hero__line">{company.tagline}</p>}
          <div className="hero__calls">
            <ButtonLink to="#contact" look="accent">
              Book a Consultation
            </ButtonLink>
            <ButtonLink to="#investments">Explore Opportunities</ButtonLink>
            {isDescribed(company) && <ButtonLink to="#about">About Us</ButtonLink>}
          </div>
        </div>
        <div className="site-wrap hero__ticks needs-script">
          {pictures.map(({ picture }, index) => (
            <i key={picture.alt} data-on={index === at || undefined} />
          ))}
          <PauseButton {...motion} noun="pictures" className="hero__pause" />
        </div>
        {company.figures && <Figures figures={company.figures} />}
      </div>
      <div className="hero__more">
        <Quotation company={company} isDemo={isDemo} />
        {isDescribed(company) && <WhyChoose brand={company.brand} moves={motion.playing} />}
      </div>
    </section>
  )
}

/** The document contains only the first picture; further ones load afterwards, up to `wanted`. */
function Backdrop({
  pictures,
  at,
  wanted,
}: {
  pictures: readonly HeroPicture[]
  at: number
  wanted: number
}) {
  const isLoaded = useSyncExternalStore(onLoad, () => document.readyState === 'complete', notYet)
  return (
    <div className="hero__pictures">
      {pictures.slice(0, isLoaded ? wanted + 1 : 1).map(({ picture, upright }, index) => (
        <div key={picture.alt} data-on={index === at || undefined}>
          <Picture
            source={picture}
            narrow={upright}
            alt={picture.alt}
            sizes="100vw"
            eager={index === 0}
          />
        </div>
      ))}
    </div>
  )
}

const notYet = () => false

function onLoad(loaded: () => void) {
  addEventListener('load', loaded)
  return () => removeEventListener('load', loaded)
}

function Figures({ figures }: { figures: MarketingFigures }) {
  return (
    <dl className="site-wrap hero__figures">
      <div>
        <dt>Properties</dt>
        <dd>{figures.properties}</dd>
      </div>
      <div>
        <dt>Invested</dt>
        <dd>{figures.invested}</dd>
      </div>
      <div>
        <dt>Client satisfaction</dt>
        <dd>{figures.satisfaction}</dd>
      </div>
    </dl>
  )
}

/** The shortest testimonial; marked as a sample in a demo. */
function Quotation({ company: { testimonials }, isDemo }: { company: Company; isDemo: boolean }) {
  const [shortest] = [...testimonials].sort(
    (first, second) => first.quote.length - second.quote.length,
  )
  if (!shortest) return null
  return (
    <figure className="hero__quote">
      <blockquote>“{shortest.quote}”</blockquote>
      <figcaption className="signature">
        {shortest.signedBy}
        {isDemo && <span className="site-tag">Sample</span>}
      </figcaption>
    </figure>
  )
}
