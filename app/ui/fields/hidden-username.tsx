/** The email of the account, hidden, so that password managers know which password is meant. */
export function HiddenUsername({ email }: { email: string }) {
  return (
    <input
      type="email"
      name="email"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
    />
  )
}
