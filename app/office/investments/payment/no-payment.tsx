import type { InvestmentForEdit } from '../../../domain/investments/find-investment.server.ts'
import { ownInvestmentMessage } from '../../../domain/payments/own-investment.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { DialogCancel } from '../../../ui/layout/route-dialog.tsx'
import { PaymentSummary } from './payment-summary.tsx'

/** Replaces the form when no payment can be recorded. */
export function NoPayment({ investment }: { investment: InvestmentForEdit }) {
  return (
    <>
      <DialogBody>
        <PaymentSummary investment={investment} />
        <Alert tone="info">{reasonOf(investment)}</Alert>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}

function reasonOf({ status, isOwn }: InvestmentForEdit) {
  if (isOwn) return ownInvestmentMessage
  if (status === 'completed')
    return 'This investment is completed: its whole amount has been received.'
  if (status === 'cancelled') return 'This investment is cancelled and takes no payments.'
  return 'This investment, its project or its investor is archived and takes no payments.'
}
