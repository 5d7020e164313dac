/** A secret as a link brought it: under which name, which decides the sentence when it is wrong (AUTH-051, AUTH-052). */
export type SecretLink = { sentAs: 'token' | 'access_token'; token: string }

/** What the address of the recovery page asks for (AUTH-046). An e-mail alone opens nothing: it is only typed in (W-11). */
export type RecoveryLinkParams = { secret: SecretLink | null; email: string }

const longestEmail = 254

/**
 * Reads the four parameters. `token` counts with `type=recovery` or without a type; a name that stands twice, which no
 * mail of ours has, counts as none.
 */
export function parseRecoveryLink(query: URLSearchParams): RecoveryLinkParams {
  const type = query.get('type')
  const token = type === null || type === 'recovery' ? only(query, 'token') : ''
  const email = only(query, 'email').slice(0, longestEmail)
  if (token) return { secret: { sentAs: 'token', token }, email }
  const accessToken = only(query, 'access_token')
  return { secret: accessToken ? { sentAs: 'access_token', token: accessToken } : null, email }
}

/** A secret as the browser keeps it: its kind, a colon, the token. */
export function writeSecret({ sentAs, token }: SecretLink): string {
  return `${sentAs}:${token}`
}

/** The secret that the browser keeps; null where it keeps none. */
export function readSecret(kept: string): SecretLink | null {
  const [, sentAs, token] = /^(token|access_token):(.+)$/s.exec(kept) ?? []
  return token === undefined ? null : { sentAs: sentAs as SecretLink['sentAs'], token }
}

function only(query: URLSearchParams, name: string): string {
  const [value = '', ...more] = query.getAll(name)
  return more.length > 0 ? '' : value
}
