import type { AdminActor } from '../../platform/database/database.server.ts'
import { type BasisPoints, basisPoints } from '../../values/percent.ts'
import type { ProjectFacts } from './project-schema.ts'
import type { UpdateInterval } from './update-promise.ts'

export type StoredProject = ProjectFacts & {
  id: string
  slug: string
  version: number
  isArchived: boolean
  pictureCount: number
  updateEvery: UpdateInterval | null
}

const columns = [
  ...(['id', 'slug', 'version', 'archived_at', 'name', 'location', 'project_type'] as const),
  ...(['status', 'stage_text', 'description', 'total_value_cents', 'target_cents'] as const),
  ...(['unit_price_cents', 'units', 'minimum_cents', 'annual_return_bp', 'funded_bp'] as const),
  ...(['funded_as_of_on', 'progress_percent', 'started_on', 'completion_on'] as const),
  ...(['completion_text', 'tagline', 'price_text', 'features', 'featured_rank'] as const),
  ...(['published', 'update_every', 'risk_text', 'fees_text', 'custody_text'] as const),
  ...(['refund_text', 'payout_text', 'latitude', 'longitude'] as const),
] as const

/** A project as the back office edits it, archived ones included; null for an unknown id. */
export async function findProject(
  admin: AdminActor,
  projectId: string,
): Promise<StoredProject | null> {
  const row = await admin.tx
    .selectFrom('project')
    .select(columns)
    .select((column) =>
      column
        .selectFrom('project_picture as placed')
        .whereRef('placed.project_id', '=', 'project.id')
        .select((counted) => counted.fn.countAll<bigint>().as('count'))
        .as('picture_count'),
    )
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    slug: row.slug,
    version: row.version,
    isArchived: row.archived_at !== null,
    pictureCount: Number(row.picture_count),
    updateEvery: row.update_every,
    name: row.name,
    location: row.location,
    projectType: row.project_type,
    status: row.status,
    stageText: row.stage_text,
    description: row.description === '' ? null : row.description,
    totalValue: row.total_value_cents,
    target: row.target_cents,
    unitPrice: row.unit_price_cents,
    units: row.units,
    minimum: row.minimum_cents,
    annualReturn: rate(row.annual_return_bp),
    funded: rate(row.funded_bp),
    fundedAsOf: row.funded_as_of_on,
    progress: row.progress_percent,
    startedOn: row.started_on,
    completionOn: row.completion_on,
    completionText: row.completion_text,
    tagline: row.tagline,
    priceText: row.price_text,
    features: row.features,
    featuredRank: row.featured_rank,
    published: row.published,
    riskText: row.risk_text,
    feesText: row.fees_text,
    custodyText: row.custody_text,
    refundText: row.refund_text,
    payoutText: row.payout_text,
    latitude: row.latitude,
    longitude: row.longitude,
  }
}

function rate(stored: number | null): BasisPoints | null {
  return stored === null ? null : basisPoints(stored)
}
