import type { ComponentProps } from 'react'
import { Alert } from '../feedback/alert.tsx'
import { DialogBody, DialogFoot } from './dialog-parts.tsx'
import { DialogCancel } from './route-dialog.tsx'

/** A dialog that only says why it cannot be used. */
export function DialogNotice({ children, ...alert }: ComponentProps<typeof Alert>) {
  return (
    <>
      <DialogBody>
        <Alert {...alert}>{children}</Alert>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}
