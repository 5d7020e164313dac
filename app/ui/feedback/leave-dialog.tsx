import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../button.tsx'
import { DialogBody, DialogFoot } from '../layout/dialog-parts.tsx'

type Props = {
  title: string
  /** What would be lost. */
  children: ReactNode
  /** Names the act that loses it. */
  act: string
  onAct: () => void
  onStay: () => void
}

/**
 * Asked before what was typed is thrown away. Staying comes first, and Esc stays. The dialog goes with the answer: the event
 * of its closing comes later, and would answer what was asked in between. Only a second Esc closes it by itself.
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
