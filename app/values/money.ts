declare const cent: unique symbol

/** US dollars in whole cents; negative for refunds. A branded bigint, so that plain numbers do not compile. */
export type Cents = bigint & { readonly [cent]: never }

/** The cents, or the message for the field. */
export type ParsedAmount =
  | { ok: true; amount: Cents }
  | { ok: false; message: string; isNegative: boolean }

/** Takes whole cents from a trusted source; `cents(125000n)` is $1,250.00. For typed text use `parseAmount`. */
export function cents(whole: bigint): Cents {
  return whole as Cents
}

export const zero = cents(0n)

/** The largest amount that can be typed, $999,999,999,999.99. @internal */
export const largestAmount = cents(99_999_999_999_999n)

const plain = /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/
const negative = /^[-−–(]/
const example = 'like 1,250.00'

/**
 * Reads a typed amount: `1250`, `1,250`, `1250.5`, `$1,250.00`. Refuses anything ambiguous (`12,50`, `1.250,00`,
 * exponents, three decimals), negative, or above `largestAmount`. Zero is allowed.
 */
export function parseAmount(text: string): ParsedAmount {
  const figures = text.trim().replace(/^\$\s*/, '')
  const match = plain.exec(figures)
  if (!match) return { ok: false, message: howToMend(figures), isNegative: negative.test(figures) }
  const [dollars = ''] = figures.replaceAll(',', '').split('.')
  const amount = cents(BigInt(dollars) * 100n + BigInt((match[1] ?? '').padEnd(2, '0')))
  if (amount > largestAmount) {
    const message = `An amount can be at most ${formatAmount(largestAmount, 'always')}.`
    return { ok: false, message, isNegative: false }
  }
  return { ok: true, amount }
}

function howToMend(figures: string): string {
  if (figures === '') return 'Enter an amount.'
  if (negative.test(figures)) return 'An amount cannot be negative. Remove the minus sign.'
  if (/^[\d.,]+e[-+]?\d+$/i.test(figures)) return `Enter the full amount, ${example}.`
  const decimalComma = /^(\d+),(\d{1,2})$/.exec(figures)
  if (decimalComma) return `Use a point before the cents: ${decimalComma[1]}.${decimalComma[2]}.`
  if (/^[\d,]*\.\d{3,}$/.test(figures)) return `Use at most two decimals, ${example}.`
  if (/^[\d.,\s]+$/.test(figures))
    return `Use commas between thousands and a point before the cents, ${example}.`
  return `Enter the amount in digits, ${example}.`
}

/** An amount in source text, for tests and the demo: `usd('1,250.00')`. Throws on invalid text. */
export function usd(text: string): Cents {
  const parsed = parseAmount(text)
  if (!parsed.ok)
    throw new RangeError(`${JSON.stringify(text)} is not an amount. ${parsed.message}`)
  return parsed.amount
}

/** `left` plus `right`. */
export function add(left: Cents, right: Cents): Cents {
  return cents(left + right)
}

/** `left` minus `right`; may be negative. */
export function subtract(left: Cents, right: Cents): Cents {
  return cents(left - right)
}

/** The sum of all amounts; `zero` for none. */
export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0n
  for (const amount of amounts) total += amount
  return cents(total)
}

/** Whether an amount is above zero. */
export function isPositive(amount: Cents): boolean {
  return amount > 0n
}

/** The smaller of two amounts. */
export function min(left: Cents, right: Cents): Cents {
  return left < right ? left : right
}

/**
 * Divides `total` in proportion to `weights`, in cents that add up exactly (largest remainder, ties
 * to the earlier weight). Throws for a negative total or weight, or when no weight is positive.
 */
export function allocate(total: Cents, weights: readonly Cents[]): Cents[] {
  const whole = sum(weights)
  if (total < 0n || weights.some((weight) => weight < 0n))
    throw new RangeError('Only amounts from zero up are divided')
  if (whole === 0n) throw new RangeError('Nothing to divide by: every weight is zero')
  const shares = weights.map((weight, index) => ({
    index,
    amount: (total * weight) / whole,
    remainder: (total * weight) % whole,
  }))
  const left = total - shares.reduce((given, share) => given + share.amount, 0n)
  const byRemainder = shares.toSorted(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder),
  )
  for (const share of byRemainder.slice(0, Number(left))) share.amount += 1n
  return shares.map((share) => cents(share.amount))
}

/** `whole` dollars on totals; cents `when-needed` on ledger lines; cents `always` on issued documents. */
export type AmountShown = 'whole' | 'when-needed' | 'always'

/**
 * Formats an amount: `$35,000`, `$1,250.50`, `-$5`. Whole dollars round half away from zero, and
 * less than one dollar reads `<$1`. Screens use `ui/amount.tsx`.
 */
export function formatAmount(amount: Cents, shown: AmountShown): string {
  const size = amount < 0n ? -amount : amount
  const sign = amount < 0n ? '-' : ''
  if (shown === 'whole') {
    if (size > 0n && size < 100n) return `${sign}<$1`
    return `${sign}$${grouped(inDollars(size))}`
  }
  const dollars = `${sign}$${grouped(size / 100n)}`
  const rest = size % 100n
  return shown === 'when-needed' && rest === 0n
    ? dollars
    : `${dollars}.${rest.toString().padStart(2, '0')}`
}

/**
 * What remains, as whole dollars that add up with the two rounded figures next to it. A remainder
 * that would round to nothing is returned exactly, to read `<$1`; never negative. For display only.
 */
export function remainingAsShown(total: Cents, received: Cents): Cents {
  if (received >= total) return zero
  const shown = inDollars(total) - inDollars(received)
  return shown === 0n ? subtract(total, received) : cents(shown * 100n)
}

/** Half a dollar rounds away from zero. */
function inDollars(size: bigint): bigint {
  return (size + 50n) / 100n
}

/** Without Intl, so that server and browsers write the same characters. */
function grouped(dollars: bigint): string {
  return dollars.toString().replace(/\B(?=(\d{3})+$)/g, ',')
}
