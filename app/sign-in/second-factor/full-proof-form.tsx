import { Link } from 'react-router'
import { ActionForm } from '../../ui/fields/form.tsx'
import { PasskeyProof } from '../../ui/fields/passkey-proof.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { FormReply } from '../../values/form.ts'
import { footClass } from '../parts/foot-class.ts'

type Props = {
  reply: FormReply | undefined
  act: string
  pending: string
  back: string
  /** Whether the user has a passkey. */
  passkey: boolean
}

/** Requires password and code, or a passkey, before the second factor changes. */
export function FullProofForm({ reply, act, pending, back, passkey }: Props) {
  return (
    <>
      <ActionForm reply={reply} replace className="grid gap-5 pt-7 *:data-form-alert:mb-0">
        <PasskeyProof offered={passkey} everyTime>
          <PasswordField
            name="currentPassword"
            label="Your password"
            autoComplete="current-password"
          />
          <TextField
            name="code"
            label="Code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            hint="Six digits from your app, or one of your recovery codes"
          />
        </PasskeyProof>
        <SubmitButton pendingLabel={pending} className="w-full">
          {act}
        </SubmitButton>
      </ActionForm>
      <p className={footClass}>
        <Link to={back}>Cancel</Link>
      </p>
    </>
  )
}
