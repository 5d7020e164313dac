import { findInstallation } from '../../../domain/company/company.server.ts'
import type { DocumentInFull } from '../../../domain/documents/document-in-full.server.ts'
import { suggestInvestors } from '../../../domain/investors/investors.server.ts'
import { audienceSizes } from '../../../domain/notifications/audience.server.ts'
import type { AdminWork } from '../../../platform/session/session.server.ts'
import { investorChoice } from '../../parts/choice.ts'
import type { DocumentChoices } from './document-fields.tsx'

type Admin = Parameters<AdminWork<unknown>>[0]

/** Options of the document form; the document's own project and investor are included even when archived. */
export async function documentChoices(
  admin: Admin,
  own?: Pick<DocumentInFull, 'project' | 'investor'>,
): Promise<DocumentChoices> {
  const { uploadLimitBytes } = await findInstallation(admin)
  const { projects } = await audienceSizes(admin)
  const investors = (await suggestInvestors(admin, '')).map(investorChoice)
  const project =
    own?.project && !projects.some(({ id }) => id === own.project?.id) ? own.project : null
  const investor =
    own?.investor && !investors.some(({ id }) => id === own.investor?.id) ? own.investor : null
  return {
    uploadLimitBytes,
    projects: project ? [{ ...project, investors: 0 }, ...projects] : projects,
    investors: investor ? [investorChoice(investor), ...investors] : investors,
  }
}
