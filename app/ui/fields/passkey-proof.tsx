import { type ReactNode, useState } from 'react'
import type { FormReply } from '../../values/form.ts'
import { Button } from '../button.tsx'
import { usePasskeySupport } from '../connection/use-passkey-support.ts'
import { Alert } from '../feedback/alert.tsx'
import { useFormState } from './form.tsx'

type Props = {
  offered: boolean
  /** Each request of the form needs a new one. */
  everyTime?: boolean
  /** The other fields that confirm an identity. */
  children: ReactNode
}

/**
 * Confirms an identity by a passkey, which is sent with the form, or by other fields. Without script only by those; until
 * script has come the button's room is kept, so that the form does not move.
 */
export function PasskeyProof({ offered, everyTime = false, children }: Props) {
  const isSupported = usePasskeySupport()
  const { passkey, pending, message, ask } = useOwnPasskey(everyTime)
  if (!offered) return children
  if (passkey !== null)
    return (
      <>
        <input type="hidden" name="passkey" value={passkey} />
        <p role="status" tabIndex={-1} ref={(status) => status?.focus()} className="outline-none">
          Passkey used. Send the form to confirm.
        </p>
      </>
    )
  return (
    <>
      {children}
      {message && (
        <div data-form-alert tabIndex={-1} className="outline-none">
          <Alert tone="negative">{message}</Alert>
        </div>
      )}
      <div className={isSupported ? undefined : 'invisible noscript:hidden'}>
        <Button icon="key" size="small" aria-disabled={pending || undefined} onClick={ask}>
          {pending ? 'Waiting for your passkey' : 'Use a passkey instead'}
        </Button>
      </div>
    </>
  )
}

/** The code for it is loaded with the first use. */
function useOwnPasskey(everyTime: boolean) {
  const { reply } = useFormState()
  const [used, setUsed] = useState<{ passkey: string; reply: FormReply | undefined }>()
  const [fault, setFault] = useState<string>()
  const [pending, setPending] = useState(false)
  const isNewReply = used !== undefined && used.reply !== reply
  const isRefused = isNewReply && (everyTime || reply?.errors.passkey !== undefined)

  const ask = async () => {
    if (pending) return
    setFault(undefined)
    setPending(true)
    try {
      const { askForOwnPasskey } = await import('../connection/browser-passkeys.ts')
      const answer = await askForOwnPasskey()
      if (answer && 'passkey' in answer) setUsed({ passkey: answer.passkey, reply })
      else setFault(answer?.fault)
    } finally {
      setPending(false)
    }
  }
  const message = pending ? undefined : (fault ?? reply?.errors.passkey)
  return { passkey: used && !isRefused ? used.passkey : null, pending, message, ask }
}
