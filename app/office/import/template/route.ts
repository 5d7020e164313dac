import { importColumns } from '../../../domain/imports/import-list.ts'
import { attachment } from '../../../platform/files-response.server.ts'
import { asAdmin } from '../../../platform/session.server.ts'
import { csvHead, csvLine } from '../../../values/csv.ts'
import { demandList } from '../demand-list.server.ts'
import type { Route } from './+types/route.ts'

/** A file with the columns of a list and one row as an example, to begin with. */
export async function loader({ params, context }: Route.LoaderArgs) {
  await asAdmin(context, async () => undefined, 'file')
  const list = demandList(params.list, 'file')
  const { columns } = importColumns[list]
  const content =
    csvHead(columns.map(({ name }) => name)) + csvLine(columns.map(({ example }) => example))
  return new Response(content, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachment(`${list}-template.csv`),
      'Cache-Control': 'private, no-store',
    },
  })
}
