import type { FormReply } from '../../values/form.ts'

/** What each field of a project is called, in its form and where its change is told. */
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
}

export type ProjectField = keyof typeof projectLabels

/** The parts of the form, in their order, with the fields that stand in each. */
export const projectSections = {
  basics: {
    title: 'Basics',
    fields: ['name', 'location', 'projectType', 'status', 'stageText', 'description'],
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
  cover: { title: 'Cover picture', fields: ['cover', 'coverAlt'] },
  page: {
    title: 'Public page',
    fields: ['slug', 'tagline', 'priceText', 'features', 'featuredRank', 'published'],
  },
} as const

export type ProjectSection = keyof typeof projectSections

/** The name of a field for people, as a change of it is told. */
export function projectLabelOf(name: string): string {
  return Object.hasOwn(projectLabels, name) ? projectLabels[name as ProjectField] : name
}

/** The parts of a form for its list of parts, with how many fields of each were refused. */
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
