export type Removal = 'archive' | 'delete'

/** Anything here prevents deletion. */
export type InvestorHistory = {
  investments: number
  activeInvestments: number
  documents: number
  notifications: number
  inquiries: number
  requests: number
  /** Those that still reserve an amount. */
  openRequests: number
}

/** Archived once there is any history, else deleted. */
export function removalOf(history: InvestorHistory): Removal {
  const { investments, documents, notifications, inquiries, requests } = history
  return investments + documents + notifications + inquiries + requests > 0 ? 'archive' : 'delete'
}
