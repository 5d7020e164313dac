import { PasswordField } from '../../ui/fields/password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** The field that `confirmOwn` reads. */
export function ConfirmOwnField({ factor }: { factor: boolean }) {
  return factor ? (
    <TextField
      name="code"
      label="Code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      hint="Six digits from your app, or one of your recovery codes"
    />
  ) : (
    <PasswordField name="currentPassword" label="Your password" autoComplete="current-password" />
  )
}
