import { issuerOf } from '../../domain/company/company-logo.server.ts'
import { findReceipt } from '../../domain/receipts/find-receipt.server.ts'
import { printReceipt } from '../../domain/receipts/print-receipt.server.ts'
import { printStatement } from '../../domain/statements/print-statement.server.ts'
import { findStatement, statementFileName } from '../../domain/statements/statements.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { audit, auditDownload } from '../../platform/events.server.ts'
import { type Packed, zipResponse } from '../../platform/files/zip.server.ts'
import { limitPerAccount } from '../../platform/session/account-limit.server.ts'
import type { Context } from '../../platform/session/session.server.ts'
import { packDocuments } from '../documents/all/pack-documents.server.ts'
import { logAsViewer, viewerQuery } from '../guard.server.ts'
import type { Route } from './+types/route.ts'
import { type InvestorExport, readInvestorExport } from './investor-export.server.ts'
import {
  amendmentsTable,
  distributionsTable,
  investmentsTable,
  ledgerTable,
  notificationsTable,
  profileTable,
  requestsTable,
  totalsTable,
} from './tables.ts'

/**
 * All data of an investor as one ZIP: authorised, read and logged first, streamed after the transactions. Receipts and
 * statements are rendered one by one during streaming, each read in its own transaction.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { owner, everything } = await limitPerAccount(context, () =>
    viewerQuery(
      context,
      async (reader) => ({
        owner: reader.investorId,
        everything: await readInvestorExport(reader),
      }),
      'file',
    ),
  )
  const name = `everything-${clock.today()}.zip`
  if (request.method === 'HEAD') return zipResponse(request, name, [])
  await noteExport(context, owner, everything)
  return zipResponse(request, name, [
    ...tablesOf(everything),
    ...everything.receipts.map((receipt) => receiptOf(context, receipt)),
    ...everything.statements.map((statement) => statementOf(context, statement)),
    ...(await packDocuments(context, everything.documents, 'Documents/')),
  ])
}

function noteExport(
  context: Context,
  owner: string,
  { receipts, statements, documents, investments }: InvestorExport,
): Promise<void> {
  return logAsViewer(context, async (looker, whose) => {
    const listed = {
      receipts: receipts.length,
      statements: statements.length,
      documents: documents.length,
    }
    const counts = { investments: investments.length, ...listed }
    await audit(looker, 'export-everything', 'investor', owner, { ...counts, ...whose })
    for (const { id } of receipts) await auditDownload(looker, 'receipt', id, { ...whose })
    for (const { id } of statements) await auditDownload(looker, 'statement', id, { ...whose })
  })
}

function tablesOf(everything: InvestorExport): Packed[] {
  const at = clock.now()
  const texts = {
    'Profile.csv': profileTable(everything),
    'Totals.csv': totalsTable(everything),
    'Investments.csv': investmentsTable(everything),
    'Amendments.csv': amendmentsTable(everything),
    'Ledger.csv': ledgerTable(everything),
    'Distributions.csv': distributionsTable(everything),
    'Requests.csv': requestsTable(everything),
    'Notifications.csv': notificationsTable(everything),
  }
  return Object.entries(texts).map(([path, text]) => ({ path, at, bytes: Buffer.from(text) }))
}

function receiptOf(
  context: Context,
  { number, issuedAt, isVoided }: InvestorExport['receipts'][number],
): Packed {
  const make = async () => {
    const { found, company } = await viewerQuery(
      context,
      async (reader) => ({
        found: await findReceipt(reader, number),
        company: await issuerOf(reader),
      }),
      'file',
    )
    if (!found) throw new Error('a receipt no longer existed during an export')
    return limitPerAccount(context, () => printReceipt(found, company))
  }
  return {
    path: `Receipts/Receipt ${number}${isVoided ? ' (voided)' : ''}.pdf`,
    at: issuedAt,
    make,
  }
}

/** Includes replaced statements. */
function statementOf(context: Context, statement: InvestorExport['statements'][number]): Packed {
  const make = async () => {
    const { found, company } = await viewerQuery(
      context,
      async (reader) => ({
        found: await findStatement(reader, statement.id),
        company: await issuerOf(reader),
      }),
      'file',
    )
    if (!found) throw new Error('a statement no longer existed during an export')
    return limitPerAccount(context, () => printStatement(found, company))
  }
  return { path: `Statements/${statementFileName(statement)}`, at: statement.issuedAt, make }
}
