import { companyFacts } from '../../domain/company/company.server.ts'
import { findReceipt } from '../../domain/payments/find-receipt.server.ts'
import { printReceipt } from '../../domain/payments/print-receipt.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { audit } from '../../platform/events.server.ts'
import type { Context } from '../../platform/session.server.ts'
import { type Packed, zipResponse } from '../../platform/zip.server.ts'
import { packDocuments } from '../documents/all/pack-documents.server.ts'
import { asReader, noteAs } from '../guard.server.ts'
import type { Route } from './+types/route.ts'
import { type Everything, readEverything } from './everything.server.ts'
import { distributionsTable, investmentsTable, ledgerTable, profileTable, totalsTable } from './tables.ts'

/**
 * Everything of one investor as one ZIP: authorised, read and logged first, sent when these transactions have ended. The
 * receipts are printed one by one while it is sent, each read in a transaction of its own.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { owner, everything } = await asReader(
    context,
    async (reader) => ({ owner: reader.investorId, everything: await readEverything(reader) }),
    'file',
  )
  const name = `msingi-everything-${clock.today()}.zip`
  if (request.method === 'HEAD') return zipResponse(request, name, [])
  await noteExport(context, owner, everything)
  return zipResponse(request, name, [
    ...tablesOf(everything),
    ...everything.receipts.map((receipt) => paperOf(context, receipt)),
    ...(await packDocuments(context, everything.documents, 'Documents/')),
  ])
}

function noteExport(context: Context, owner: string, { receipts, documents, investments }: Everything): Promise<void> {
  return noteAs(context, async (looker, whose) => {
    const counts = { investments: investments.length, receipts: receipts.length, documents: documents.length }
    await audit(looker, 'export-everything', 'investor', owner, { ...counts, ...whose })
    for (const { id } of receipts) await audit(looker, 'download', 'receipt', id, { ...whose })
  })
}

function tablesOf(everything: Everything): Packed[] {
  const at = clock.now()
  const texts = {
    'Profile.csv': profileTable(everything),
    'Totals.csv': totalsTable(everything),
    'Investments.csv': investmentsTable(everything),
    'Ledger.csv': ledgerTable(everything),
    'Distributions.csv': distributionsTable(everything),
  }
  return Object.entries(texts).map(([path, text]) => ({ path, at, bytes: Buffer.from(text) }))
}

function paperOf(context: Context, { number, issuedAt }: Everything['receipts'][number]): Packed {
  const make = async () => {
    const { receipt, company } = await asReader(
      context,
      async (reader) => ({ receipt: await findReceipt(reader, number), company: await companyFacts(reader) }),
      'file',
    )
    if (!receipt) throw new Error('a receipt was gone while it was exported')
    return printReceipt(receipt, company)
  }
  return { path: `Receipts/Receipt ${number}.pdf`, at: issuedAt, make }
}
