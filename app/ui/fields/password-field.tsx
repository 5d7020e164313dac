import { useState } from 'react'
import { useScript } from '../connection/use-script.ts'
import { Icon } from '../icon.tsx'
import { iconButtonClass } from '../icon-button.tsx'
import { Field, type FieldProps, inputClass, useField } from './field.tsx'

type Props = Omit<FieldProps, 'defaultValue'> & {
  autoComplete: 'current-password' | 'new-password'
  onValueChange?: (value: string) => void
}

/** A password that can be shown while typing. Never filled from a reply. */
export function PasswordField({
  name,
  label,
  required,
  optional,
  hint,
  span,
  autoComplete,
  onValueChange,
}: Props) {
  const { id, error, input } = useField({ name, hint, required })
  const [shown, setShown] = useState(false)
  const scripted = useScript()
  return (
    <Field
      id={id}
      label={label}
      required={required}
      optional={optional}
      hint={hint}
      error={error}
      span={span}
    >
      <div className="relative">
        <input
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className={`${inputClass} pe-12`}
          onChange={(event) => onValueChange?.(event.currentTarget.value)}
          {...input}
        />
        {scripted && (
          <button
            type="button"
            className={iconButtonClass('absolute! end-1 top-1/2 -translate-y-1/2')}
            aria-label="Show password"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} />
          </button>
        )}
      </div>
    </Field>
  )
}
