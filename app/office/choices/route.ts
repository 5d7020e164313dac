import {
  countSuggestibleAccounts,
  suggestAccounts,
} from '../../domain/accounts/find-account.server.ts'
import {
  countOpenInvestments,
  suggestOpenInvestments,
} from '../../domain/investments/suggest-open-investments.server.ts'
import {
  countSuggestibleInvestors,
  suggestInvestors,
} from '../../domain/investors/investors.server.ts'
import { countSuggestibleProjects, suggestProjects } from '../../domain/projects/projects.server.ts'
import { type AdminWork, adminQuery } from '../../platform/session/session.server.ts'
import { listQuery, mostSuggested } from '../../values/list-query.ts'
import {
  accountChoice,
  type Choice,
  investmentChoice,
  investorChoice,
  projectChoice,
} from '../parts/choice.ts'
import type { Route } from './+types/route.ts'

type Admin = Parameters<AdminWork<unknown>>[0]

/** Options of a picker for the typed text: `?of=project`, `investor`, `account` or `investment`. `more` counts further matches. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { q } = listQuery(url)
  const of = url.searchParams.get('of')
  return adminQuery(
    context,
    async (admin) => {
      const choices = await choicesOf(admin, of, q)
      const more =
        choices.length < mostSuggested ? 0 : (await countOf(admin, of, q)) - choices.length
      return { q, choices, more: Math.max(more, 0) }
    },
    { answer: 'file' },
  )
}

async function choicesOf(admin: Admin, of: string | null, q: string): Promise<Choice[]> {
  if (of === 'project') return (await suggestProjects(admin, q)).map(projectChoice)
  if (of === 'account') return (await suggestAccounts(admin, q)).map(accountChoice)
  if (of === 'investment') return (await suggestOpenInvestments(admin, q)).map(investmentChoice)
  return (await suggestInvestors(admin, q)).map(investorChoice)
}

function countOf(admin: Admin, of: string | null, q: string): Promise<number> {
  if (of === 'project') return countSuggestibleProjects(admin, q)
  if (of === 'account') return countSuggestibleAccounts(admin, q)
  if (of === 'investment') return countOpenInvestments(admin, q)
  return countSuggestibleInvestors(admin, q)
}
