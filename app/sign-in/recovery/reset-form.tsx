import { Alert } from '../../ui/feedback/alert.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import type { FormReply } from '../../values/form.ts'
import { NewPasswordFields } from '../parts/new-password-fields.tsx'

type Props = { email: string; reply: FormReply | undefined; other: string | null }

/** The secret is only in the cookie, never on the page. */
export function ResetForm({ email, reply, other }: Props) {
  return (
    <>
      <h1>Set a new password</h1>
      <p className="pt-2 break-words text-muted">For {email}. This link works once.</p>
      {other !== null && (
        <div className="mt-5">
          <Alert>
            You are signed in here as <bdi>{other}</bdi>. Setting this password signs{' '}
            <bdi>{other}</bdi> out of this browser.
          </Alert>
        </div>
      )}
      <ActionForm
        reply={reply}
        action="/reset-password"
        replace
        className="grid gap-5 pt-7 *:data-form-alert:mb-0"
      >
        <NewPasswordFields email={email} label="New password" reply={reply} />
        <SubmitButton pendingLabel="Setting password" className="w-full">
          Set new password
        </SubmitButton>
      </ActionForm>
      <p className="pt-5 text-sm text-muted">All other devices are signed out.</p>
    </>
  )
}
