/** The currencies that investors pay in. SLSH is the Somaliland shilling, which has no ISO 4217 code. */
export const currencies = ['USD', 'KES', 'SOS', 'SLSH', 'EUR', 'GBP'] as const

/** A currency by its ISO 4217 code; Somaliland's shilling by the one in use there. */
export type Currency = (typeof currencies)[number]

/** The currency's name in a list of choices. */
export const currencyLabels: Record<Currency, string> = {
  USD: 'US dollar (USD)',
  KES: 'Kenya shilling (KES)',
  SOS: 'Somali shilling (SOS)',
  SLSH: 'Somaliland shilling (SLSH)',
  EUR: 'Euro (EUR)',
  GBP: 'Pound sterling (GBP)',
}
