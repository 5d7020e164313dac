import { Link } from 'react-router'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { FormReply } from '../../values/form.ts'
import { ContactHint } from './contact-hint.tsx'
import { footClass } from './foot-class.ts'

/** Always posts to the forgot-password page, which answers. */
export function ResetLinkForm({ reply, email }: { reply?: FormReply | undefined; email?: string }) {
  return (
    <ActionForm
      reply={reply}
      action="/login/forgot"
      className="grid gap-5 pt-7 *:data-form-alert:mb-0"
    >
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={email}
      />
      <SubmitButton pendingLabel="Sending" className="w-full">
        Send reset link
      </SubmitButton>
    </ActionForm>
  )
}

/** Links back, or to support. */
export function OtherOptions({ supportEmail }: { supportEmail: string | null }) {
  return (
    <p className={footClass}>
      Remembered your password? <Link to="/login">Back to sign-in</Link>. Still cannot sign in?{' '}
      <ContactHint supportEmail={supportEmail} />
    </p>
  )
}

export function WriteToSupport({ supportEmail }: { supportEmail: string | null }) {
  return (
    <p className={footClass}>
      Still cannot sign in? <ContactHint supportEmail={supportEmail} />
    </p>
  )
}
