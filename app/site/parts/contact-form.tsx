import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { checkInquiry } from '../../domain/inquiries/check-inquiry.ts'
import type { PublicSource } from '../../domain/inquiries/inquiry.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useScript } from '../../ui/connection/use-script.ts'
import { showToast } from '../../ui/feedback/show-toast.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { useUnanswered } from '../../ui/fields/unanswered.ts'
import { useAnswer } from '../../ui/fields/use-answer.ts'
import { Icon } from '../../ui/icon.tsx'
import type { FormReply } from '../../values/form.ts'
import { useVisitor } from '../session/visitor.ts'
import { type ContactAnswer, notSent, openedInWhatsApp } from './contact-answer.ts'
import { ContactFields, Decoy, LandingFields } from './contact-fields.tsx'
import { ContactSent } from './contact-sent.tsx'
import { useChat } from './use-chat.ts'

type Props = {
  source: PublicSource
  /** The contact page, with the project of the message. */
  action: string
  /** Number for the chat button; null without one and on the contact page. */
  chatNumber: string | null
  heading: 'h2' | 'h3'
  actionData?: ContactAnswer | undefined
  children?: ReactNode
}

/** Contact form, then thanks, then the form again. Typed text stays until it is stored. */
export function ContactForm({ actionData, ...form }: Props) {
  const [round, setRound] = useState(0)
  return (
    <>
      <OneMessage
        key={round}
        {...form}
        actionData={round === 0 ? actionData : undefined}
        takesFocus={round > 0}
        onAgain={() => setRound(round + 1)}
      />
      <Toaster toast={actionData?.toast} phone="top" />
    </>
  )
}

function OneMessage(props: Props & { takesFocus: boolean; onAgain: () => void }) {
  const { source, action, chatNumber, heading, actionData, takesFocus, onAgain, children } = props
  const { answer, fetcher } = useAnswer(actionData)
  const { reply, refuse } = useOwnRefusal(answer)
  const place = useRef<HTMLDivElement>(null)
  const startedAt = useVisitor()?.formStart ?? ''
  const hasScript = useScript()
  const chat = useChat({
    number: chatNumber,
    action,
    onRefused: (form) => {
      form.set('opened', 'yes')
      void fetcher.submit(form, { method: 'post', action })
    },
    onLost: warnOfLostConnection,
  })

  function warnOfLostConnection() {
    showToast(notSent)
    if (chatNumber !== null) refuse({ message: notKept(navigator.onLine) })
  }
  useCarriedSubject(place)
  useUnanswered(warnOfLostConnection)
  useEffect(() => {
    if (answer?.toast && answer !== actionData) showToast(answer.toast)
  }, [answer, actionData])
  useEffect(() => {
    if (takesFocus) place.current?.querySelector('input')?.focus()
  }, [takesFocus])

  const send = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget)
    const errors = checkInquiry(source, (field) => String(form.get(field) ?? ''))
    const isRefused = Object.keys(errors).length > 0
    if (!isRefused && chatNumber === null) return
    event.preventDefault()
    event.stopPropagation()
    if (isRefused) refuse({ errors })
    else chat.send(form)
  }

  if (answer?.sent || chat.link) {
    return (
      <ContactSent chat={chat.link ?? null} heading={heading} again={action} onAgain={onAgain} />
    )
  }
  return (
    <div ref={place} className="relative">
      <ActionForm
        reply={reply}
        fetcher={fetcher}
        action={action}
        noValidate={hasScript}
        onSubmitCapture={send}
        className={form}
      >
        {children}
        {source === 'landing' ? <LandingFields /> : <ContactFields />}
        <input type="hidden" name="source" value={source} />
        <input type="hidden" name="startedAt" value={startedAt} />
        <Decoy />
        {chatNumber === null ? (
          <SendButton />
        ) : (
          <ChatButton pending={chat.sending || fetcher.state !== 'idle'} />
        )}
      </ActionForm>
    </div>
  )
}

/** The public site marks optional fields instead of required ones. */
const form = 'grid gap-5 *:data-form-alert:mb-0 [&_label>span[aria-hidden]]:hidden'

/** After a lost connection the message may have been stored. */
function notKept(isOnline: boolean): string {
  const why = isOnline
    ? 'The connection was lost. Your message may not have been saved.'
    : 'You are offline. Your message was not saved.'
  return `${why} ${openedInWhatsApp}, or try again here when the connection is back.`
}

/** The browser's own validation message stays until the server answers. */
function useOwnRefusal(answer: ContactAnswer | undefined) {
  const [own, setOwn] = useState<{ reply: FormReply; after: ContactAnswer | undefined }>()
  const refuse = (why: Partial<FormReply>) =>
    setOwn({ reply: { errors: {}, values: {}, ...why }, after: answer })
  const fromServer = answer?.sent ? undefined : answer?.reply
  return { reply: own && own.after === answer ? own.reply : fromServer, refuse }
}

function SendButton() {
  return (
    <div>
      <SubmitButton pendingLabel="Sending">Send message</SubmitButton>
    </div>
  )
}

function ChatButton({ pending }: { pending: boolean }) {
  return (
    <div className="grid justify-items-start gap-3.5">
      <button
        type="submit"
        className={buttonClass('primary')}
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
      >
        <Icon name="chat" size="small" />
        Send and open WhatsApp
      </button>
      <p className="max-w-120 text-sm text-muted">
        We save your message, then WhatsApp opens with the same text.
      </p>
    </div>
  )
}

/** Links to the contact section may carry a project name in `state.about`. */
function aboutIn(state: unknown): string | null {
  const isCarried =
    typeof state === 'object' &&
    state !== null &&
    'about' in state &&
    typeof state.about === 'string'
  return isCarried ? String(state.about) : null
}

/** Fills the subject with the project, unless the visitor has typed one. */
function useCarriedSubject(place: RefObject<HTMLElement | null>) {
  const { state, key } = useLocation()
  const about = aboutIn(state)
  useEffect(() => {
    const subject = place.current?.querySelector<HTMLInputElement>('input[name="subject"]')
    if (key && about && subject && /^(About: .*)?$/.test(subject.value))
      subject.value = `About: ${about}`
  }, [place, about, key])
}
