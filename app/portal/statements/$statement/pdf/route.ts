import { issuerOf } from '../../../../domain/company/company-logo.server.ts'
import { printStatement } from '../../../../domain/statements/print-statement.server.ts'
import {
  findStatement,
  statementFileName,
} from '../../../../domain/statements/statements.server.ts'
import { pdfResponse } from '../../../../platform/http/files-response.server.ts'
import { limitPerAccount } from '../../../../platform/session/account-limit.server.ts'
import { fileNotFound } from '../../../../platform/session/session.server.ts'
import { allowOfflineCopy, logDownload, viewerPath, viewerQuery } from '../../../guard.server.ts'
import { statementsHome } from '../../../paths.ts'
import type { Route } from './+types/route.ts'

/** Authorised and logged first, rendered after both transactions. */
export async function loader({ request, context, params: { statementId } }: Route.LoaderArgs) {
  const { statement, company } = await viewerQuery(
    context,
    async (reader) => ({
      statement: await findStatement(reader, statementId),
      company: await issuerOf(reader),
    }),
    'file',
  )
  if (!statement) {
    const page = `${statementsHome}/${encodeURIComponent(statementId)}`
    throw fileNotFound(request, await viewerPath(context, page))
  }
  if (request.method === 'GET') await logDownload(context, 'statement', statement.id)
  const answer = pdfResponse(
    request,
    statementFileName(statement),
    await limitPerAccount(context, () => printStatement(statement, company)),
  )
  return allowOfflineCopy(context, answer)
}
