import { foreignCurrencies } from '../../domain/exchange-rates/exchange-rate-schema.ts'

/** The currency that the list is narrowed to; null for all. */
export function currencyFilter(url: URL) {
  const named = url.searchParams.get('currency')
  return foreignCurrencies.find((currency) => currency === named) ?? null
}
