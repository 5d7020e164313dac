import { suggestInvestors } from '../../domain/investors/investors.server.ts'
import { suggestProjects } from '../../domain/projects/projects.server.ts'
import { asAdmin } from '../../platform/session.server.ts'
import { listQuery } from '../../values/list-query.ts'
import { investorChoice, projectChoice } from '../parts/choice.ts'
import type { Route } from './+types/route.ts'

/** What a picker offers for the words typed so far: `?of=project` or `?of=investor`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { q } = listQuery(url)
  const ofProjects = url.searchParams.get('of') === 'project'
  return asAdmin(
    context,
    async (admin) => {
      if (ofProjects) return { q, choices: (await suggestProjects(admin, q)).map(projectChoice) }
      return { q, choices: (await suggestInvestors(admin, q)).map(investorChoice) }
    },
    'file',
  )
}
