import type { Company } from '../../domain/company/company.ts'
import type { ListedProjectPage } from '../../domain/projects/published-project.ts'
import { formatAmount } from '../../values/money.ts'

// schema.org data. Call these in a loader and pass the result to pageHead,
// so that this code stays out of the browser. Unset values are left out.

/** For the landing page; `logo` is the company's own, if any. */
export function companyJsonLd(company: Company, origin: string, logo: string | null = null) {
  const { name, brand, blurb, foundedYear, offices, social } = company
  const pages = [social.linkedin, social.twitter, social.instagram].filter((page) => page !== null)
  return {
    '@context': 'https://schema.org',
    '@type': offices.length > 0 ? 'RealEstateAgent' : 'Organization',
    '@id': companyId(origin),
    name,
    alternateName: brand,
    ...(blurb === '' ? {} : { description: blurb }),
    url: addressOf('/', origin),
    logo: addressOf(logo ?? '/apple-touch-icon.png', origin),
    image: addressOf('/share/site.jpg', origin),
    ...(foundedYear === null ? {} : { foundingDate: String(foundedYear) }),
    ...(company.contactEmail === null ? {} : { email: company.contactEmail }),
    ...(company.phone === null ? {} : { telephone: company.phone }),
    ...contactPoints(company),
    ...(offices.length === 0
      ? {}
      : {
          address: offices.map(({ city, address }) => ({
            '@type': 'PostalAddress',
            addressLocality: city,
            streetAddress: address,
          })),
        }),
    ...(pages.length === 0 ? {} : { sameAs: pages }),
  }
}

function contactPoints({ contactEmail, supportEmail, phone }: Company) {
  const point = (contactType: string, ways: object) =>
    Object.keys(ways).length === 0 ? [] : [{ '@type': 'ContactPoint', contactType, ...ways }]
  const email = (address: string | null) => (address === null ? {} : { email: address })
  const points = [
    ...point('sales', { ...email(contactEmail), ...(phone === null ? {} : { telephone: phone }) }),
    ...point('customer support', email(supportEmail)),
  ]
  return points.length === 0 ? {} : { contactPoint: points }
}

/** Completed projects, and those without a minimum, get no price. */
export function listingJsonLd(
  project: ListedProjectPage,
  company: Pick<Company, 'name'>,
  origin: string,
) {
  const { slug, name, location, tagline, description, cover, status, minimum } = project
  const page = addressOf(`/investment/${slug}`, origin)
  const words = description || tagline
  const pictures = [addressOf(`/share/${slug}.jpg`, origin)]
  if (cover)
    pictures.unshift(
      addressOf(`/pictures/${cover.id}/${cover.widths.at(-1) ?? cover.width}.webp`, origin),
    )
  return {
    '@context': 'https://schema.org',
    '@type': 'RealEstateListing',
    '@id': page,
    url: page,
    name,
    ...(words ? { description: words } : {}),
    image: pictures,
    about: { '@type': 'Place', name, address: location },
    provider: {
      '@type': 'Organization',
      '@id': companyId(origin),
      name: company.name,
      url: addressOf('/', origin),
    },
    ...(status === 'completed' || minimum === null
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            url: page,
            availability: 'https://schema.org/InStock',
            priceCurrency: 'USD',
            priceSpecification: {
              '@type': 'PriceSpecification',
              priceCurrency: 'USD',
              minPrice: formatAmount(minimum, 'always').replace(/[$,]/g, ''),
            },
          },
        }),
  }
}

/** From the landing page to the page itself. */
export function breadcrumbsJsonLd(trail: { name: string; path: string }[], origin: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: addressOf(path, origin),
    })),
  }
}

const addressOf = (path: string, origin: string) => new URL(path, origin).href
const companyId = (origin: string) => `${addressOf('/', origin)}#company`
