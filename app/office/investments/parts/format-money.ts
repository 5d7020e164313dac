import type { MoneyInput } from '../../../domain/exchange-rates/paid-amount.ts'
import { formatCurrency } from '../../../values/exchange-rate.ts'
import { formatAmount } from '../../../values/money.ts'

/** Money as it was entered, in dollars or in its own currency. */
export function formatMoney(money: MoneyInput): string {
  return typeof money === 'bigint'
    ? formatAmount(money, 'when-needed')
    : formatCurrency(money.minor, money.currency)
}
