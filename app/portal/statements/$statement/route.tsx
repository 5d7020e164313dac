import { companyFacts } from '../../../domain/company/company.server.ts'
import { verificationQrCode } from '../../../domain/receipts/pdf-frame.server.ts'
import { statementSheet } from '../../../domain/statements/print-statement.server.ts'
import { findStatement } from '../../../domain/statements/statements.server.ts'
import { notFound } from '../../../platform/session/session.server.ts'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { viewerQuery } from '../../guard.server.ts'
import { PortalLink, usePortalAddress } from '../../parts/portal-link.tsx'
import { Sheet, SheetActions, SheetSummary } from '../../parts/sheet.tsx'
import { statementsHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'

export async function loader({ context, params: { statementId } }: Route.LoaderArgs) {
  const found = await viewerQuery(context, async (reader) => {
    const statement = await findStatement(reader, statementId)
    if (!statement) return null
    const sheet = statementSheet(statement, await companyFacts(reader))
    return { sheet, id: statement.id, newerId: statement.replacedBy?.id ?? null }
  })
  if (!found) throw notFound()
  return { ...found, square: verificationQrCode(found.sheet.frame) }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageTitle(loaderData ? loaderData.sheet.frame.title : 'Statement', args)
}

export default function StatementPage({
  loaderData: { sheet, square, id, newerId },
}: Route.ComponentProps) {
  const address = usePortalAddress()
  const { frame, figures } = sheet
  return (
    <div className="max-w-200">
      <PageHead
        back={{ to: address(statementsHome), label: 'Statements' }}
        title={frame.title}
        lead={
          newerId && (
            <>
              This statement was replaced.{' '}
              <PortalLink
                to={`${statementsHome}/${newerId}`}
                className="text-link underline underline-offset-2"
              >
                Open the newer one
              </PortalLink>
            </>
          )
        }
        actions={
          <SheetActions frame={frame} kind="statement" pdf={`${statementsHome}/${id}/pdf`} />
        }
      />
      <SheetSummary facts={[...figures, ['Code', frame.code]]} />
      <Sheet sheet={sheet} square={square} />
    </div>
  )
}
