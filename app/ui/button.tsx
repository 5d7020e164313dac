import { type ButtonHTMLAttributes, type ReactNode, use } from 'react'
import { Link, type LinkProps } from 'react-router'
import { AccessContext } from './access.ts'
import { Icon, type IconName } from './icon.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'accent' | 'outline' | 'danger'
export type ButtonSize = 'normal' | 'small' | 'field'

const looks: Record<ButtonLook, string> = {
  primary:
    'border-transparent bg-primary text-on-primary hover:bg-[color-mix(in_oklab,var(--primary)_88%,var(--text))]',
  secondary:
    'border-line-button bg-surface text-text hover:bg-[color-mix(in_oklab,var(--text)_4%,var(--surface))]',
  outline: 'border-[color-mix(in_oklab,currentColor_45%,transparent)] hover:border-current',
  danger:
    'border-transparent bg-negative text-on-negative hover:bg-[color-mix(in_oklab,var(--negative)_88%,var(--text))]',
  accent:
    'border-transparent bg-accent text-on-accent hover:bg-[color-mix(in_oklab,var(--accent)_88%,var(--text))]',
}

const sizes: Record<ButtonSize, string> = {
  normal: 'min-h-(--control) px-(--control-x)',
  small: 'min-h-(--control-small) px-(--control-small-x) text-(length:--text-small)',
  field: 'min-h-(--field) px-(--control-x)',
}

const off =
  'disabled:cursor-not-allowed disabled:border-transparent disabled:bg-tint-neutral disabled:text-[color-mix(in_oklab,var(--text-muted)_82%,var(--surface))] aria-busy:cursor-progress'

/** For the few places that draw their own element, such as a file input's label. */
export function buttonClass(
  look: ButtonLook = 'secondary',
  size: ButtonSize = 'normal',
  extra = '',
) {
  return `inline-flex items-center justify-center gap-2 rounded-control border text-center font-[550] leading-tight no-underline transition-colors select-none whitespace-nowrap max-[19em]:whitespace-normal max-sm:in-[.dialog]:whitespace-normal focus-visible:rounded-control ${looks[look]} ${sizes[size]} ${off} ${extra}`
}

type Appearance = { look?: ButtonLook; size?: ButtonSize; icon?: IconName; children: ReactNode }

/** A button that does not submit (see SubmitButton). */
export function Button({
  look,
  size,
  icon,
  className,
  children,
  ...rest
}: Appearance & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" className={buttonClass(look, size, className)} {...rest}>
      <Face icon={icon}>{children}</Face>
    </button>
  )
}

/** `newTab` announces the new tab to everyone. Left out where the user may not open it. */
export function ButtonLink({
  look,
  size,
  icon,
  className,
  children,
  newTab = false,
  ...rest
}: Appearance &
  Omit<LinkProps, 'className' | 'children'> & { className?: string; newTab?: boolean }) {
  if (use(AccessContext)?.mayOpen(rest.to) === false) return null
  return (
    <Link
      className={buttonClass(look, size, className)}
      {...rest}
      {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
    >
      <Face icon={icon}>{children}</Face>
      {newTab && <span className="sr-only"> (opens in a new tab)</span>}
    </Link>
  )
}

/** In the header of an office page on a phone only screen readers get the words. */
function Face({ icon, children }: { icon: IconName | undefined; children: ReactNode }) {
  if (!icon) return children
  return (
    <>
      <Icon name={icon} size="small" />
      <span className="words">{children}</span>
    </>
  )
}
