import { PasskeyProof } from '../../ui/fields/passkey-proof.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** What the user has to confirm with. */
export type OwnProof = { factor: boolean; passkey: boolean }

/** The fields that `confirmOwn` reads. */
export function ConfirmOwnField({ factor, passkey }: OwnProof) {
  return (
    <PasskeyProof offered={passkey}>{factor ? <CodeField /> : <OwnPasswordField />}</PasskeyProof>
  )
}

function CodeField() {
  return (
    <TextField
      name="code"
      label="Code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      hint="Six digits from your app, or one of your recovery codes"
    />
  )
}

function OwnPasswordField() {
  return (
    <PasswordField name="currentPassword" label="Your password" autoComplete="current-password" />
  )
}
