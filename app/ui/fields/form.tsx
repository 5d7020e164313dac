import {
  createContext,
  type FormEvent,
  type ReactNode,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type FetcherWithComponents, Form, type FormProps, useNavigation } from 'react-router'
import type { FormReply } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'
import { AccessContext } from '../access.ts'
import type { Unanswered } from '../connection/lost-connection.ts'
import { Alert } from '../feedback/alert.tsx'
import { showToast } from '../feedback/show-toast.ts'
import { InDialog } from '../layout/in-dialog.ts'
import { unansweredMessage, useUnanswered } from './unanswered.ts'
import { forgetForm } from './unsaved-input.ts'

/** `isAllowed`: the user may send it. */
type FormState = { reply: FormReply | undefined; pending: boolean; isAllowed: boolean }

const FormContext = createContext<FormState>({
  reply: undefined,
  pending: false,
  isAllowed: true,
})

/** The last refusal and whether the form is being sent. */
export function useFormState() {
  return use(FormContext)
}

/** For a GET form: what is wrong with its address, next to its fields. */
export function ReplyContext(props: { reply: FormReply | undefined; children: ReactNode }) {
  return (
    <FormContext value={{ reply: props.reply, pending: false, isAllowed: true }}>
      {props.children}
    </FormContext>
  )
}

type Props = {
  reply: FormReply | undefined
  /** For submissions that must not navigate. */
  fetcher?: FetcherWithComponents<unknown>
  onLost?: () => void
  /** Leaving it needs no question. */
  nothingToType?: boolean
  children: ReactNode
} & Omit<FormProps, 'onSubmit' | 'reloadDocument'>

/**
 * Posts to an action, with and without script. With script it submits once, shows the refusal,
 * focuses the first invalid field, and stays with a message when there is no response.
 */
export function ActionForm({
  reply,
  fetcher,
  onLost,
  nothingToType,
  children,
  method = 'post',
  ...rest
}: Props) {
  const form = useRef<HTMLFormElement>(null)
  const dialog = use(InDialog)
  const readOnly = use(AccessContext)?.useReadOnly(rest.action)
  const leaveDone = () => {
    if (!dialog || !form.current) return false
    forgetForm(form.current)
    dialog.leave()
    return true
  }
  const { pending, unanswered, outdated, onSubmit } = useSendingOnce(
    fetcher,
    reply,
    onLost,
    leaveDone,
  )
  const Element = fetcher?.Form ?? Form
  // A file takes long: the previous refusal does not apply to what is being sent.
  const isNewAttempt = pending && reply === outdated && rest.encType === 'multipart/form-data'
  const isOutdated = unanswered !== undefined || isNewAttempt
  const shown = isOutdated && reply ? { values: reply.values, errors: {} } : reply

  useEffect(() => {
    if (reply) focusRefusal(form.current)
  }, [reply])

  useEffect(() => {
    if (unanswered) form.current?.querySelector<HTMLElement>('[data-form-alert]')?.focus()
  }, [unanswered])

  return (
    <FormContext value={{ reply: shown, pending, isAllowed: !readOnly }}>
      <Element
        ref={form}
        method={method}
        noValidate
        preventScrollReset={dialog !== null}
        onSubmit={onSubmit}
        data-sent="by-script"
        data-refused={reply && ''}
        {...rest}
      >
        {unanswered && (
          <FormAlert>
            <WhyUnanswered why={unanswered} />
          </FormAlert>
        )}
        {shown?.message && <FormAlert>{shown.message}</FormAlert>}
        {readOnly ? readOnly(children) : children}
        {dialog && !nothingToType && <dialog.Guard />}
      </Element>
    </FormContext>
  )
}

/** The router reports a submission only after the click; this state prevents a second one. */
function useSendingOnce(
  fetcher: FetcherWithComponents<unknown> | undefined,
  reply: FormReply | undefined,
  onLost: (() => void) | undefined,
  /** Navigates where the lost response would have led, if known. */
  leaveDone: () => boolean,
) {
  const navigation = useNavigation()
  const busy = (fetcher?.state ?? navigation.state) !== 'idle'
  const [sent, setSent] = useState(false)
  const [unanswered, setUnanswered] = useState<Unanswered>()
  const [outdated, setOutdated] = useState<FormReply>()
  const wasBusy = useRef(false)
  const sending = useRef(false)

  useEffect(() => {
    if (wasBusy.current && !busy) {
      sending.current = false
      setSent(false)
    }
    wasBusy.current = busy
  }, [busy])

  // A response that arrived before the router's state was rendered also ends sending.
  useEffect(() => {
    if (!reply) return
    sending.current = false
    setSent(false)
  }, [reply])

  useUnanswered((why) => {
    if (!sending.current) return
    sending.current = false
    setSent(false)
    if (why === 'done' && leaveDone()) return
    if (!onLost) setUnanswered(why)
    else if (why === 'ended') showToast(endedSession())
    else if (why === 'somebody-else')
      showToast({
        kind: 'warning',
        title: 'Another account is signed in',
        text: 'Nothing was saved.',
      })
    else onLost()
  })

  const onSubmit = (event: FormEvent) => {
    if (sending.current) return event.preventDefault()
    sending.current = true
    setSent(true)
    setUnanswered(undefined)
    setOutdated(reply)
  }
  return { pending: sent, unanswered, outdated, onSubmit }
}

/** Nothing was typed, so signing in in this tab loses nothing. */
function endedSession(): Toast {
  const back = encodeURIComponent(location.pathname + location.search)
  const link = { to: `/login?next=${back}`, label: 'Sign in' }
  return {
    kind: 'warning',
    title: 'Your session ended',
    text: 'Nothing was saved.',
    seconds: 10,
    link,
  }
}

/** For an ended session with a link to sign in that keeps this page. */
function WhyUnanswered({ why }: { why: Unanswered }) {
  const signIn = 'Sign in in another tab'
  const [before, after] = unansweredMessage(why).split(signIn)
  if (after === undefined) return before
  return (
    <>
      {before}
      <a href="/login" target="_blank" rel="noopener" className="text-link underline">
        {signIn}
      </a>
      {after}
    </>
  )
}

function FormAlert({ children }: { children: ReactNode }) {
  return (
    <div
      data-form-alert
      tabIndex={-1}
      className="col-span-full mb-4 outline-none in-[.dialog]:mx-6 in-[.dialog]:mt-4 in-[.dialog]:mb-0 max-sm:in-[.dialog]:mx-4"
    >
      <Alert tone="negative">{children}</Alert>
    </div>
  )
}

function focusRefusal(form: HTMLFormElement | null) {
  const target =
    form?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    form?.querySelector<HTMLElement>('[data-form-alert]')
  target?.focus()
}
