import { useFormState } from '../../ui/fields/form.tsx'
import { PasskeyProof } from '../../ui/fields/passkey-proof.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** `factor`, `passkey`: what the user has to confirm with. */
export type Confirmation = { needed: boolean; factor: boolean; passkey: boolean }

/** Asks for password, code or passkey within a form. Renders nothing within 15 minutes of the last confirmation. */
export function ConfirmIdentity({ needed, factor, passkey }: Confirmation) {
  const { isAllowed } = useFormState()
  if (!(needed && isAllowed)) return null
  return (
    <fieldset className="col-span-full grid gap-3 rounded-card border border-line bg-surface-2 px-4 pt-3 pb-4">
      <legend className="float-start w-full font-semibold">Confirm your identity</legend>
      <PasskeyProof offered={passkey}>
        {factor ? (
          <CodeField />
        ) : (
          <OwnPasswordField hint="You will not be asked again for 15 minutes" />
        )}
      </PasskeyProof>
    </fieldset>
  )
}

/** Asks for everything, every time: see `requireFullConfirmation`. */
export function ConfirmFully({ factor, passkey }: Omit<Confirmation, 'needed'>) {
  const { isAllowed } = useFormState()
  if (!isAllowed) return null
  return (
    <fieldset className="col-span-full grid gap-3 rounded-card border border-line bg-surface-2 px-4 pt-3 pb-4">
      <legend className="float-start w-full font-semibold">Confirm your identity</legend>
      <PasskeyProof offered={passkey} everyTime>
        <OwnPasswordField />
        {factor && <CodeField />}
      </PasskeyProof>
    </fieldset>
  )
}

function OwnPasswordField({ hint }: { hint?: string }) {
  return (
    <PasswordField
      name="currentPassword"
      label="Your password"
      autoComplete="current-password"
      hint={hint}
    />
  )
}

function CodeField() {
  return (
    <TextField
      name="code"
      label="Code of your second factor"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      hint="From your authenticator app, or one of your recovery codes"
    />
  )
}
