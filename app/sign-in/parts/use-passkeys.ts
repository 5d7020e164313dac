import { type FocusEvent, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { ActionReply } from '../../platform/http/form-action.server.ts'
import type { BrowserAnswer } from '../../ui/connection/browser-passkeys.ts'
import { usePasskeySupport } from '../../ui/connection/use-passkey-support.ts'

/** Signs in by a passkey. The code for it is loaded with the first use. */
export function usePasskeySignIn(step: 'first' | 'second') {
  const supported = usePasskeySupport()
  const fetcher = useFetcher<ActionReply>()
  const { search } = useLocation()
  const [waits, setWaits] = useState(false)
  const [fault, setFault] = useState<string>()
  const isOffered = useRef(false)
  const next = new URLSearchParams(search).get('next')
  const action = `/login/passkey${next === null ? '' : `?next=${encodeURIComponent(next)}`}`

  const send = (answer: BrowserAnswer) => {
    if (answer && 'passkey' in answer)
      void fetcher.submit({ passkey: answer.passkey, step }, { method: 'post', action })
    else setFault(answer?.fault)
  }
  const ask = async () => {
    if (waits || fetcher.state !== 'idle') return
    setFault(undefined)
    setWaits(true)
    try {
      send(await (await import('../../ui/connection/browser-passkeys.ts')).askForPasskey())
    } finally {
      setWaits(false)
    }
  }
  /** Among the email field's suggestions, once. */
  const offer = async ({ target }: FocusEvent<HTMLElement>) => {
    const isEmail = target instanceof HTMLInputElement && target.name === 'email'
    if (!isEmail || !supported || isOffered.current) return
    isOffered.current = true
    send(await (await import('../../ui/connection/browser-passkeys.ts')).offerPasskeys())
  }
  const pending = waits || fetcher.state !== 'idle'
  const message = pending ? undefined : (fault ?? fetcher.data?.reply.message)
  return { supported, pending, message, ask, offer }
}
