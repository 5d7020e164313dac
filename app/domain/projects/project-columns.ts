import type { ProjectFacts } from './project-schema.ts'

/** The facts of a project as columns of `app.project`. */
export function columnsOf(facts: ProjectFacts) {
  return {
    name: facts.name,
    location: facts.location,
    project_type: facts.projectType,
    status: facts.status,
    stage_text: facts.stageText,
    description: facts.description ?? '',
    total_value_cents: facts.totalValue,
    target_cents: facts.target,
    unit_price_cents: facts.unitPrice,
    units: facts.units,
    minimum_cents: facts.minimum,
    annual_return_bp: facts.annualReturn,
    funded_bp: facts.funded,
    funded_as_of_on: facts.fundedAsOf,
    progress_percent: facts.progress,
    started_on: facts.startedOn,
    completion_on: facts.completionOn,
    completion_text: facts.completionText,
    tagline: facts.tagline,
    price_text: facts.priceText,
    features: facts.features,
    featured_rank: facts.featuredRank,
    published: facts.published,
    risk_text: facts.riskText,
    fees_text: facts.feesText,
    custody_text: facts.custodyText,
    refund_text: facts.refundText,
    payout_text: facts.payoutText,
    latitude: facts.latitude,
    longitude: facts.longitude,
  }
}
