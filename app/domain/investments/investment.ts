/** Where an investment stands (decisions §4). Completed is fully paid; pending has received nothing. */
export type InvestmentStatus = 'pending' | 'active' | 'completed' | 'cancelled'

/** The word for each status (MIV-009). */
export const investmentStatusLabels: Record<InvestmentStatus, string> = {
  pending: 'Pending',
  active: 'Active',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
