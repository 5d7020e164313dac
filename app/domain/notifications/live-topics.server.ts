import type { InvestorReader } from '../../platform/database/database.server.ts'
import type { Topic } from '../../values/event.ts'

/**
 * The topics of an investor's open pages: their account, everyone's, and their projects. `own` is
 * the account, whose change may alter the others.
 */
export async function liveTopicsOf(
  reader: InvestorReader,
): Promise<{ topics: Topic[]; own: Topic }> {
  const own: Topic = `investor:${reader.investorId}`
  const held = await reader.tx
    .selectFrom('investment')
    .select('project_id')
    .distinct()
    .where('investor_id', '=', reader.investorId)
    .where('status', '<>', 'cancelled')
    .execute()
  return {
    topics: [own, 'all', ...held.map(({ project_id }): Topic => `project:${project_id}`)],
    own,
  }
}
