import type { AdminActor } from '../../platform/database/database.server.ts'
import { isInvestor } from '../investors/investors.server.ts'
import type { DocumentFacts } from './document-schema.ts'

/** Whom a document is for: a project's investors, one person, or, with neither, administrators only (W-32). */
export type AudienceIds = { projectId: string | null; investorId: string | null }
/** Why nobody can be meant by what was chosen. */
export type AudienceRefused = {
  refused:
    | 'project-unknown'
    | 'tax-needs-a-person'
    | 'investor-missing'
    | 'investor-unknown'
    | 'not-for-one'
}

/**
 * Whom the facts of a form mean. A tax paper of a project needs a person unless the form says that it is for all its
 * investors. An investor named beside another audience is a contradiction, which nobody but the person can solve: taken at
 * its word, a paper for one would reach all of a project. What is archived cannot be chosen; what a document has already,
 * in `was`, may stay.
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
