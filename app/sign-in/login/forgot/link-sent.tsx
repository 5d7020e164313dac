import { ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { mailTroubleMessage } from '../../parts/mail-trouble.ts'

type Props = { lifetime: string; supportEmail: string | null; trouble: boolean }

/** The same for every address; it varies only with the state of the mail system. */
export function LinkSent({ lifetime, supportEmail, trouble }: Props) {
  return (
    <>
      <h1>{trouble ? 'Your request was received' : 'Check your email'}</h1>
      <div className="pt-6">
        {trouble ? (
          <Alert tone="warning">{mailTroubleMessage(supportEmail)}</Alert>
        ) : (
          <Alert>If there is an account with this address, the link is on its way.</Alert>
        )}
      </div>
      <p className="pt-5 text-muted">
        {trouble
          ? 'The email will be sent as soon as possible. Your password is unchanged until you use its link.'
          : `The link works once and is valid for ${lifetime}. Nothing after a few minutes? Check the spam folder, then try again.`}
      </p>
      <ButtonLink to="/login" look="outline" className="mt-7 w-full">
        Back to sign-in
      </ButtonLink>
    </>
  )
}
