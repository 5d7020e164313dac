import { suggestAccounts } from '../../domain/accounts/find-account.server.ts'
import { suggestInvestors } from '../../domain/investors/investors.server.ts'
import { suggestProjects } from '../../domain/projects/projects.server.ts'
import { asAdmin } from '../../platform/session.server.ts'
import { listQuery } from '../../values/list-query.ts'
import { accountChoice, investorChoice, projectChoice } from '../parts/choice.ts'
import type { Route } from './+types/route.ts'

/** What a picker offers for the words typed so far: `?of=project`, `?of=investor` or `?of=account`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { q } = listQuery(url)
  const of = url.searchParams.get('of')
  return asAdmin(
    context,
    async (admin) => {
      if (of === 'project') return { q, choices: (await suggestProjects(admin, q)).map(projectChoice) }
      if (of === 'account') return { q, choices: (await suggestAccounts(admin, q)).map(accountChoice) }
      return { q, choices: (await suggestInvestors(admin, q)).map(investorChoice) }
    },
    'file',
  )
}
