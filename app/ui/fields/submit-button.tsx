import type { ReactNode } from 'react'
import { type ButtonLook, type ButtonSize, buttonClass } from '../button.tsx'
import { Icon, type IconName } from '../icon.tsx'
import { useFormState } from './form.tsx'

type Props = {
  /** Names the act: "Record payment of $2,500". */
  children: ReactNode
  /** What it says while sending: "Recording payment". Without it, the name stays and a ring turns over it. */
  pendingLabel?: string | undefined
  look?: ButtonLook
  size?: ButtonSize
  icon?: IconName
  /** Sent with the form, for a form with two buttons. */
  name?: string
  value?: string
  /** Where this button sends the form, when not to the form's own address. */
  formAction?: string
  className?: string
  /** Until its form is complete. */
  disabled?: boolean
}

/**
 * Sends its ActionForm. While sending it keeps its width (both texts lie in one grid cell) and its focus: it is
 * `aria-disabled`, not `disabled`, and the form itself refuses the second click.
 */
export function SubmitButton({
  children,
  pendingLabel,
  look = 'primary',
  size,
  icon,
  className,
  ...rest
}: Props) {
  const { pending } = useFormState()
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

/** A turning ring; decoration only. */
function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-[0.9375rem] animate-spin rounded-full border-2 border-[color-mix(in_oklab,currentColor_32%,transparent)] border-t-current"
    />
  )
}
