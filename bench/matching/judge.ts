import { dollarsOf } from '../../app/domain/bank-matching/automatic-match.ts'
import type { MatchableTransaction, MatchResult } from '../../app/domain/bank-matching/matching.ts'
import { buildMatchingContext, noteMatch } from '../../app/domain/bank-matching/matching-context.ts'
import { suggest } from '../../app/domain/bank-matching/suggest.ts'
import { zero } from '../../app/values/money.ts'
import type { Month, Truth } from './month.ts'

type Count = { payments: number; automatic: number; first: number; listed: number }
export type Outcome = {
  milliseconds: number
  payments: number
  automatic: number
  wrong: string[]
  /** Without an automatic match, and the payer known from earlier payments. */
  known: Count
  kinds: Map<string, Count>
  /** Another investor’s valid reference by mistake: matched to that one, or waiting for a person. */
  otherReference: { payments: number; automatic: number }
  /** Payments that were excluded, and other lines that became payments. */
  lost: string[]
  invented: string[]
}

const noCount = (): Count => ({ payments: 0, automatic: 0, first: 0, listed: 0 })

/** Payers of earlier payments of each investor, as their statements showed them. */
function isKnownTo({ facts }: Month) {
  const investorOf = new Map(facts.investments.map(({ id, investorId }) => [id, investorId]))
  const keyOf = (investorId: string | undefined, number: string | null, name: string | null) =>
    JSON.stringify([investorId, number?.replace(/\s/g, ''), name?.trim().toLowerCase()])
  const keys = new Set(
    facts.earlierMatches.map(({ investmentId, payerNumber, payerName }) =>
      keyOf(investorOf.get(investmentId), payerNumber, payerName),
    ),
  )
  return (line: MatchableTransaction, { investmentId, isKnown }: Truth) =>
    isKnown ??
    keys.has(
      keyOf(investorOf.get(investmentId ?? ''), line.payerNumber ?? line.phone, line.payerName),
    )
}

function add(count: Count, { automatic, suggestions }: MatchResult, investmentId: string): void {
  count.payments += 1
  if (automatic) count.automatic += 1
  else if (suggestions[0]?.investmentId === investmentId) count.first += 1
  if (suggestions.some((suggestion) => suggestion.investmentId === investmentId)) count.listed += 1
}

/** Matches a month line by line, as an upload does, and compares the results with the truth. */
export function judge(month: Month): Outcome {
  const began = performance.now()
  const context = buildMatchingContext(month.facts)
  const results = month.payments.map((line) => {
    const result = suggest(line, context)
    if (result.automatic) {
      const { investmentId, amountMinor } = result.automatic
      const part = { ...line, remainingMinor: amountMinor }
      noteMatch(context, investmentId, dollarsOf(part, context) ?? zero)
    }
    return { line, result }
  })
  const outcome: Outcome = {
    milliseconds: performance.now() - began,
    payments: 0,
    automatic: 0,
    wrong: [],
    known: noCount(),
    kinds: new Map(),
    otherReference: { payments: 0, automatic: 0 },
    lost: [...month.truth]
      .filter(([number, { investmentId }]) => investmentId !== null && month.excluded.has(number))
      .filter(([number]) => !month.payments.some((line) => line.providerNumber === number))
      .map(([number]) => number),
    invented: [],
  }
  const isKnown = isKnownTo(month)
  for (const { line, result } of results)
    judgeLine(outcome, line, result, { truth: month.truth.get(line.providerNumber), isKnown })
  return outcome
}

type Against = { truth: Truth | undefined; isKnown: ReturnType<typeof isKnownTo> }

function judgeLine(
  outcome: Outcome,
  line: MatchableTransaction,
  result: MatchResult,
  { truth, isKnown }: Against,
): void {
  const { automatic } = result
  if (!truth?.investmentId) {
    if (automatic) outcome.wrong.push(line.providerNumber)
    if (!truth || /^(charge|sweep|reversal|reversed|withdrawal)$/.test(truth.kind))
      outcome.invented.push(line.providerNumber)
    return
  }
  if (truth.kind === 'other-reference') {
    outcome.otherReference.payments += 1
    if (automatic) outcome.otherReference.automatic += 1
    return
  }
  outcome.payments += 1
  if (automatic) outcome.automatic += 1
  if (automatic && automatic.investmentId !== truth.investmentId)
    outcome.wrong.push(line.providerNumber)
  const count = outcome.kinds.get(truth.kind) ?? noCount()
  outcome.kinds.set(truth.kind, count)
  add(count, result, truth.investmentId)
  if (!automatic && isKnown(line, truth)) add(outcome.known, result, truth.investmentId)
}
