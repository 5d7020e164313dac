import type { AdminActor } from '../../platform/database/database.server.ts'
import { isInvestor } from '../investors/investors.server.ts'
import type { DocumentFacts } from './document-schema.ts'

/** Neither: administrators only. */
export type AudienceIds = { projectId: string | null; investorId: string | null }
export type AudienceRefused = {
  refused:
    | 'project-unknown'
    | 'tax-needs-a-person'
    | 'investor-missing'
    | 'investor-unknown'
    | 'not-for-one'
}

/**
 * Resolves the audience of a form. A project's tax document needs an investor unless `sharedTax`.
 * Archived parties are refused unless they are in `was`.
 */
export async function findAudience(
  admin: AdminActor,
  { audience, projectId, investorId, documentType, sharedTax }: DocumentFacts,
  was: AudienceIds = { projectId: null, investorId: null },
): Promise<AudienceIds | AudienceRefused> {
  if (projectId !== null && projectId !== was.projectId && !(await isProject(admin, projectId))) {
    return { refused: 'project-unknown' }
  }
  switch (audience) {
    case 'project':
      if (investorId !== null) return { refused: 'not-for-one' }
      if (documentType === 'tax' && projectId !== null && !sharedTax)
        return { refused: 'tax-needs-a-person' }
      return { projectId, investorId: null }
    case 'investor':
      if (investorId === null) return { refused: 'investor-missing' }
      if (investorId === was.investorId || (await isInvestor(admin, investorId)))
        return { projectId, investorId }
      return { refused: 'investor-unknown' }
    default:
      return audience satisfies never
  }
}

async function isProject(admin: AdminActor, projectId: string): Promise<boolean> {
  const found = await admin.tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
