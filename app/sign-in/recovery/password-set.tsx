import { ButtonLink } from '../../ui/button.tsx'
import { stones } from '../../ui/layout/wordmark.tsx'
import { useFocusedTitle } from './use-focused-title.ts'

/** Setting the password does not sign anyone in. */
export function PasswordSet() {
  const title = useFocusedTitle<HTMLHeadingElement>()
  return (
    <>
      <svg aria-hidden="true" viewBox="2.5 3.5 27 25" className="mb-4 h-10 w-11 fill-primary">
        <path d={stones[0]} className="fill-gold" />
        <path d={stones[1]} />
        <path d={stones[2]} />
      </svg>
      <h1 ref={title} tabIndex={-1} className="outline-none">
        Password reset successful
      </h1>
      <p className="pt-3 text-muted">
        Your new password is set, and all other devices are signed out.
      </p>
      <ButtonLink to="/login" look="primary" className="mt-7 w-full">
        Go to Login
      </ButtonLink>
    </>
  )
}
