import type { UpdateInterval } from '../domain/projects/update-promise.ts'
import { type CalendarDate, calendarDate } from '../values/calendar-date.ts'
import { type Cents, usd } from '../values/money.ts'
import { type BasisPoints, basisPoints } from '../values/percent.ts'
import type { SuppliedPictureName } from './pictures.server.ts'

/** Relative to the first start, or fixed because a text names it. */
type ProjectDay = { daysFromToday: number } | { fixed: CalendarDate }

export type DemoProject = {
  slug: string
  formerSlugs: string[]
  name: string
  location: string
  projectType: string
  status: 'planned' | 'ongoing' | 'completed'
  stageText: string | null
  tagline: string
  description: string
  features: string[]
  priceText: string
  minimum: Cents
  unitPrice: Cents
  units: number
  /** What investors own, a line each as in the office: units and shares with prices. */
  owned: string[]
  totalValue: Cents
  /** Null where the funded share is entered by hand. */
  target: Cents | null
  funded: { share: BasisPoints; asOfDaysAgo: number } | null
  progressPercent: number
  updateEvery: UpdateInterval | null
  annualReturn: BasisPoints
  /** Null for unstarted buildings. */
  startedDaysAgo: number | null
  completion: ProjectDay
  completionText: string | null
  /** The first is the cover. */
  pictures: SuppliedPictureName[]
}

/** Four projects in featured order. The first three have the facts of the specification word for word. */
export const demoProjects = {
  twinTowers: {
    slug: 'twin-towers',
    formerSlugs: [],
    name: 'Twin Towers Muthaiga',
    location: 'Nairobi',
    projectType: 'Apartments',
    status: 'planned',
    stageText: 'In Progress',
    tagline: 'Luxury 2-bedroom apartments at a 50% discount on the future market price',
    description:
      '5 luxury 2-bedroom apartments for early investors: 35,000 USD per unit, a 50% discount on the future market price. ' +
      'Two towers rise above the trees of Muthaiga, joined by a sky bridge. The apartments look over the city on one side ' +
      'and the hills on the other. Early investors take part before building reaches their floor, which is why they ' +
      'pay less.',
    features: [
      '2 bedrooms, both with a balcony',
      'Sky bridge with a lounge',
      'Rooftop pool',
      'Staffed lobby',
    ],
    priceText: 'from $35,000 USD',
    minimum: usd('35,000'),
    unitPrice: usd('35,000'),
    units: 5,
    owned: ['Apartment A-1201 to A-1205, 35,000'],
    totalValue: usd('350,000'),
    target: usd('175,000'),
    funded: null,
    progressPercent: 35,
    updateEvery: 'month',
    annualReturn: basisPoints(900),
    startedDaysAgo: 410,
    completion: { fixed: calendarDate('2027-03-31') },
    completionText: 'late 2026 to early 2027',
    pictures: [
      'twin-towers-1',
      'twin-towers-2',
      'twin-towers-3',
      'twin-towers-4',
      'twin-towers-5',
      'twin-towers-6',
      'lobby',
      'kitchen',
      'bedroom',
      'balcony-view',
      'garden',
      'facade-detail',
      'construction',
    ],
  },
  retailClothing: {
    slug: 'retail-clothing',
    formerSlugs: ['retail-store', 'retail'],
    name: 'Retail Clothing Store',
    location: 'Hodan District, Mogadishu',
    projectType: 'Retail',
    status: 'planned',
    stageText: null,
    tagline: 'Own a half or a quarter of a clothing store on a busy street',
    description:
      'A clothing store in the middle of Mogadishu, with room for two to four owners: 10,000 USD for 50% ownership, or ' +
      '5,000 USD for 25%. White coral plaster, five arched windows and a sales floor that is ready for its first season. ' +
      'Launch by September 2025.',
    features: [
      '10,000 USD for 50% ownership',
      '5,000 USD for 25% ownership',
      'Five display windows to the street',
      'Your share is written into the contract',
    ],
    priceText: '$5,000 - $10,000 USD',
    minimum: usd('5,000'),
    unitPrice: usd('5,000'),
    units: 4,
    owned: ['50%, 10,000', '25%, 5,000'],
    totalValue: usd('20,000'),
    target: null,
    funded: { share: basisPoints(1500), asOfDaysAgo: 70 },
    progressPercent: 10,
    updateEvery: null,
    annualReturn: basisPoints(1300),
    startedDaysAgo: null,
    completion: { fixed: calendarDate('2025-09-30') },
    completionText: 'September 2025',
    pictures: [
      'retail-store-1',
      'retail-store-2',
      'retail-store-3',
      'retail-store-4',
      'retail-store-5',
      'shop-window',
    ],
  },
  cornerPlaza: {
    slug: 'corner-plaza',
    formerSlugs: [],
    name: 'Corner Plaza',
    location: 'Nairobi',
    projectType: 'Shops and offices',
    status: 'completed',
    stageText: null,
    tagline: 'Sold out: 12% annual ROI at 100% occupancy',
    description:
      'Six storeys of shops and offices on a rounded corner. Every share is sold and every unit is let. A tenth of the ' +
      'building belongs to the investors, who are paid their part of the rent every quarter.',
    features: ['Sold out', '12% annual ROI', '100% occupancy'],
    priceText: 'Completed Project',
    minimum: usd('10,000'),
    unitPrice: usd('10,000'),
    units: 13,
    owned: [],
    totalValue: usd('1,300,000'),
    target: usd('130,000'),
    funded: null,
    progressPercent: 100,
    updateEvery: null,
    annualReturn: basisPoints(1200),
    startedDaysAgo: 1180,
    completion: { daysFromToday: -556 },
    completionText: null,
    pictures: [
      'corner-plaza-1',
      'corner-plaza-2',
      'corner-plaza-3',
      'corner-plaza-4',
      'mixed-use-street',
    ],
  },
  coastalVillas: {
    slug: 'coastal-villas',
    formerSlugs: [],
    name: 'Coastal Villas',
    location: 'Liido, Mogadishu',
    projectType: 'Villas',
    status: 'ongoing',
    stageText: null,
    tagline: 'White villas with pools, a short walk from the beach',
    description:
      'Six low villas among palms and bougainvillea, each with its own pool. Building has begun: the first two are ' +
      'roofed, and the walls of the others stand. Take a whole villa, or a quarter of one.',
    features: [
      '3 bedrooms',
      'Private pool',
      '60,000 USD for a villa',
      '15,000 USD for a quarter of a villa',
    ],
    priceText: 'from $15,000 USD',
    minimum: usd('15,000'),
    unitPrice: usd('60,000'),
    units: 6,
    // Villas 3 and 4 are sold in quarters.
    owned: ['Villa 1 to 2, 60,000', 'Villa 5 to 6, 60,000'],
    totalValue: usd('480,000'),
    target: usd('360,000'),
    funded: null,
    progressPercent: 55,
    updateEvery: 'month',
    annualReturn: basisPoints(1000),
    startedDaysAgo: 430,
    completion: { daysFromToday: 400 },
    completionText: null,
    pictures: ['coastal-villas', 'hero-2'],
  },
} satisfies Record<string, DemoProject>

export type ProjectKey = keyof typeof demoProjects

export const projectKeys = Object.keys(demoProjects) as ProjectKey[]
