import { normalized } from '../../values/typed-text.ts'
import type { PaymentMethod } from '../payments/payment-methods.ts'

/** How files of banks, phone companies and offices call each way to pay, without case, blanks and punctuation. */
const spellings: Record<PaymentMethod, string> = {
  'bank-transfer':
    'banktransfer bank transfer wire wiretransfer banktt tt telegraphictransfer eft rtgs ach swift sepa pesalink directdeposit bankdeposit deposit standingorder onlinetransfer internetbanking',
  'mobile-money':
    'mobilemoney mobile mpesa lipanampesa mpesapaybill paybill till buygoods airtel airtelmoney mtn mtnmomo momo tigopesa tkash orangemoney evc evcplus zaad sahal edahab waafi waafipay ecocash telebirr',
  card: 'card creditcard debitcard visa mastercard amex',
  cash: 'cash',
  cheque: 'cheque check chq cheq chk bankerscheque bankersdraft draft',
  other: 'other',
}

const methods = new Map(
  Object.entries(spellings).flatMap(([method, words]) =>
    words.split(' ').map((word) => [word, method as PaymentMethod] as const),
  ),
)

/** The way to pay that a cell means, in any usual spelling (M-Pesa, MPESA, EFT, CHQ); null for another word. */
export function methodNamed(text: string): PaymentMethod | null {
  const word = normalized(text, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return methods.get(word) ?? null
}
