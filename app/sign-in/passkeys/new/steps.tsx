import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { usePasskeySupport } from '../../../ui/connection/use-passkey-support.ts'
import { useScript } from '../../../ui/connection/use-script.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { FormReply } from '../../../values/form.ts'
import { ConfirmOwnField, type OwnProof } from '../../parts/confirm-own-field.tsx'
import { footClass } from '../../parts/foot-class.ts'

type Step = { reply: FormReply | undefined; back: string }

export function AskToConfirm({ proof, reply, back }: Step & { proof: OwnProof }) {
  return (
    <>
      <p className="pt-2 text-muted">
        A passkey signs you in with your fingerprint, your face or the PIN of your device, instead
        of your password. First confirm that it is you.
      </p>
      <ActionForm reply={reply} replace className="grid gap-5 pt-7 *:data-form-alert:mb-0">
        <ConfirmOwnField {...proof} />
        <SubmitButton pendingLabel="Continuing" className="w-full">
          Continue
        </SubmitButton>
      </ActionForm>
      <Cancel to={back} />
    </>
  )
}

export function CreatePasskey({ device, reply, back }: Step & { device: string }) {
  const scripted = useScript()
  const supported = usePasskeySupport()
  const { fault, passkey, onSubmitCapture } = useCreation()
  return (
    <>
      <p className="pt-2 text-muted">
        Give it a name that you will recognise. Your browser then asks where to save it.
      </p>
      {fault && (
        <div className="pt-5">
          <Alert tone="negative">{fault}</Alert>
        </div>
      )}
      {scripted && !supported && (
        <div className="pt-5">
          <Alert>This browser has no passkeys for this address.</Alert>
        </div>
      )}
      <ActionForm
        reply={reply}
        replace
        className="grid gap-5 pt-7 *:data-form-alert:mb-0"
        onSubmitCapture={onSubmitCapture}
      >
        <input type="hidden" name="intent" value="add" />
        <input ref={passkey} type="hidden" name="passkey" />
        <TextField name="name" label="Name" defaultValue={device} autoComplete="off" />
        <SubmitButton pendingLabel="Adding the passkey" className="w-full">
          Create passkey
        </SubmitButton>
      </ActionForm>
      <Cancel to={back} />
    </>
  )
}

/** Has the browser create the passkey first, and sends the form with it. */
function useCreation() {
  const passkey = useRef<HTMLInputElement>(null)
  const creating = useRef(false)
  const [fault, setFault] = useState<string>()

  async function create(form: HTMLFormElement, field: HTMLInputElement) {
    if (creating.current) return
    creating.current = true
    setFault(undefined)
    try {
      const { createPasskey } = await import('../../../ui/connection/browser-passkeys.ts')
      const answer = await createPasskey()
      if (answer && 'fault' in answer) setFault(answer.fault)
      if (!answer || 'fault' in answer) return
      field.value = answer.passkey
      form.requestSubmit()
      field.value = ''
    } finally {
      creating.current = false
    }
  }

  const onSubmitCapture = (event: FormEvent<HTMLFormElement>) => {
    const field = passkey.current
    if (field?.value !== '') return
    event.preventDefault()
    event.stopPropagation()
    void create(event.currentTarget, field)
  }
  return { fault, passkey, onSubmitCapture }
}

function Cancel({ to }: { to: string }) {
  return (
    <p className={footClass}>
      <Link to={to}>Cancel</Link>
    </p>
  )
}
