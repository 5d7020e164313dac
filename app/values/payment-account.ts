import type { Currency } from './currency.ts'

/** What kinds of account investors pay into. */
export const paymentAccountKinds = ['paybill', 'till', 'bank', 'wallet'] as const
/** One of `paymentAccountKinds`. */
export type PaymentAccountKind = (typeof paymentAccountKinds)[number]

/** What each kind is called on screens. */
export const paymentAccountKindLabels: Record<PaymentAccountKind, string> = {
  paybill: 'M-Pesa paybill',
  till: 'M-Pesa till',
  bank: 'Bank account',
  wallet: 'Mobile wallet',
}

/** The kind of an account as it follows its name: `M-Pesa, paybill` and not `M-Pesa, M-Pesa paybill`. */
export function accountKindWords({
  kind,
  name,
}: Pick<OpenPaymentAccount, 'kind' | 'name'>): string {
  const words = paymentAccountKindLabels[kind]
  return /m-?pesa/i.test(name) ? words.replace(/^M-Pesa /, '') : words
}

/** What an account's number is called where it is paid into. */
export const accountNumberLabels: Record<PaymentAccountKind, string> = {
  paybill: 'Business number',
  till: 'Till number',
  bank: 'Account number',
  wallet: 'Wallet number',
}

/** An account of the company that takes payments, as investors see it. */
export type OpenPaymentAccount = {
  id: string
  kind: PaymentAccountKind
  name: string
  number: string
  currency: Currency
  howToPay: string | null
  /** How the payment reference is written here, as in `441211#{reference}`; null for the reference alone. */
  referencePattern: string | null
  detailsChangedAt: Date
}

/** The same with what only the office sees. */
export type PaymentAccount = OpenPaymentAccount & {
  version: number
  /** In the accountant's books; null takes the code of the company settings. */
  accountCode: string | null
  /** The layout of its last statement, read again for the next; null before the first. */
  statementProfile: string | null
  closedAt: Date | null
}

/** What the payer types as the account number when paying into this account. */
export function typedReference(
  { referencePattern }: Pick<OpenPaymentAccount, 'referencePattern'>,
  reference: string,
): string {
  return referencePattern?.replace('{reference}', reference) ?? reference
}
