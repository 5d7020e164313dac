import { folded } from '../../values/folded.ts'
import { type Cents, cents, subtract, zero } from '../../values/money.ts'
import { mostRounding } from '../exchange-rates/left-by-rate.ts'
import type {
  EarlierMatch,
  KnownPayer,
  MatchableInvestment,
  MatchableProof,
  MatchingFacts,
  PayerFacts,
} from './matching.ts'
import { NameIndex, nameWords } from './names.ts'
import { endOf } from './payer-numbers.ts'
import { ReferenceIndex } from './reference-index.ts'
import type { Payer } from './same-payer.ts'

/** Who may have paid, indexed once for many batches. */
export type PayerContext = {
  names: NameIndex
  phones: PayerIndex<{ payerNumber: string; payerName: null; investorId: string }>
  knownPayers: PayerIndex<KnownPayer>
  earlierMatches: PayerIndex<EarlierMatch>
  earlierTexts: ReadonlyMap<string, readonly EarlierMatch[]>
}

/** Facts for matching, indexed once for a batch of transactions. */
export type MatchingContext = PayerContext & {
  investments: ReadonlyMap<string, MatchableInvestment>
  byReference: ReadonlyMap<string, MatchableInvestment>
  byInvestor: ReadonlyMap<string, readonly MatchableInvestment[]>
  byNextAmount: ReadonlyMap<bigint, readonly MatchableInvestment[]>
  /** What remains to be paid, with what this batch has matched taken off. */
  remaining: Map<string, Cents>
  references: ReferenceIndex
  proofs: ReadonlyMap<string, readonly MatchableProof[]>
  rateOn: MatchingFacts['rateOn']
}

/** Payers by the end of their number and by their name. */
export class PayerIndex<Row extends Payer> {
  readonly #byNumber: ReadonlyMap<string, readonly Row[]>
  readonly #byName: ReadonlyMap<string, readonly Row[]>

  constructor(rows: readonly Row[]) {
    this.#byNumber = grouped(rows, ({ payerNumber }) => numberKey(payerNumber))
    this.#byName = grouped(rows, ({ payerName }) => nameKey(payerName))
  }

  /** Those that may be this payer; compare their numbers and names. Where one has no number, their names are the same. */
  find({ payerNumber, payerName }: Payer): readonly Row[] {
    const named = this.#byName.get(nameKey(payerName) || unnamed) ?? []
    if (!payerNumber) return named
    const numbered = this.#byNumber.get(numberKey(payerNumber)) ?? []
    return [...numbered, ...named.filter((row) => row.payerNumber === null)]
  }
}

const unnamed = ' '
const numberKey = (number: string | null) => (number ? (endOf(number) ?? number) : '')
const nameKey = (name: string | null) =>
  nameWords(name ?? '')
    .toSorted()
    .join(' ')

/** What many people type who have nothing to say, in English and Swahili. */
const saysNothing = new Set(
  'account balance cash deposit fees house installment instalment investment kodi land lipa malipo money mpesa none nyumba other others pesa payment plot project property rent shamba test transfer unknown'.split(
    ' ',
  ),
)

/** A typed text as it is compared with earlier ones; empty when it is too short or too common to tell. */
export const typedKey = (text: string | null): string => {
  const key = folded(text ?? '').replace(/[^\p{L}\p{N}]+/gu, '')
  return key.length >= 4 && !saysNothing.has(key) ? key : ''
}

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

/** Whether an amount is exactly an investment's next one; whole shillings come to some cents more. */
export function isNextPayment({ nextPayment }: MatchableInvestment, dollars: Cents): boolean {
  const over = nextPayment ? dollars - nextPayment.amount : -1n
  return over >= 0n && over <= mostRounding
}

/** Indexes people by their names. */
export const indexNames = (people: PayerFacts['people']): NameIndex =>
  new NameIndex(
    people.map(({ investorId, investorName }) => ({ id: investorId, name: investorName })),
  )

/** Indexes people by their phones. */
export const indexPhones = (people: PayerFacts['people']): PayerContext['phones'] =>
  new PayerIndex(
    people.flatMap(({ investorId, investorPhones }) =>
      investorPhones.map((payerNumber) => ({ payerNumber, payerName: null, investorId })),
    ),
  )

/** Indexes earlier payments by what was typed. */
export const indexTexts = (matches: readonly EarlierMatch[]): PayerContext['earlierTexts'] =>
  grouped(matches, ({ typedReference }) => typedKey(typedReference))

/** Indexes all facts; a batch of 1,000 transactions takes one context. */
export function buildMatchingContext(facts: MatchingFacts): MatchingContext {
  const byInvestor = grouped(facts.investments, ({ investorId }) => investorId)
  const people = [...byInvestor.values()].flatMap(([first]) => first ?? [])
  const payers = {
    names: indexNames(people),
    phones: indexPhones(people),
    knownPayers: new PayerIndex(facts.knownPayers),
    earlierMatches: new PayerIndex(facts.earlierMatches),
    earlierTexts: indexTexts(facts.earlierMatches),
  }
  return withInvestments(payers, facts)
}

/** Adds the investments that a batch of transactions may be payments on, with all others of their investors. */
export function withInvestments(
  payers: PayerContext,
  { investments, proofs, rateOn }: Pick<MatchingFacts, 'investments' | 'proofs' | 'rateOn'>,
): MatchingContext {
  return {
    ...payers,
    investments: new Map(investments.map((investment) => [investment.id, investment])),
    byReference: new Map(investments.map((investment) => [investment.reference, investment])),
    byInvestor: grouped(investments, ({ investorId }) => investorId),
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
    proofs: grouped(proofs, ({ code }) => code.toUpperCase()),
    rateOn,
  }
}

/** Takes a match of this batch off what remains, so that the next transaction is not matched to the same dollars. */
export function noteMatch(context: MatchingContext, investmentId: string, amount: Cents): void {
  const left = subtract(context.remaining.get(investmentId) ?? zero, amount)
  context.remaining.set(investmentId, left > 0n ? left : cents(0n))
}
