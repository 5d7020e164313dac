import type { Cents } from '../../values/money.ts'
import type { TransactionExclusion } from './bank-transaction.ts'
import type { Bucket } from './reconciliation.ts'

/** A part that was matched: what of it is rounding, and what the ledger has for it. */
export type PartHistory = {
  minor: bigint
  roundingMinor: bigint
  amount: Cents
  rounding: Cents
  at: Date
  releasedAt: Date | null
}

export type DecisionHistory = {
  kind: 'excluded' | 'reopened' | 'returned' | 'held'
  exclusion: TransactionExclusion | null
  returnedMinor: bigint | null
  at: Date
}

/** A transaction as it is now, with its parts and its decisions, the earliest first. */
export type TransactionHistory = {
  id: string
  minor: bigint
  leg: string
  exclusion: TransactionExclusion | null
  /** This money went out to return a payment. */
  isReturn: boolean
  parts: PartHistory[]
  decisions: DecisionHistory[]
}

/** What a transaction was at a moment. */
export type TransactionStanding = {
  exclusion: TransactionExclusion | null
  parts: PartHistory[]
  allocated: bigint
  returned: bigint
  isHeld: boolean
}

type Happening = { at: Date; order: number; apply: (standing: TransactionStanding) => void }

/** What a transaction was at a moment: later matches, voids and decisions do not count. */
export function standingAsOf(history: TransactionHistory, end: Date): TransactionStanding {
  const standing: TransactionStanding = {
    exclusion: firstExclusion(history),
    parts: [],
    allocated: 0n,
    returned: 0n,
    isHeld: false,
  }
  const happenings = [...happeningsOf(history)].filter(({ at }) => at < end)
  for (const { apply } of happenings.toSorted((a, b) => +a.at - +b.at || a.order - b.order)) {
    apply(standing)
    // Nothing is held of a transaction that is matched or returned in full.
    if (standing.allocated + standing.returned === history.minor) standing.isHeld = false
  }
  return standing
}

function* happeningsOf({ parts, decisions }: TransactionHistory): Generator<Happening> {
  for (const part of parts) {
    yield {
      at: part.at,
      order: 1,
      apply: (standing) => {
        standing.parts.push(part)
        standing.allocated += part.minor
      },
    }
    if (part.releasedAt)
      yield {
        at: part.releasedAt,
        order: 0,
        apply: (standing) => {
          standing.parts = standing.parts.filter((other) => other !== part)
          standing.allocated -= part.minor
        },
      }
  }
  for (const decision of decisions)
    yield { at: decision.at, order: 2, apply: (standing) => decide(standing, decision) }
}

function decide(standing: TransactionStanding, decision: DecisionHistory) {
  const { kind, exclusion, returnedMinor } = decision
  if (kind === 'returned') standing.returned += returnedMinor ?? 0n
  else standing.isHeld = kind === 'held'
  if (kind === 'excluded') standing.exclusion = exclusion
  if (kind !== 'reopened') return
  standing.exclusion = null
  standing.returned = 0n
}

/** What a line was excluded as when it was uploaded. A person can only have reopened that. */
function firstExclusion({ exclusion, decisions, leg }: TransactionHistory) {
  const [first] = decisions
  if (!first || first.kind === 'held' || first.kind === 'returned')
    return decisions.some(({ kind }) => kind === 'excluded' || kind === 'reopened')
      ? null
      : exclusion
  return first.kind === 'reopened' ? exclusionOfLeg(leg) : null
}

const exclusionsOfLegs: [leg: string, exclusion: TransactionExclusion][] = [
  ['charge', 'charge'],
  ['sweep', 'sweep'],
  ['withdrawal', 'withdrawal'],
  ['other', 'own-transfer'],
]

const exclusionOfLeg = (leg: string): TransactionExclusion =>
  exclusionsOfLegs.find(([name]) => leg.startsWith(name))?.[1] ?? 'reversal-pair'

/** The buckets of a transaction, in positive hundredths; they add up to its amount. */
export function bucketsAsOf(
  history: TransactionHistory,
  standing: TransactionStanding,
): [Bucket, bigint][] {
  const { minor, isReturn } = history
  const { exclusion, parts, allocated, returned, isHeld } = standing
  const isIn = minor > 0n
  const positive = (amount: bigint) => (isIn ? amount : -amount)
  if (exclusion !== null)
    return [[isIn ? inExclusion(exclusion) : outExclusion(exclusion, isReturn), positive(minor)]]
  const rounding = parts.reduce((sum, part) => sum + part.roundingMinor, 0n)
  const open = minor - allocated - returned
  const amounts: [Bucket, bigint][] = [
    [isIn ? 'matched' : 'refunds', positive(allocated - rounding)],
    ['rounding', rounding],
    ['returned', returned],
    [isIn ? (isHeld ? 'held' : 'unmatched') : 'unexplained', positive(open)],
  ]
  return amounts.filter(([, amount]) => amount !== 0n)
}

const inExclusion = (exclusion: TransactionExclusion): Bucket =>
  exclusion === 'reversal-pair' ? 'reversed' : 'excluded'

function outExclusion(exclusion: TransactionExclusion, isReturn: boolean): Bucket {
  if (isReturn) return 'returns'
  if (exclusion === 'charge') return 'charges'
  if (exclusion === 'reversal-pair') return 'reversals'
  return exclusion === 'other' ? 'other' : 'sweeps'
}
