/** How money arrives; the first is what most people use. */
export const paymentMethods = [
  'bank-transfer',
  'mobile-money',
  'card',
  'cash',
  'cheque',
  'other',
] as const

export type PaymentMethod = (typeof paymentMethods)[number]

/** The word for each method. */
export const paymentMethodLabels: Record<PaymentMethod, string> = {
  'bank-transfer': 'Bank transfer',
  'mobile-money': 'Mobile money',
  card: 'Card',
  cash: 'Cash',
  cheque: 'Cheque',
  other: 'Other',
}
