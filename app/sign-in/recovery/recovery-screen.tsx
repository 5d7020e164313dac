import type { ReactNode } from 'react'
import type { LinkMailFacts } from '../../domain/accounts/administration/mail-availability.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import type { FormReply } from '../../values/form.ts'
import { mailTroubleMessage } from '../parts/mail-trouble.ts'
import { OtherOptions, ResetLinkForm, WriteToSupport } from '../parts/reset-link-form.tsx'
import { ExpiredLink } from './expired-link.tsx'
import { PasswordSet } from './password-set.tsx'
import type { RecoveryState } from './recovery-state.ts'
import { ResetForm } from './reset-form.tsx'
import { useFocusedTitle } from './use-focused-title.ts'

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
