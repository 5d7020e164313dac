import { ownInvestmentMessage } from '../../../domain/payments/own-investment.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { DialogCancel } from '../../../ui/layout/route-dialog.tsx'

export function NoEdit({ isOwn }: { isOwn: boolean }) {
  return (
    <>
      <DialogBody>
        <Alert tone="info">
          {isOwn ? ownInvestmentMessage : 'This investment is archived. Restore it first.'}
        </Alert>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}
