const list = '/admin-dashboard/investments'

/** The page behind a dialog: that of the investment for one that stands below its `ledger/`, the list for all others. */
export function investmentHome({ pathname, search }: URL, investmentId: string): string {
  return `${pathname.includes('/ledger/') ? `${list}/${investmentId}` : list}${search}`
}
