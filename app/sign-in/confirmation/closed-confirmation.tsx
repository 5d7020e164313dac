import type { Confirmation } from '../../domain/accounts/recovery/confirmation.server.ts'
import { ButtonLink } from '../../ui/button.tsx'

type Closed = Exclude<Confirmation['state'], 'open'>

const words: Record<Closed, { title: string; text: string }> = {
  expired: {
    title: 'This link has expired',
    text: 'Your account is unchanged. Sign in with your email and password to get a new link.',
  },
  used: {
    title: 'This address is confirmed',
    text: 'Sign in with this email and your password.',
  },
  ended: {
    title: 'This link is no longer valid',
    text: 'A newer one was sent, or your account has changed. Open the newest message from us.',
  },
  unknown: {
    title: 'This link is incomplete',
    text: 'Open the link from the message again, or copy all of it.',
  },
}

/** For a confirmation link that can no longer be used. */
export function ClosedConfirmation({ state }: { state: Closed }) {
  const { title, text } = words[state]
  return (
    <>
      <h1>{title}</h1>
      <p className="pt-3 text-muted">{text}</p>
      {(state === 'used' || state === 'expired') && (
        <ButtonLink to="/login" look="primary" className="mt-7 w-full">
          Go to Login
        </ButtonLink>
      )}
    </>
  )
}
