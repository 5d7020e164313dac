import { checkImport } from '../../../domain/imports/confirm-import.server.ts'
import { dayOrderIn } from '../../../domain/imports/days.ts'
import { findImport } from '../../../domain/imports/imports.server.ts'
import { attachment } from '../../../platform/files-response.server.ts'
import { asAdmin, notFound } from '../../../platform/session.server.ts'
import { csvHead, csvLine } from '../../../values/csv.ts'
import { demandList } from '../demand-list.server.ts'
import type { Route } from './+types/route.ts'

/** Every problem of a file that is not imported yet, as a file to go through. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const problems = await asAdmin(
    context,
    async (admin) => {
      const list = demandList(params.list, 'file')
      const file = await findImport(admin, list, params.importId)
      if (!file || file.content === null) throw notFound('file')
      return (await checkImport(admin, list, file.content, dayOrderIn(url.searchParams))).problems
    },
    'file',
  )
  const lines = problems.map(({ row, column, found, says, mend }) =>
    csvLine([String(row), column, found, says, mend]),
  )
  return new Response(
    csvHead(['Row', 'Column', 'What stands there', 'Problem', 'How to mend it']) + lines.join(''),
    {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': attachment(`${params.list}-problems.csv`),
        'Cache-Control': 'private, no-store',
      },
    },
  )
}
