/** The cookie of the investors just added from this browser, whose invitations have not been told of yet. */
export const followedCookie = 'invited'

/** How long an invitation is followed: past the longest first attempt at two mail servers, in seconds. */
export const followedSeconds = 150

const most = 5

/** The ids in such a cookie; whatever somebody put into it, only what may be one. */
export function followedIn(cookie: string | null): string[] {
  return (cookie ?? '').split('.').filter((id) => /^[\da-f-]{36}$/.test(id))
}

/** What the cookie holds for these; of many the last few. */
export const followedValue = (investorIds: readonly string[]) => investorIds.slice(-most).join('.')
