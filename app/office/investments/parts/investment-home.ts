const list = '/admin-dashboard/investments'

/** The page behind a dialog: the investment for paths with `ledger/`, else the list. */
export function investmentHome({ pathname, search }: URL, investmentId: string): string {
  return `${pathname.includes('/ledger/') ? `${list}/${investmentId}` : list}${search}`
}
