/** Cookie with the investors added from this browser whose invitations are not reported yet. */
export const followedCookie = 'invited'

/** In seconds: longer than the slowest first attempt at two mail servers. */
export const followedSeconds = 150

const most = 5

/** Parses the cookie; anything that is no id is dropped. */
export function followedIn(cookie: string | null): string[] {
  return (cookie ?? '').split('.').filter((id) => /^[\da-f-]{36}$/.test(id))
}

/** Keeps only the latest ids. */
export const followedValue = (investorIds: readonly string[]) => investorIds.slice(-most).join('.')
