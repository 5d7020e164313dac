/** The most common first. */
export const paymentMethods = [
  'bank-transfer',
  'mobile-money',
  'card',
  'cash',
  'cheque',
  'other',
] as const

export type PaymentMethod = (typeof paymentMethods)[number]

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  'bank-transfer': 'Bank transfer',
  'mobile-money': 'Mobile money',
  card: 'Card',
  cash: 'Cash',
  cheque: 'Cheque',
  other: 'Other',
}
