/**
 * Redirects a broken recovery link to the recovery page with its query, else null. Tokens of other
 * types are no recovery links.
 */
export function recoveryAddress(search: string): string | null {
  const query = new URLSearchParams(search)
  const type = query.get('type')
  const isRecovery =
    query.get('access_token') ||
    query.get('email') ||
    (query.get('token') && (!type || type === 'recovery'))
  return isRecovery ? `/reset-password${search}` : null
}
