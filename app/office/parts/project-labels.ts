import type { FormReply } from '../../values/form.ts'

/** Also used to name a field in change lists. */
export const projectLabels = {
  name: 'Name',
  location: 'Location',
  projectType: 'Kind of building',
  status: 'Status',
  stageText: 'Stage text',
  description: 'Description',
  totalValue: 'Total Value',
  target: 'Target',
  unitPrice: 'Unit price',
  units: 'Units',
  minimum: 'Minimum investment',
  annualReturn: 'Expected annual return, %',
  funded: 'Funded, %',
  fundedAsOf: 'Funded as of',
  progress: 'Progress, %',
  startedOn: 'Start date',
  completionOn: 'Expected completion',
  completionText: 'Completion text',
  slug: 'Page address',
  tagline: 'Tagline',
  priceText: 'Price text',
  features: 'Features',
  featuredRank: 'Featured position',
  published: 'Published',
  riskText: 'Risks',
  feesText: 'Fees',
  custodyText: 'Who holds the money',
  refundText: 'Refunds',
  payoutText: 'Payouts',
  latitude: 'Latitude',
  longitude: 'Longitude',
}

export type ProjectField = keyof typeof projectLabels

/** Sections of the form in order, with their fields. */
export const projectSections = {
  basics: {
    title: 'Basics',
    fields: [
      'name',
      'location',
      'projectType',
      'status',
      'stageText',
      'description',
      'latitude',
      'longitude',
    ],
  },
  money: {
    title: 'Money',
    fields: [
      'totalValue',
      'target',
      'unitPrice',
      'units',
      'minimum',
      'annualReturn',
      'funded',
      'fundedAsOf',
    ],
  },
  time: {
    title: 'Progress and dates',
    fields: ['progress', 'startedOn', 'completionOn', 'completionText'],
  },
  cover: { title: 'Cover picture', fields: ['cover', 'coverAlt', 'coverTakenOn'] },
  terms: {
    title: 'Terms and risks',
    fields: ['feesText', 'custodyText', 'refundText', 'payoutText', 'riskText'],
  },
  page: {
    title: 'Public page',
    fields: ['slug', 'tagline', 'priceText', 'features', 'featuredRank', 'published'],
  },
} as const

export type ProjectSection = keyof typeof projectSections

export function projectLabelOf(name: string): string {
  return Object.hasOwn(projectLabels, name) ? projectLabels[name as ProjectField] : name
}

/** Entries of the table of contents, with the number of errors in each. */
export function partsOf(sections: readonly ProjectSection[], reply: FormReply | undefined) {
  return sections.map((id) => {
    const { title, fields } = projectSections[id]
    return {
      id,
      title,
      problems: fields.filter((name) => reply?.errors[name] !== undefined).length,
    }
  })
}
