/** What the admin was told it would be. */
export type Removal = 'archive' | 'delete'

/** What hangs on an investor: how many of each. Any of it keeps them from being deleted. */
export type InvestorHistory = {
  investments: number
  activeInvestments: number
  documents: number
  notifications: number
  inquiries: number
  requests: number
  /** Of these, those that still reserve their part of a project. */
  openRequests: number
}

/** What removing them would be: archived as soon as anything hangs on them. */
export function removalOf(history: InvestorHistory): Removal {
  const { investments, documents, notifications, inquiries, requests } = history
  return investments + documents + notifications + inquiries + requests > 0 ? 'archive' : 'delete'
}
