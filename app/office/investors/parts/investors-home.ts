/** The list of investors. */
export const investorsHome = '/admin-dashboard/investors'

/** The page behind a dialog: that of the investor for one that stands below its `profile/`, the list for all others. */
export function pageBehindDialog(
  { pathname, search }: { pathname: string; search: string },
  investorId: string,
): string {
  return `${pathname.includes('/profile/') ? `${investorsHome}/${investorId}` : investorsHome}${search}`
}
