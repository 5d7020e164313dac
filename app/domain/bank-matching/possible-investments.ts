import { mostRounding } from '../exchange-rates/left-by-rate.ts'
import { dollarsOf, proofsFor } from './automatic-match.ts'
import type { MatchableTransaction, MatchingFacts } from './matching.ts'
import { type MatchingContext, type PayerContext, typedKey } from './matching-context.ts'
import { numbersAgree, phonesIn } from './payer-numbers.ts'
import { possibleReferences } from './reference-index.ts'
import { isSamePayer, payerOf } from './same-payer.ts'

/** How the investments that transactions may be payments on are found: by any of these. */
export type PossibleInvestments = {
  investorIds: string[]
  investmentIds: string[]
  references: string[]
  /** In cents, of a next payment. */
  nextAmounts: bigint[]
}

/** As many people as `suggest` reads for a name. */
export const mostNames = 8

/** A text that stood for more investments than these tells nothing. */
export const mostTypedFor = 3

type Facts = Pick<MatchingFacts, 'rateOn'> & Pick<MatchingContext, 'proofs'>

/** What leads `suggest` from these transactions to investments; all others are nothing to it. */
export function possibleInvestments(
  lines: readonly MatchableTransaction[],
  payers: PayerContext,
  facts: Facts,
): PossibleInvestments {
  const possible = {
    investorIds: new Set<string>(),
    investmentIds: new Set<string>(),
    references: new Set<string>(),
    nextAmounts: new Set<bigint>(),
  }
  for (const line of lines) {
    addAll(possible.investorIds, investorsOf(line, payers))
    addAll(possible.investmentIds, investmentsBefore(line, payers))
    addAll(
      possible.investmentIds,
      proofsFor(line, facts).map(({ investmentId }) => investmentId),
    )
    addAll(possible.references, textsOf(line).flatMap(possibleReferences))
    addAll(possible.nextAmounts, amountsOf(line, facts))
  }
  return {
    investorIds: [...possible.investorIds],
    investmentIds: [...possible.investmentIds],
    references: [...possible.references],
    nextAmounts: [...possible.nextAmounts],
  }
}

function addAll<Key>(all: Set<Key>, found: readonly Key[]): void {
  for (const key of found) all.add(key)
}

/** A reference is also looked for across the two. */
const textsOf = ({ typedReference, narrative }: MatchableTransaction) =>
  typedReference === null
    ? [narrative]
    : [typedReference, narrative, `${typedReference} | ${narrative}`]

function amountsOf(line: MatchableTransaction, facts: Facts): bigint[] {
  const dollars = dollarsOf(line, facts)
  if (dollars === null) return []
  return Array.from({ length: Number(mostRounding) + 1 }, (_, over) => dollars - BigInt(over))
}

function investorsOf(line: MatchableTransaction, payers: PayerContext): string[] {
  const payer = payerOf(line)
  const numbers = [line.payerNumber, line.phone, ...phonesIn(line.typedReference ?? '')]
  return [
    ...[line.typedReference, line.payerName].flatMap((text) =>
      text ? payers.names.find(text, mostNames).map(([id]) => id) : [],
    ),
    ...numbers.flatMap((payerNumber) =>
      payerNumber === null
        ? []
        : payers.phones
            .find({ payerNumber, payerName: null })
            .filter((row) => numbersAgree(row.payerNumber, payerNumber))
            .map(({ investorId }) => investorId),
    ),
    ...payers.knownPayers
      .find(payer)
      .filter((known) => isSamePayer(payer, known))
      .map(({ investorId }) => investorId),
  ]
}

function investmentsBefore(line: MatchableTransaction, payers: PayerContext): string[] {
  const payer = payerOf(line)
  const matched = payers.earlierMatches.find(payer).filter((known) => isSamePayer(payer, known))
  const typed = payers.earlierTexts.get(typedKey(line.typedReference) || ' ') ?? []
  const typedFor = new Set(typed.map(({ investmentId }) => investmentId))
  return [
    ...matched.map(({ investmentId }) => investmentId),
    ...(typedFor.size <= mostTypedFor ? typedFor : []),
  ]
}
