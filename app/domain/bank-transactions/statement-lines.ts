import { formatDay } from '../../values/calendar-date.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'
import type { StatementLine } from '../bank-statements/statement.ts'

/**
 * What the preview of a statement says of a line, in the order in which its tabs stand. A line without money, such as a
 * balance brought forward, is no transaction.
 */
export const lineStates = ['new', 'seen', 'excluded', 'no-money', 'problem'] as const
export type LineState = (typeof lineStates)[number]

/** `transactionId` is that of the same line in an earlier statement. */
export type CheckedLine = StatementLine & {
  state: LineState
  problem: string | null
  transactionId: string | null
  /** Whose matched payment the line takes back, with its receipts. */
  takesBack: string | null
}

/** A transaction that is recorded already, as far as an upload compares it. */
export type KnownTransaction = Pick<
  StatementLine,
  'providerNumber' | 'minor' | 'currency' | 'valueOn' | 'balanceMinor' | 'narrative' | 'reversalOf'
> & {
  id: string
  leg: string
  exclusion: string | null
  hasParts: boolean
}

const mostMinor = 10n ** 15n
const longestNumber = 80
const longestLine = 10_000

/** Why the database could not keep a line, whatever was uploaded before; null when it can. */
export function lineFault(line: StatementLine, today: string): string | null {
  if (line.valueOn > today) return 'This day is in the future.'
  const size = line.minor < 0n ? -line.minor : line.minor
  const balance = line.balanceMinor ?? 0n
  if (size > mostMinor || balance > mostMinor || balance < -mostMinor)
    return 'This amount is too large.'
  if (line.providerNumber.length > longestNumber || (line.reversalOf?.length ?? 0) > longestNumber)
    return 'The number of this line is longer than 80 characters.'
  const texts = [line.raw, line.narrative, line.payerName, line.payerNumber, line.typedReference]
  const written = texts.join('\n')
  if (written.length > longestLine) return 'This line is longer than 10,000 characters.'
  return written.isWellFormed() && !written.includes('\0')
    ? null
    : 'This line has characters that cannot be stored. Download the file again.'
}

type Party = StatementLine | KnownTransaction

const isKnown = (party: Party): party is KnownTransaction => 'id' in party
const mayExclude = (party: Party) =>
  !isKnown(party) || (!party.hasParts && party.exclusion !== 'reversal-pair')

/** The numbers that a reversal may take back: the one it states, or the words of its text. */
export function numbersNamed({ reversalOf, narrative, providerNumber }: Party): string[] {
  if (reversalOf !== null) return [reversalOf]
  const words = narrative.split(/[^0-9A-Za-z]+/).filter((word) => /\d/.test(word))
  return [...new Set(words)].filter((word) => word !== providerNumber)
}

export const isReversal = ({ leg }: { leg: string }): boolean => leg.startsWith('reversal')
export const isPayment = ({ leg }: { leg: string }): boolean => leg.startsWith('payment')

/** `takes` has the number of the payment that a reversal takes back, also where it stays open. */
export type ReversalPairs = {
  excluded: ReadonlySet<StatementLine>
  takes: ReadonlyMap<StatementLine, string>
  /** Recorded transactions that this statement excludes. */
  recorded: string[]
}

/**
 * Which new lines are excluded because the provider took a payment back, in this statement or in another. A payment that
 * has parts is not: its reversal stays open, so that a person voids what was recorded.
 */
export function pairReversals(
  lines: readonly StatementLine[],
  known: readonly KnownTransaction[],
): ReversalPairs {
  const pairs = pairsIn([...known, ...lines])
  const parties = pairs
    .filter(({ reversal, payment }) => !(isKnown(reversal) && isKnown(payment)))
    .filter(({ reversal, payment }) => mayExclude(reversal) && mayExclude(payment))
    .flatMap(({ reversal, payment }) => [payment, reversal])
  return {
    excluded: new Set(parties.filter((party): party is StatementLine => !isKnown(party))),
    takes: new Map(
      pairs.flatMap(({ reversal, payment }) =>
        isKnown(reversal) ? [] : [[reversal, payment.providerNumber]],
      ),
    ),
    recorded: parties
      .filter(isKnown)
      .filter(({ exclusion }) => exclusion === null)
      .map(({ id }) => id),
  }
}

/** Each reversal with the first payment that it names, has the same amount, and is not taken by another reversal. */
function pairsIn(parties: readonly Party[]): { reversal: Party; payment: Party }[] {
  const payments = Map.groupBy(parties.filter(isPayment), (payment) => payment.providerNumber)
  const taken = new Set<Party>()
  return parties.filter(isReversal).flatMap((reversal) => {
    const payment = numbersNamed(reversal)
      .flatMap((number) => payments.get(number) ?? [])
      .find((found) => found.minor === -reversal.minor && !taken.has(found))
    if (payment) taken.add(payment)
    return payment ? [{ reversal, payment }] : []
  })
}

/** A line with the transaction that an earlier upload made of it. */
export type ComparedLine = {
  line: StatementLine
  before: KnownTransaction | null
  problem: string | null
}

/** The line as people find it in the bank’s file; a number that starts with `~` is made by us. */
const nameOf = ({ providerNumber, valueOn, minor, currency }: StatementLine) =>
  providerNumber.startsWith('~')
    ? `The line of ${formatDay(valueOn)} with ${formatCurrency(minor, currency)}`
    : `${providerNumber} of ${formatDay(valueOn)}`

/** A line of an earlier statement after which the account had another balance: one of the two statements is not right. */
export function contradictionsIn(found: readonly ComparedLine[]): string[] {
  const contradictory = found.flatMap(({ line, before, problem }) => {
    const [now, then] = [line.balanceMinor, before?.balanceMinor ?? null]
    return problem === null && now !== null && then !== null && now !== then
      ? [{ line, now, then }]
      : []
  })
  const [first] = contradictory.toSorted((left, right) =>
    left.line.occurredAt.localeCompare(right.line.occurredAt),
  )
  if (!first) return []
  const { line, now, then } = first
  const others =
    contradictory.length === 1 ? '' : ` ${contradictory.length - 1} more lines differ too.`
  return [
    `${nameOf(line)} has another balance than in the statement uploaded before: ${formatCurrency(now, line.currency)} here, ${formatCurrency(then, line.currency)} there.${others} At most one of the two is right: compare them with the bank.`,
  ]
}
