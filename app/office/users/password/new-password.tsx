import { type ReactNode, useState } from 'react'
import { passwordLengthFault, passwordMessages } from '../../../domain/accounts/password.ts'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'

type Props = {
  /** Who is notified. */
  of: ReactNode
  /** Adds a confirmation field. */
  twice?: boolean
  /** Further effects. */
  children?: ReactNode
}

/** Validates while typing. */
export function NewPassword({ of, twice = false, children }: Props) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const fault = password === '' ? null : passwordLengthFault(password)
  const isShort = fault === 'short'
  return (
    <>
      <PasswordField
        name="password"
        label="New password"
        required={twice}
        autoComplete="new-password"
        span="full"
        hint={
          fault ? (
            <Wrong>{isShort ? `${passwordMessages.short} long` : passwordMessages[fault]}</Wrong>
          ) : (
            'At least 8 characters, without their name or email'
          )
        }
        onValueChange={setPassword}
      />
      {twice && (
        <PasswordField
          name="confirmPassword"
          label="Confirm password"
          required
          autoComplete="new-password"
          span="full"
          hint={
            again !== '' &&
            again !== password && <Wrong>Please make sure both passwords match</Wrong>
          }
          onValueChange={setAgain}
        />
      )}
      <Consequences>
        <Consequence of="Sessions">end now</Consequence>
        <Consequence of="Next sign-in">asks for a new password</Consequence>
        {children}
        <Consequence of={<bdi>{of}</bdi>}>is notified by email, without the password</Consequence>
      </Consequences>
    </>
  )
}

/** Offered after a failed direct reset; the email is never sent automatically. */
export function EmailInstead() {
  return (
    <SubmitButton look="secondary" name="mode" value="instead">
      Send reset email instead
    </SubmitButton>
  )
}

function Wrong({ children }: { children: ReactNode }) {
  return <span className="font-medium text-negative">{children}</span>
}
