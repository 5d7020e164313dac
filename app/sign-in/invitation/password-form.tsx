import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import type { FormReply } from '../../values/form.ts'
import { NewPasswordFields } from '../parts/new-password-fields.tsx'

export function PasswordForm({ email, reply }: { email: string; reply: FormReply | undefined }) {
  return (
    <ActionForm
      reply={reply}
      action="/invitation"
      replace
      className="grid gap-5 pt-7 *:data-form-alert:mb-0"
    >
      <NewPasswordFields email={email} reply={reply} />
      <SubmitButton pendingLabel="Setting password" className="w-full">
        Set password
      </SubmitButton>
    </ActionForm>
  )
}
