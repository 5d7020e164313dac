export const investorsHome = '/admin-dashboard/investors'

/** The page behind a dialog: the investor for paths with `profile/`, else the list. */
export function pageBehindDialog(
  { pathname, search }: { pathname: string; search: string },
  investorId: string,
): string {
  return `${pathname.includes('/profile/') ? `${investorsHome}/${investorId}` : investorsHome}${search}`
}
