import { createContext, type FormEvent, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { type FetcherWithComponents, Form, type FormProps, useNavigation } from 'react-router'
import type { FormReply } from '../values/form.ts'
import { Alert } from './alert.tsx'
import { InDialog } from './in-dialog.ts'
import { lostWords, useLost } from './lost-connection.ts'

type FormState = { reply: FormReply | undefined; pending: boolean }

const FormContext = createContext<FormState>({ reply: undefined, pending: false })

/** What the fields and the button of a form know about it: the last refusal, and whether it is being sent. */
export function useFormState() {
  return use(FormContext)
}

type Props = {
  /** What the action answered, or nothing before the first refusal. */
  reply: FormReply | undefined
  /** A fetcher, when sending must not navigate. */
  fetcher?: FetcherWithComponents<unknown>
  /** Tells a lost connection in place of the alert above the fields, for a form without any. */
  onLost?: () => void
  children: ReactNode
} & Omit<FormProps, 'onSubmit' | 'reloadDocument'>

/**
 * A form of an action (POST unless said otherwise). Works without script; with it, sends once however often it is
 * clicked, shows the refusal above the fields, and moves the focus to the first field that was refused. When the
 * connection is lost it stays as it is and says so.
 */
export function ActionForm({ reply, fetcher, onLost, children, method = 'post', ...rest }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { pending, lost, onSubmit } = useSendingOnce(fetcher, reply, onLost)
  const inDialog = use(InDialog)
  const Element = fetcher?.Form ?? Form
  const message = lost ?? reply?.message
  // What was refused before says nothing of what could not be sent now.
  const shown = lost && reply ? { ...reply, errors: {} } : reply

  useEffect(() => {
    if (reply) focusRefusal(form.current)
  }, [reply])

  useEffect(() => {
    if (lost) form.current?.querySelector<HTMLElement>('[data-form-alert]')?.focus()
  }, [lost])

  return (
    <FormContext value={{ reply: shown, pending }}>
      <Element
        ref={form}
        method={method}
        noValidate
        preventScrollReset={inDialog}
        onSubmit={onSubmit}
        data-sent="by-script"
        {...rest}
      >
        {message && <FormAlert message={message} />}
        {children}
      </Element>
    </FormContext>
  )
}

/**
 * The router announces a submission in a transition, after the click; until then only this state knows, and a second
 * click would send the form twice.
 */
function useSendingOnce(
  fetcher: FetcherWithComponents<unknown> | undefined,
  reply: FormReply | undefined,
  onLost: (() => void) | undefined,
) {
  const navigation = useNavigation()
  const busy = (fetcher?.state ?? navigation.state) !== 'idle'
  const [sent, setSent] = useState(false)
  const [lost, setLost] = useState<string>()
  const wasBusy = useRef(false)
  const sending = useRef(false)

  useEffect(() => {
    if (wasBusy.current && !busy) {
      sending.current = false
      setSent(false)
    }
    wasBusy.current = busy
  }, [busy])

  // An answer that was there before the router's state was drawn ends the sending too.
  useEffect(() => {
    if (!reply) return
    sending.current = false
    setSent(false)
  }, [reply])

  useLost(() => {
    if (!sending.current) return
    sending.current = false
    setSent(false)
    if (onLost) onLost()
    else setLost(lostWords())
  })

  const onSubmit = (event: FormEvent) => {
    if (sending.current) return event.preventDefault()
    sending.current = true
    setSent(true)
    setLost(undefined)
  }
  return { pending: sent, lost, onSubmit }
}

function FormAlert({ message }: { message: string }) {
  return (
    <div
      data-form-alert
      tabIndex={-1}
      className="col-span-full mb-4 outline-none in-[.dialog]:mx-6 in-[.dialog]:mt-4 in-[.dialog]:mb-0 max-sm:in-[.dialog]:mx-4"
    >
      <Alert tone="negative">{message}</Alert>
    </div>
  )
}

function focusRefusal(form: HTMLFormElement | null) {
  const target =
    form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form?.querySelector<HTMLElement>('[data-form-alert]')
  target?.focus()
}
