import { importChoices, isImportList } from '../../../domain/imports/import-list.ts'
import {
  checkImport,
  columnsOf,
  findImport,
  leftOutRows,
} from '../../../domain/imports/imports.server.ts'
import { attachment } from '../../../platform/http/files-response.server.ts'
import { adminQuery, notFound } from '../../../platform/session/session.server.ts'
import { csvHead, csvLine } from '../../../values/csv.ts'
import type { Route } from './+types/route.ts'

/** The template with an example row, the problems of a file, and its invalid rows with reasons. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { list } = params
  const importId = 'importId' in params ? params.importId : undefined
  const file = url.pathname.split('/').at(-1)
  const [head = [], ...lines] = await adminQuery(
    context,
    async (admin) => {
      if (!isImportList(list)) throw notFound('file')
      const columns = columnsOf(list)
      if (importId === undefined)
        return [columns.map(({ name }) => name), columns.map(({ example }) => example)]
      const kept = await findImport(admin, list, importId)
      if (!kept || kept.content === null) throw notFound('file')
      const { problems, ...table } = await checkImport(
        admin,
        list,
        kept.content,
        importChoices(url.searchParams),
      )
      if (file === 'left-out') return leftOutRows(table, problems)
      const cells = problems.map(({ row, column, found, says, fix }) => [
        String(row),
        column,
        found,
        says,
        fix,
      ])
      return [['Row', 'Column', 'Value', 'Problem', 'How to fix it'], ...cells]
    },
    { answer: 'file' },
  )
  return new Response(csvHead(head.map(String)) + lines.map(csvLine).join(''), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachment(`${list}-${file}.csv`),
      'Cache-Control': 'private, no-store',
    },
  })
}
