import { type ReactNode, useEffect, useRef } from 'react'
import type { LinkMailFacts } from '../../domain/accounts/administration/mail-availability.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { stones } from '../../ui/layout/wordmark.tsx'
import type { FormReply } from '../../values/form.ts'
import { mailTroubleMessage } from '../parts/mail-trouble.ts'
import { OtherOptions, ResetLinkForm, WriteToSupport } from '../parts/reset-link-form.tsx'
import type { RecoveryState } from './recovery-state.ts'
import { ResetForm } from './reset-form.tsx'

type Props = {
  state: RecoveryState
  reply: FormReply | undefined
  /** Undefined when the database was unreachable. */
  facts: LinkMailFacts | null
  other: string | null
}

export function RecoveryScreen({ state, reply, facts, other }: Props) {
  switch (state.shown) {
    case 'form':
      return <ResetForm {...{ ...state, reply, other }} />
    case 'done':
      return <PasswordSet />
    case 'expired':
      return (
        <>
          <ExpiredLink reply={reply} />
          {facts && <WriteToSupport supportEmail={facts.supportEmail} />}
        </>
      )
    case 'sent':
      return <FreshLinkSent trouble={state.trouble} facts={facts} />
    case 'invalid':
      return (
        <>
          <WrongLink message={state.message}>
            {state.isMissing
              ? 'Open the link in your email again. Your email program may have shortened it.'
              : 'It may already have been used, or shortened by your email program.'}{' '}
            Your account and your password are unchanged.
          </WrongLink>
          <ResetLinkForm email={state.email} />
          {facts && <OtherOptions supportEmail={facts.supportEmail} />}
        </>
      )
    case 'problem':
      return (
        <WrongLink message={state.message}>
          The problem is on our side. Nothing was changed. Please open the link again in a few
          minutes.
        </WrongLink>
      )
    case 'email':
      return (
        <>
          <h1>Send a reset link</h1>
          <p className="pt-2 text-muted">
            We send a link to your address. It works once and is valid for {facts?.lifetime}.
          </p>
          <ResetLinkForm email={state.email} />
          {facts && <OtherOptions supportEmail={facts.supportEmail} />}
        </>
      )
    default:
      return state satisfies never
  }
}

function WrongLink({ message, children }: { message: string; children: ReactNode }) {
  return (
    <>
      <h1>This link does not work</h1>
      <div className="pt-6">
        <Alert tone="negative">{message}</Alert>
      </div>
      <p className="pt-5 text-muted">{children}</p>
    </>
  )
}

function FreshLinkSent({ trouble, facts }: { trouble: boolean; facts: LinkMailFacts | null }) {
  const title = useFocusedTitle<HTMLHeadingElement>()
  return (
    <>
      <h1 ref={title} tabIndex={-1} className="outline-none">
        A new link is on its way
      </h1>
      <div className="pt-6">
        <Alert>
          Your reset link has expired. We've sent a new password reset link to your email.
        </Alert>
      </div>
      {trouble && facts && (
        <div className="pt-3">
          <Alert tone="warning">{mailTroubleMessage(facts.supportEmail)}</Alert>
        </div>
      )}
      <p className="pt-5 text-muted">
        Open the newest message from us. The link in it works once and for {facts?.lifetime}.
        Earlier links no longer work. Check the spam folder too.
      </p>
      <ButtonLink to="/login" look="outline" className="mt-7 w-full">
        Back to sign-in
      </ButtonLink>
      {facts && <WriteToSupport supportEmail={facts.supportEmail} />}
    </>
  )
}

/** Requests a new link once, automatically. A POST, so that opening the page alone sends nothing. */
function ExpiredLink({ reply }: { reply: FormReply | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  const wasSubmitted = useRef(reply !== undefined)
  useEffect(() => {
    if (wasSubmitted.current) return
    wasSubmitted.current = true
    box.current?.querySelector('form')?.requestSubmit()
  }, [])
  return (
    <>
      <h1>This link has expired</h1>
      <p className="pt-3 text-muted">We can send a new one to your account’s address.</p>
      <div ref={box}>
        <ActionForm reply={reply} action="/reset-password" replace className="pt-7">
          <input type="hidden" name="intent" value="fresh" />
          <SubmitButton pendingLabel="Sending" className="w-full">
            Send a new link
          </SubmitButton>
        </ActionForm>
      </div>
    </>
  )
}

/** Setting the password does not sign anyone in. */
function PasswordSet() {
  const title = useFocusedTitle<HTMLHeadingElement>()
  return (
    <>
      <svg aria-hidden="true" viewBox="2.5 3.5 27 25" className="mb-4 h-10 w-11 fill-primary">
        <path d={stones[0]} className="fill-gold" />
        <path d={stones[1]} />
        <path d={stones[2]} />
      </svg>
      <h1 ref={title} tabIndex={-1} className="outline-none">
        Password reset successful
      </h1>
      <p className="pt-3 text-muted">
        Your new password is set, and all other devices are signed out.
      </p>
      <ButtonLink to="/login" look="primary" className="mt-7 w-full">
        Go to Login
      </ButtonLink>
    </>
  )
}

/** Focuses the title that replaced a form, so that the focus is not lost. */
function useFocusedTitle<Title extends HTMLElement>() {
  const title = useRef<Title>(null)
  useEffect(() => title.current?.focus(), [])
  return title
}
