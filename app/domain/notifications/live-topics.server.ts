import type { InvestorReader } from '../../platform/database/database.server.ts'
import type { Topic } from '../../values/event.ts'

/**
 * What an investor's open pages are notified of: their own account, what concerns everyone, and the projects they
 * hold an investment in. `own` is the account itself, whose change may add a project or end the access.
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
