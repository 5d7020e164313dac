import { Alert } from '../../../ui/alert.tsx'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { DialogCancel } from '../../../ui/route-dialog.tsx'

/** What stands in place of the form of an archived investment. */
export function NoEdit() {
  return (
    <>
      <DialogBody>
        <Alert tone="info">This investment is archived. Restore it first.</Alert>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}
