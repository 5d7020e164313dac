import type { ReactNode } from 'react'
import { type ButtonLook, type ButtonSize, buttonClass } from '../button.tsx'
import { Icon, type IconName } from '../icon.tsx'
import { useFormState } from './form.tsx'

type Props = {
  /** For example "Record payment of $2,500". */
  children: ReactNode
  /** Shown while sending; otherwise a spinner covers the name. */
  pendingLabel?: string | undefined
  look?: ButtonLook
  size?: ButtonSize
  icon?: IconName
  name?: string
  value?: string
  /** An address other than the form's own. */
  formAction?: string
  className?: string
  disabled?: boolean
}

/** Left out where the user may not send the form. While sending it keeps its width and focus: `aria-disabled`, not `disabled`; the form ignores more clicks. */
export function SubmitButton({
  children,
  pendingLabel,
  look = 'primary',
  size,
  icon,
  className,
  ...rest
}: Props) {
  const { pending, isAllowed } = useFormState()
  if (!isAllowed) return null
  return (
    <button
      type="submit"
      className={buttonClass(look, size, className)}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      {...rest}
    >
      <span className="inline-grid place-items-center">
        <span
          className={`col-start-1 row-start-1 inline-flex items-center gap-2 ${pending ? (pendingLabel ? 'invisible' : 'opacity-40') : ''}`}
        >
          {icon && <Icon name={icon} size="small" />}
          {children}
        </span>
        <span
          className={`col-start-1 row-start-1 inline-flex items-center gap-2 ${pending ? '' : 'invisible'}`}
        >
          <Spinner />
          {pendingLabel}
        </span>
      </span>
    </button>
  )
}

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-[0.9375rem] animate-spin rounded-full border-2 border-[color-mix(in_oklab,currentColor_32%,transparent)] border-t-current"
    />
  )
}
