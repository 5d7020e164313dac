import { describe, expect, test } from 'vitest'
import { demoCompany } from '../../domain/company/demo-company.ts'
import { newCompany } from '../../domain/company/new-company.ts'
import type { ListedProjectPage } from '../../domain/projects/published-project.ts'
import { usd } from '../../values/money.ts'
import { breadcrumbsJsonLd, companyJsonLd, listingJsonLd } from './json-ld.ts'

const origin = 'https://invest.example.com'

const towers: ListedProjectPage = {
  slug: 'twin-towers',
  name: 'Twin Towers Muthaiga',
  location: 'Nairobi',
  projectType: 'Apartments',
  status: 'planned',
  stageText: null,
  tagline: 'Luxury 2-bedroom apartments',
  description: 'Two towers above the trees.',
  features: [],
  priceText: 'from $35,000 USD',
  minimum: usd('35,000'),
  funded: null,
  invest: { words: 'Invest Now', to: '/investment/twin-towers/invest' },
  completion: null,
  cover: {
    id: 'p1',
    widths: [480, 1200],
    avifWidths: [],
    width: 1200,
    height: 800,
    placeholder: '',
    alt: 'Towers',
  },
  unitPrice: null,
  units: null,
  target: null,
  annualReturn: null,
  startedOn: null,
  promise: null,
  terms: { fees: null, custody: null, refunds: null, payouts: null },
  riskText: null,
  place: null,
  investors: 0,
  pictures: [],
}

describe('PUB-100 the company', () => {
  test('says who it is, where it is and how it is reached', () => {
    const social = { linkedin: 'https://linkedin.example/msingi', twitter: null, instagram: null }
    const jsonLd = companyJsonLd({ ...demoCompany, social }, origin)
    expect(jsonLd).toMatchObject({
      '@type': 'RealEstateAgent',
      name: 'Msingi Property Group',
      url: 'https://invest.example.com/',
      logo: 'https://invest.example.com/apple-touch-icon.png',
      telephone: '+254 20 000 0000',
      address: [{ addressLocality: 'Nairobi' }, { addressLocality: 'Mogadishu' }],
      sameAs: ['https://linkedin.example/msingi'],
    })
  })

  test('of which little is known leaves the rest out', () => {
    expect(companyJsonLd(demoCompany, origin, '/logo/one.png').logo).toBe(`${origin}/logo/one.png`)
    const jsonLd = companyJsonLd(newCompany('office@example.com'), origin)
    expect(jsonLd['@type']).toBe('Organization')
    for (const unknown of ['telephone', 'address', 'sameAs'])
      expect(jsonLd).not.toHaveProperty(unknown)
  })
})

describe('PUB-100 a listing', () => {
  test('says what it is, where, with its pictures and from what sum', () => {
    expect(listingJsonLd(towers, demoCompany, origin)).toMatchObject({
      '@type': 'RealEstateListing',
      url: 'https://invest.example.com/investment/twin-towers',
      name: 'Twin Towers Muthaiga',
      description: 'Two towers above the trees.',
      image: [
        'https://invest.example.com/pictures/p1/1200.webp',
        'https://invest.example.com/share/twin-towers.jpg',
      ],
      about: { '@type': 'Place', address: 'Nairobi' },
      offers: { priceSpecification: { priceCurrency: 'USD', minPrice: '35000.00' } },
    })
  })

  test('that is completed, or names no minimum, is offered at no price', () => {
    expect(
      listingJsonLd({ ...towers, status: 'completed' }, demoCompany, origin),
    ).not.toHaveProperty('offers')
    expect(listingJsonLd({ ...towers, minimum: null }, demoCompany, origin)).not.toHaveProperty(
      'offers',
    )
  })

  test('with nothing but a name and a place claims nothing else', () => {
    const bare = { ...towers, tagline: null, description: '', cover: null, minimum: null }
    const jsonLd = listingJsonLd(bare, demoCompany, origin)
    expect(jsonLd).not.toHaveProperty('description')
    expect(jsonLd.image).toEqual(['https://invest.example.com/share/twin-towers.jpg'])
  })
})

test('breadcrumbs are numbered from one, with whole addresses', () => {
  const trail = [
    { name: 'Home', path: '/' },
    { name: 'Investments', path: '/investments' },
  ]
  expect(breadcrumbsJsonLd(trail, origin).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://invest.example.com/' },
    {
      '@type': 'ListItem',
      position: 2,
      name: 'Investments',
      item: 'https://invest.example.com/investments',
    },
  ])
})
