/** The parameter a token came in, which decides the error message. */
export type SecretLink = { sentAs: 'token' | 'access_token'; token: string }

/** An email alone only prefills the form. */
export type RecoveryLinkParams = { secret: SecretLink | null; email: string }

const longestEmail = 254

/** `token` counts with `type=recovery` or without a type. A repeated parameter counts as absent. */
export function parseRecoveryLink(query: URLSearchParams): RecoveryLinkParams {
  const type = query.get('type')
  const token = type === null || type === 'recovery' ? only(query, 'token') : ''
  const email = only(query, 'email').slice(0, longestEmail)
  if (token) return { secret: { sentAs: 'token', token }, email }
  const accessToken = only(query, 'access_token')
  return { secret: accessToken ? { sentAs: 'access_token', token: accessToken } : null, email }
}

/** Cookie format: kind, colon, token. */
export function writeSecret({ sentAs, token }: SecretLink): string {
  return `${sentAs}:${token}`
}

export function readSecret(kept: string): SecretLink | null {
  const [, sentAs, token] = /^(token|access_token):(.+)$/s.exec(kept) ?? []
  return token === undefined ? null : { sentAs: sentAs as SecretLink['sentAs'], token }
}

function only(query: URLSearchParams, name: string): string {
  const [value = '', ...more] = query.getAll(name)
  return more.length > 0 ? '' : value
}
