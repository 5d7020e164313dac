export const investorsHome = '/admin-dashboard/investors'
export const projectsHome = '/admin-dashboard/projects'
export const investmentsHome = '/admin-dashboard/investments'
export const documentsHome = '/admin-dashboard/documents'
export const notificationsHome = '/admin-dashboard/notifications'
export const usersHome = '/admin-dashboard/users'
export const requestsHome = '/admin-dashboard/requests'
export const approvalsHome = '/admin-dashboard/approvals'
export const inquiriesHome = '/admin-dashboard/inquiries'
export const outboxHome = '/admin-dashboard/outbox'
export const receivablesHome = '/admin-dashboard/receivables'
export const forecastHome = '/admin-dashboard/forecast'
export const importHome = '/admin-dashboard/import'

type Place = { pathname: string; search: string }

/** The investor for paths with `profile/`, else the list. */
export function pageBehindInvestorDialog({ pathname, search }: Place, id: string): string {
  return `${pathname.includes('/profile/') ? `${investorsHome}/${id}` : investorsHome}${search}`
}

/** The investment for paths with `ledger/`, else the list. */
export function pageBehindInvestmentDialog({ pathname, search }: Place, id: string): string {
  return `${pathname.includes('/ledger/') ? `${investmentsHome}/${id}` : investmentsHome}${search}`
}

/** The document for paths with `about`, else the list. */
export function pageBehindDocumentDialog({ pathname, search }: Place, id: string): string {
  const document = `${documentsHome}/${id}`
  return `${pathname.startsWith(`${document}/about`) ? document : documentsHome}${search}`
}
