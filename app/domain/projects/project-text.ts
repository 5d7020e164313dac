import { type Cents, formatAmount } from '../../values/money.ts'
import type { BasisPoints } from '../../values/percent.ts'
import type { ProjectFacts } from './project-schema.ts'

/** The facts of a project as editable form fields. */
export function textOf(project: ProjectFacts & { slug: string }): Record<string, string> {
  return {
    name: project.name,
    location: project.location,
    projectType: project.projectType ?? '',
    status: project.status,
    stageText: project.stageText ?? '',
    description: project.description ?? '',
    totalValue: amountText(project.totalValue),
    target: amountText(project.target),
    unitPrice: amountText(project.unitPrice),
    units: project.units?.toString() ?? '',
    minimum: amountText(project.minimum),
    annualReturn: percentText(project.annualReturn),
    funded: percentText(project.funded),
    fundedAsOf: project.fundedAsOf ?? '',
    progress: project.progress.toString(),
    startedOn: project.startedOn ?? '',
    completionOn: project.completionOn ?? '',
    completionText: project.completionText ?? '',
    slug: project.slug,
    tagline: project.tagline ?? '',
    priceText: project.priceText ?? '',
    features: project.features.join('\n'),
    featuredRank: project.featuredRank?.toString() ?? '',
    published: project.published ? 'on' : '',
    ...textOfTerms(project),
  }
}

function textOfTerms(project: ProjectFacts): Record<string, string> {
  return {
    riskText: project.riskText ?? '',
    feesText: project.feesText ?? '',
    custodyText: project.custodyText ?? '',
    refundText: project.refundText ?? '',
    payoutText: project.payoutText ?? '',
    latitude: project.latitude?.toString() ?? '',
    longitude: project.longitude?.toString() ?? '',
  }
}

function amountText(amount: Cents | null): string {
  return amount === null ? '' : formatAmount(amount, 'when-needed').slice(1)
}

function percentText(rate: BasisPoints | null): string {
  return rate === null ? '' : String(rate / 100)
}
