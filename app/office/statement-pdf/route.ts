import { issuerOf } from '../../domain/company/company-logo.server.ts'
import { printStatement } from '../../domain/statements/print-statement.server.ts'
import { findStatement, statementFileName } from '../../domain/statements/statements.server.ts'
import { auditDownload } from '../../platform/events.server.ts'
import { pdfResponse } from '../../platform/http/files-response.server.ts'
import { limitPerAccount } from '../../platform/session/account-limit.server.ts'
import { adminCommand, fileNotFound } from '../../platform/session/session.server.ts'
import type { Route } from './+types/route.ts'

/** Any investor's statement, for administrators. Logged; rendered after the transaction. */
export async function loader({ request, context, params: { statementId } }: Route.LoaderArgs) {
  const { statement, company } = await adminCommand(
    context,
    async (admin) => {
      const found = await findStatement(admin, statementId)
      if (found && request.method === 'GET') await auditDownload(admin, 'statement', found.id)
      return { statement: found, company: await issuerOf(admin) }
    },
    'file',
  )
  if (!statement)
    throw fileNotFound(request, `/admin-dashboard/statements/${encodeURIComponent(statementId)}`)
  return pdfResponse(
    request,
    statementFileName(statement),
    await limitPerAccount(context, () => printStatement(statement, company)),
  )
}
