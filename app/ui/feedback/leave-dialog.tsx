import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../button.tsx'
import { DialogBody, DialogFoot } from '../layout/dialog-parts.tsx'

type Props = {
  title: string
  children: ReactNode
  act: string
  onAct: () => void
  onStay: () => void
}

/**
 * Asks before typed text is discarded. Staying is first and on Esc. The answer removes the dialog,
 * because its close event comes later; only a second Esc closes it directly.
 */
export function LeaveDialog({ title, children, act, onAct, onStay }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="dialog question"
      onCancel={(event) => {
        event.preventDefault()
        onStay()
      }}
      onClose={onStay}
    >
      <h2
        id={titleId}
        className="px-6 pt-5 text-lg leading-[1.35] font-[620] tracking-[-0.012em] max-sm:px-4"
      >
        {title}
      </h2>
      <DialogBody>
        <p>{children}</p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onStay}>Keep editing</Button>
        <Button look="danger" onClick={onAct}>
          {act}
        </Button>
      </DialogFoot>
    </dialog>
  )
}
