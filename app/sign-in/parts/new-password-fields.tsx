import { useState } from 'react'
import { HiddenUsername } from '../../ui/fields/hidden-username.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import type { FormReply } from '../../values/form.ts'
import { strengthOf } from './strength.ts'

type Props = { email: string; label?: string; reply: FormReply | undefined }

export function NewPasswordFields({ email, label = 'Password', reply }: Props) {
  const [password, setPassword] = useState('')
  const [last, setLast] = useState({ reply, refused: '' })
  if (reply !== last.reply) setLast({ reply, refused: reply?.errors.password ? password : '' })
  return (
    <>
      <HiddenUsername email={email} />
      <div className="grid gap-2">
        <PasswordField
          name="password"
          label={label}
          autoComplete="new-password"
          hint="At least 8 characters, without your name or email."
          onValueChange={setPassword}
        />
        <StrengthStones password={password} refused={last.refused} />
      </div>
      <PasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password" />
    </>
  )
}

const stones = [1, 2, 3] as const

function StrengthStones({ password, refused }: { password: string; refused: string }) {
  const { stones: laid, word } = strengthOf(password, refused)
  const colour = laid === 3 ? 'border-positive bg-positive' : 'border-warning bg-warning'
  return (
    <p role="status" className="flex min-h-5 items-center gap-1.5 text-sm">
      {laid > 0 && (
        <>
          {stones.map((stone) => (
            <span
              key={stone}
              aria-hidden="true"
              className={`h-2 w-9 rounded-full border ${stone <= laid ? colour : 'border-line-control'}`}
            />
          ))}
          <span className="ps-1.5">
            <span className="sr-only">Password strength: </span>
            {word}
          </span>
        </>
      )}
    </p>
  )
}
