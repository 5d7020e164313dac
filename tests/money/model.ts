import type { InvestmentStatus } from '../../app/domain/investments/investment.ts'

/** An entry of a ledger, as the model keeps it. */
type Entry = { id: string; amount: bigint; voided: boolean }

/** One investment, told in the plainest terms: what was agreed, and every entry ever made. */
export type Holding = {
  id: string
  project: number
  amount: bigint
  entries: Entry[]
  /** As it was set by hand; the ledger has the last word as soon as it has entries. */
  status: InvestmentStatus
  pendingAtFirst: boolean
  archived: boolean
}

/** `sent` names the investments whose share was sent. */
export type Payout = {
  id: string
  shares: Map<string, bigint>
  sent: Set<string>
  voided: boolean
}

/** All there is: what the product must agree with after each step. */
export type Books = { holdings: Holding[]; payouts: Payout[] }

export const receivedOn = ({ entries }: Holding) =>
  entries.reduce((sum, { amount, voided }) => (voided ? sum : sum + amount), 0n)

/** What decisions §4 says of an investment after an entry or a void. */
export function settle(holding: Holding): void {
  if (holding.status === 'cancelled') return
  const received = receivedOn(holding)
  if (received === holding.amount) holding.status = 'completed'
  else if (received > 0n) holding.status = 'active'
  else if (holding.entries.length > 0)
    holding.status = holding.pendingAtFirst ? 'pending' : 'active'
}

/** Books an entry, and remembers what the investment was before its first. */
export function book(holding: Holding, id: string, amount: bigint): void {
  if (holding.entries.length === 0) holding.pendingAtFirst = holding.status === 'pending'
  holding.entries.push({ id, amount, voided: false })
  settle(holding)
}

export function hasHistory({ payouts }: Books, { id, entries }: Holding): boolean {
  return entries.length > 0 || payouts.some(({ shares }) => shares.has(id))
}

/** The figures above the list, and what has come back in all. */
export function totalsOf({ holdings, payouts }: Books) {
  const sum = (amounts: bigint[]) => amounts.reduce((total, other) => total + other, 0n)
  const open = holdings.filter(({ status }) => status !== 'cancelled')
  const total = sum(open.map(({ amount }) => amount))
  const received = sum(open.map(receivedOn))
  return {
    total,
    received,
    remaining: total - received,
    toRefund: sum(holdings.filter(({ status }) => status === 'cancelled').map(receivedOn)),
    investments: open.length,
    returned: sum(
      payouts
        .filter(({ voided }) => !voided)
        .flatMap(({ shares, sent }) => [...sent].map((id) => shares.get(id) ?? 0n)),
    ),
  }
}

/** Cent by cent: everyone their whole cents, then one more to the largest remainders, ties to the smaller id. */
export function shareOut(
  { holdings }: Books,
  project: number,
  total: bigint,
): Map<string, bigint> | null {
  const parts = holdings
    .filter(
      (holding) =>
        holding.project === project && holding.status !== 'cancelled' && receivedOn(holding) > 0n,
    )
    .map((holding) => ({ id: holding.id, weight: receivedOn(holding) }))
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0n)
  if (whole === 0n) return null
  const shares = new Map(parts.map(({ id, weight }) => [id, (total * weight) / whole]))
  let left = total - [...shares.values()].reduce((sum, amount) => sum + amount, 0n)
  const rest = ({ weight }: { weight: bigint }) => (total * weight) % whole
  const inTurn = parts.toSorted((a, b) =>
    rest(a) === rest(b)
      ? a.id < b.id
        ? -1
        : 1
      : Number(rest(b) > rest(a)) - Number(rest(b) < rest(a)),
  )
  for (const { id } of inTurn) {
    if (left === 0n) break
    shares.set(id, (shares.get(id) ?? 0n) + 1n)
    left -= 1n
  }
  return shares
}
