import type { OpenPaymentAccount } from '../../values/payment-account.ts'
import { nameWords } from '../bank-matching/names.ts'
import type { PaymentMessage } from '../bank-statements/payment-message.ts'

/** By what a payment to the company is recognised. */
export type Payees = {
  /** Of the company, as it is registered and as it is known. */
  names: readonly string[]
  accounts: readonly Pick<OpenPaymentAccount, 'name' | 'number'>[]
  /** Of the investor’s investments. */
  references: readonly string[]
}

const commonWords = new Set(
  'company property properties group holdings investment investments kenya somalia mpesa pesa usd kes shillings dollars'.split(
    ' ',
  ),
)

const wordsOf = (name: string) => {
  const all = nameWords(name)
  const rare = all.filter((word) => !commonWords.has(word))
  return rare.length > 0 ? rare : all
}

const alphanumeric = (text: string | null) => (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Wallet numbers are written with and without the country code. */
const isSameWallet = (left: string, right: string) =>
  Math.min(left.length, right.length) >= 9 && left.slice(-9) === right.slice(-9)

/**
 * Whom a message says was paid, by name or number, when that is someone else: neither a name nor a number of the company
 * is in it, nor a reference of the investor. Null when it may be the company.
 */
export function otherPayee(message: PaymentMessage, payees: Payees): string | null {
  const { partyName, partyNumber, account } = message
  const payee = partyName ?? partyNumber
  if (payee === null) return null
  const typed = alphanumeric(account)
  const numbers = payees.accounts.map(({ number }) => alphanumeric(number))
  const paid = alphanumeric(partyNumber)
  const isNumbered = numbers.some(
    (number) => typed.includes(number) || paid.endsWith(number) || isSameWallet(paid, number),
  )
  if (isNumbered || payees.references.some((reference) => typed.includes(reference))) return null
  const ours = new Set(
    [...payees.names, ...payees.accounts.map(({ name }) => name)].flatMap(wordsOf),
  )
  return nameWords(partyName ?? '').some((word) => ours.has(word)) ? null : payee
}
