export const transactionsHome = '/admin-dashboard/transactions'
export const payersHome = `${transactionsHome}/payers`
export const proofsHome = `${transactionsHome}/proofs`
export const reconciliationHome = `${transactionsHome}/reconciliation`
