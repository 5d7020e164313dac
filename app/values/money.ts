declare const cent: unique symbol

/**
 * An amount of US dollars in whole cents; below zero for a refund or a downward adjustment.
 * A branded bigint: a plain number or a bare `5n` does not compile, so nothing is lost to rounding.
 * Made only in this file.
 */
export type Cents = bigint & { readonly [cent]: never }

/** What reading a typed amount gives: the cents, or the sentence that tells the person how to mend it. */
export type ParsedAmount =
  | { ok: true; amount: Cents }
  | { ok: false; message: string; isNegative: boolean }

/**
 * Takes whole cents from a trusted place, such as a `bigint` column; `cents(125000n)` is $1,250.00.
 * What a person typed goes through `parseAmount` instead.
 */
export function cents(whole: bigint): Cents {
  return whole as Cents
}

/** No money at all: the start of a sum, and what a new investment has received. */
export const zero = cents(0n)

/**
 * The largest amount anybody may type, $999,999,999,999.99: far above any project, far below what a column holds.
 * @internal
 */
export const largestAmount = cents(99_999_999_999_999n)

const plain = /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/
const negative = /^[-−–(]/
const example = 'like 1,250.00'

/**
 * Reads an amount as people write it: `1250`, `1,250`, `1250.5`, `1,250.00`, with or without a `$` in front.
 * Anything that could be meant two ways (`12,50`, `1.250,00`, exponents, three decimals) is refused with words,
 * never guessed; so are negative amounts and those above `largestAmount`. Zero is an amount: the form decides.
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

/**
 * An amount written in source text, for tests and the demo: `usd('1,250.00')`.
 * Throws on text that `parseAmount` refuses.
 */
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

/** `left` less `right`; below zero when `right` is the larger. */
export function subtract(left: Cents, right: Cents): Cents {
  return cents(left - right)
}

/** All amounts together; `zero` for none. */
export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0n
  for (const amount of amounts) total += amount
  return cents(total)
}

/** Whether there is any money: above zero, not merely at it. */
export function isPositive(amount: Cents): boolean {
  return amount > 0n
}

/** The smaller of two amounts. */
export function min(left: Cents, right: Cents): Cents {
  return left < right ? left : right
}

/**
 * Divides `total` in proportion to `weights`, in cents that add up to `total` exactly (largest remainder, ties to the
 * earlier weight): how a distribution becomes the shares of its investors. A zero weight gets nothing.
 * Throws when the total or a weight is negative, or when no weight is above zero: there is nobody to give it to.
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

/**
 * How much of an amount is shown: `whole` dollars on cards and totals, cents `when-needed` on a single payment or
 * ledger line, cents `always` on receipts, statements and exports (decisions §1).
 */
export type AmountShown = 'whole' | 'when-needed' | 'always'

/**
 * Writes an amount for people: `$35,000`, `$1,250.50`, `-$5`. In whole dollars half a dollar rounds away from zero,
 * and what is not zero but below one dollar reads `<$1`, so that a debt of forty cents never looks paid.
 * Screens use it through `ui/amount.tsx`.
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
 * What remains of `total` after `received`, to stand in whole dollars beside the two: the difference of both as they are
 * rounded on the screen, so that the three figures add up for who reads them. Where that is nothing although something
 * remains, what remains, shown as `<$1`; never below zero. For showing only: what is paid or refused is `subtract`.
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

/** By hand rather than by Intl, so that server and every browser write the same characters. */
function grouped(dollars: bigint): string {
  return dollars.toString().replace(/\B(?=(\d{3})+$)/g, ',')
}
