import { PasswordField } from '../../ui/fields/password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** Asks for password or code within a form. Renders nothing within 15 minutes of the last confirmation. */
export function ConfirmIdentity({ needed, factor }: { needed: boolean; factor: boolean }) {
  if (!needed) return null
  return (
    <fieldset className="col-span-full grid gap-3 rounded-card border border-line bg-surface-2 px-4 pt-3 pb-4">
      <legend className="float-start w-full font-semibold">Confirm your identity</legend>
      {factor ? (
        <CodeField />
      ) : (
        <OwnPasswordField hint="You will not be asked again for 15 minutes" />
      )}
    </fieldset>
  )
}

/** Asks for everything, every time: see `requireFullConfirmation`. */
export function ConfirmFully({ factor }: { factor: boolean }) {
  return (
    <fieldset className="col-span-full grid gap-3 rounded-card border border-line bg-surface-2 px-4 pt-3 pb-4">
      <legend className="float-start w-full font-semibold">Confirm your identity</legend>
      <OwnPasswordField />
      {factor && <CodeField />}
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
