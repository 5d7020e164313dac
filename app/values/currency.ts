/** The currencies that investors pay in. SLSH is the Somaliland shilling, which has no ISO 4217 code. */
export const currencies = ['USD', 'KES', 'SOS', 'SLSH', 'EUR', 'GBP'] as const

/** A currency by its ISO 4217 code; Somaliland's shilling by the one in use there. */
export type Currency = (typeof currencies)[number]

/** The currency in a list of choices: its code first, because narrow fields cut the end. */
export const currencyLabels: Record<Currency, string> = {
  USD: 'USD, US dollar',
  KES: 'KES, Kenya shilling',
  SOS: 'SOS, Somali shilling',
  SLSH: 'SLSH, Somaliland shilling',
  EUR: 'EUR, Euro',
  GBP: 'GBP, Pound sterling',
}
