/**
 * Where an address that no screen has leads when a recovery link was broken on its way: to the recovery screen, with the
 * whole query; else null. A token of another type is no recovery link (PUB-068..073).
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
