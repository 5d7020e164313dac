/** The codes of an installation that has set none. */
export const defaultAccountCodes = {
  accounts: '1010',
  cash: '1020',
  investors: '2000',
  refunds: '2000',
  adjustments: '2090',
  distributions: '3000',
  rounding: '4900',
}

export type AccountName = keyof typeof defaultAccountCodes

/** The codes of the accountant's books, as the journal writes them. */
export type AccountCodes = Record<AccountName, string>

export const accountNames = Object.keys(defaultAccountCodes) as AccountName[]

export const accountLabels: Record<AccountName, string> = {
  accounts: 'Payment accounts',
  cash: 'Cash and other methods',
  investors: 'Investors’ funds',
  refunds: 'Refunds',
  adjustments: 'Adjustments',
  distributions: 'Distributions paid',
  rounding: 'Rounding gains',
}
