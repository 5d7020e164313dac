import type { ReactNode } from 'react'
import type { Invitation } from '../../domain/accounts/invitations/invitations.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ContactHint } from '../parts/contact-hint.tsx'
import { footClass } from '../parts/foot-class.ts'

type Closed = Exclude<Invitation['state'], 'open'>

const words: Record<Closed, { title: string; text: ReactNode }> = {
  expired: {
    title: 'This invitation has expired',
    text: 'Your account is ready. A new invitation will let you activate it.',
  },
  used: {
    title: 'Your password is already set',
    text: 'Sign in with your email and the password you chose.',
  },
  ended: {
    title: 'This invitation is no longer valid',
    text: 'A newer one was sent, or your account has changed. Open the newest message from us.',
  },
  unknown: {
    title: 'This link is incomplete',
    text: 'Open the link from the message again, or copy all of it.',
  },
}

/** For an invitation that can no longer be used. */
export function ClosedInvitation({
  state,
  supportEmail,
}: {
  state: Closed
  supportEmail: string | null
}) {
  const { title, text } = words[state]
  return (
    <>
      <h1>{title}</h1>
      <p className="pt-3 text-muted">{text}</p>
      {state === 'used' && (
        <ButtonLink to="/login" look="primary" className="mt-7 w-full">
          Go to Login
        </ButtonLink>
      )}
      <p className={footClass}>
        {state === 'expired' ? 'For a new one, ' : 'Still cannot sign in? '}
        <ContactHint supportEmail={supportEmail} isStart={state !== 'expired'} />
      </p>
    </>
  )
}
