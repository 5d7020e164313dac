import { Alert } from '../../ui/alert.tsx'
import { ButtonLink } from '../../ui/button.tsx'

/** A link that sets no password: what it may be, what is safe, and what to do next (AUTH-050). */
export function InvalidLink({ supportEmail }: { supportEmail: string }) {
  return (
    <>
      <h1 className="door-title">This link does not work</h1>
      <div className="pt-6">
        <Alert tone="negative">Invalid reset link. Please request a new password reset link.</Alert>
      </div>
      <p className="pt-5 text-muted">
        It may have been used already, or cut off by your mail program. Your account and your password are unchanged.
      </p>
      <ButtonLink to="/login" look="primary" className="mt-7 w-full">
        Back to sign-in
      </ButtonLink>
      <p className="door-foot">
        Still no way in? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </p>
    </>
  )
}
