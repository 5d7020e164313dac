import type { SecretLink } from './asked-link.ts'

/** The secret of the link, which the address of the page no longer holds. */
export function SecretFields({ secret: { sentAs, token } }: { secret: SecretLink }) {
  return (
    <>
      <input type="hidden" name="sentAs" value={sentAs} />
      <input type="hidden" name="token" value={token} />
    </>
  )
}
