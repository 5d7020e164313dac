import { Alert } from '../../ui/feedback/alert.tsx'
import { DialogBody, DialogFoot } from '../../ui/layout/dialog-parts.tsx'
import { DialogCancel } from '../../ui/layout/route-dialog.tsx'
import { transactionsHome } from './paths.ts'
import { notOpenNow } from './refusal-words.ts'

/** Replaces the form of a dialog for a transaction with nothing open. */
export function NothingOpen({ children = notOpenNow }: { children?: string }) {
  return (
    <>
      <DialogBody>
        <Alert tone="info">{children}</Alert>
      </DialogBody>
      <DialogFoot>
        <DialogCancel to={transactionsHome}>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}
