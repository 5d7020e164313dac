import { Link } from 'react-router'
import type { Company, MarketingFigures } from '../../domain/company/company.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { SuppliedPicture } from '../../ui/pictures.ts'
import './hero.css'

const sellingPoints = [
  'Premium East African real estate',
  'Low minimum investment',
  'Exclusive early investor discounts',
  'Secured property ownership',
  'Guided investment process',
]

/** The first view: what the company does, what to do next, and three figures; beside it, why. */
export function Hero({ company, picture, upright }: { company: Company } & HeroPictures) {
  return (
    <section className="hero" id="home" aria-labelledby="hero-title">
      <div className="hero__stage">
        <div className="hero__picture">
          <Picture source={picture} narrow={upright} alt={picture.alt} sizes="100vw" eager />
        </div>
        <div className="site-wrap hero__words">
          <h1 className="site-display" id="hero-title">
            {company.headline}
          </h1>
          <p className="hero__line">{company.tagline}</p>
          <div className="hero__calls">
            <ButtonLink to="#contact" look="accent">
              Book a Consultation
            </ButtonLink>
            <ButtonLink to="#investments">Explore Opportunities</ButtonLink>
            <ButtonLink to="#about">About Us</ButtonLink>
          </div>
        </div>
        {company.figures && <Figures figures={company.figures} />}
      </div>
      <WhyChoose brand={company.brand} />
    </section>
  )
}

/** The picture of the hero, and its upright cut for phones. */
export type HeroPictures = { picture: SuppliedPicture; upright: SuppliedPicture }

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

function WhyChoose({ brand }: { brand: string }) {
  return (
    <aside className="why" aria-labelledby="why-title">
      <h2 id="why-title">Why Choose {brand}</h2>
      <ul className="site-ruled">
        {sellingPoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Link className="why__join" to="#contact">
        Join Today
        <Icon name="arrow-right" size="large" />
      </Link>
    </aside>
  )
}
