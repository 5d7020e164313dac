import { companyFacts } from '../../domain/company/company.server.ts'
import { findReceipt } from '../../domain/receipts/find-receipt.server.ts'
import { verificationQrCode } from '../../domain/receipts/pdf-frame.server.ts'
import { receiptSheet } from '../../domain/receipts/print-receipt.server.ts'
import { notFound } from '../../platform/session/session.server.ts'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { viewerQuery } from '../guard.server.ts'
import { usePortalAddress } from '../parts/portal-link.tsx'
import { Sheet, SheetActions, SheetSummary } from '../parts/sheet.tsx'
import { investmentsHome, receiptsHome } from '../paths.ts'
import type { Route } from './+types/route.ts'

export async function loader({ context, params: { receiptNumber: number } }: Route.LoaderArgs) {
  const sheet = await viewerQuery(context, async (reader) => {
    const receipt = await findReceipt(reader, number)
    return receipt && receiptSheet(receipt, await companyFacts(reader))
  })
  if (!sheet) throw notFound()
  return { sheet, square: verificationQrCode(sheet.frame) }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageTitle(loaderData ? loaderData.sheet.frame.title : 'Receipt', args)
}

export default function ReceiptPage({ loaderData: { sheet, square } }: Route.ComponentProps) {
  const address = usePortalAddress()
  const { frame, sum, facts } = sheet
  const received = facts.find(([label]) => label === 'Date received')?.[1] ?? ''
  return (
    <div className="max-w-200">
      <PageHead
        back={{ to: address(investmentsHome), label: 'My Investments' }}
        title={frame.title}
        actions={
          <SheetActions frame={frame} kind="receipt" pdf={`${receiptsHome}/${frame.name}/pdf`} />
        }
      />
      <SheetSummary
        facts={[
          ['Amount', sum.figure],
          ['Date received', received],
          ['Code', frame.code],
        ]}
      />
      <Sheet sheet={sheet} square={square} />
    </div>
  )
}
