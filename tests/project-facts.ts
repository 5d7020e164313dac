import { randomUUID } from 'node:crypto'
import type { AddProjectInput } from '../app/domain/projects/project-schema.ts'
import { usd } from '../app/values/money.ts'

/** The form of a new project that is not published, with nothing filled in but what must be. */
export function projectFacts(name: string, more: Partial<AddProjectInput> = {}): AddProjectInput {
  return {
    key: randomUUID(),
    slug: null,
    name,
    location: 'Nairobi',
    projectType: null,
    status: 'ongoing',
    stageText: null,
    description: null,
    totalValue: usd('0'),
    target: null,
    unitPrice: null,
    units: null,
    minimum: null,
    annualReturn: null,
    funded: null,
    fundedAsOf: null,
    progress: 0,
    startedOn: null,
    completionOn: null,
    completionText: null,
    tagline: null,
    priceText: null,
    features: [],
    featuredRank: null,
    published: false,
    riskText: null,
    feesText: null,
    custodyText: null,
    refundText: null,
    payoutText: null,
    latitude: null,
    longitude: null,
    coverAlt: null,
    coverTakenOn: null,
    ...more,
  }
}
