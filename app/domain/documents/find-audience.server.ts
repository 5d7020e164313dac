import type { AdminActor } from '../../platform/database/database.server.ts'
import { isInvestor } from '../investors/investors.server.ts'
import type { DocumentFacts } from './document-schema.ts'

/** Whom a document is for: a project's investors, one person, or, with neither, administrators only. */
export type AudienceIds = { projectId: string | null; investorId: string | null }
/** Why no one can be meant by what was chosen. */
export type AudienceRefused = {
  refused:
    | 'project-unknown'
    | 'tax-needs-a-person'
    | 'investor-missing'
    | 'investor-unknown'
    | 'not-for-one'
}

/**
 * The audience a form names. A tax document of a project needs a person unless `sharedTax`; an investor named with
 * another audience is refused. Archived parties cannot be chosen, but those in `was` may stay.
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
