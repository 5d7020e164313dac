import { type Cents, cents, subtract, zero } from '../../values/money.ts'
import type {
  EarlierMatch,
  KnownPayer,
  MatchableInvestment,
  MatchableProof,
  MatchingFacts,
} from './matching.ts'
import { NameIndex, nameWords } from './names.ts'
import { endOf } from './payer-numbers.ts'
import { ReferenceIndex } from './reference-index.ts'

type Payer = { payerNumber: string | null; payerName: string | null }

/** Facts for matching, indexed once for a batch of transactions. */
export type MatchingContext = {
  investments: ReadonlyMap<string, MatchableInvestment>
  byReference: ReadonlyMap<string, MatchableInvestment>
  byInvestor: ReadonlyMap<string, readonly MatchableInvestment[]>
  byNextAmount: ReadonlyMap<bigint, readonly MatchableInvestment[]>
  /** What remains to be paid, with what this batch has matched taken off. */
  remaining: Map<string, Cents>
  references: ReferenceIndex
  names: NameIndex
  phones: PayerIndex<{ payerNumber: string; payerName: null; investorId: string }>
  knownPayers: PayerIndex<KnownPayer>
  earlierMatches: PayerIndex<EarlierMatch>
  proofs: ReadonlyMap<string, readonly MatchableProof[]>
  rateOn: MatchingFacts['rateOn']
}

/** Payers by the end of their number, or by their name where they have none. */
export class PayerIndex<Row extends Payer> {
  readonly #rows: ReadonlyMap<string, readonly Row[]>

  constructor(rows: readonly Row[]) {
    this.#rows = grouped(rows, keyOf)
  }

  /** Those that may be this payer; compare their numbers and names. */
  find(payer: Payer): readonly Row[] {
    return this.#rows.get(keyOf(payer)) ?? []
  }
}

const keyOf = ({ payerNumber, payerName }: Payer) =>
  payerNumber
    ? (endOf(payerNumber) ?? payerNumber)
    : `name ${nameWords(payerName ?? '')
        .toSorted()
        .join(' ')}`

function grouped<Key, Row>(rows: readonly Row[], keyOfRow: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOfRow(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/** Whether an investment still takes payments. */
export const isOpen = ({ status, isArchived }: MatchableInvestment): boolean =>
  !isArchived && (status === 'pending' || status === 'active')

/** Indexes all facts; a batch of 1,000 transactions takes one context. */
export function buildMatchingContext(facts: MatchingFacts): MatchingContext {
  const { investments } = facts
  const investors = grouped(investments, ({ investorId }) => investorId)
  const people = [...investors.values()].flatMap(([first]) => first ?? [])
  return {
    investments: new Map(investments.map((investment) => [investment.id, investment])),
    byReference: new Map(investments.map((investment) => [investment.reference, investment])),
    byInvestor: investors,
    byNextAmount: grouped(
      investments.filter((investment) => investment.nextPayment && isOpen(investment)),
      ({ nextPayment }): bigint => nextPayment?.amount ?? 0n,
    ),
    remaining: new Map(
      investments.map(({ id, agreed, received }) => [
        id,
        agreed > received ? subtract(agreed, received) : zero,
      ]),
    ),
    references: new ReferenceIndex(investments.map(({ reference }) => reference)),
    names: new NameIndex(
      people.map(({ investorId, investorName }) => ({ id: investorId, name: investorName })),
    ),
    phones: new PayerIndex(
      people.flatMap(({ investorId, investorPhones }) =>
        investorPhones.map((payerNumber) => ({ payerNumber, payerName: null, investorId })),
      ),
    ),
    knownPayers: new PayerIndex(facts.knownPayers),
    earlierMatches: new PayerIndex(facts.earlierMatches),
    proofs: grouped(facts.proofs, ({ code }) => code.toUpperCase()),
    rateOn: facts.rateOn,
  }
}

/** Takes a match of this batch off what remains, so that the next transaction is not matched to the same dollars. */
export function noteMatch(context: MatchingContext, investmentId: string, amount: Cents): void {
  const left = subtract(context.remaining.get(investmentId) ?? zero, amount)
  context.remaining.set(investmentId, left > 0n ? left : cents(0n))
}
