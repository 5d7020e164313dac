import { isCodeOfDay } from '../../values/mpesa-code.ts'
import { mostRounding } from '../exchange-rates/left-by-rate.ts'
import { automaticMatch, dollarsOf, investmentsNamed, proofsFor } from './automatic-match.ts'
import type {
  EarlierMatch,
  MatchableInvestment,
  MatchableTransaction,
  MatchResult,
  Suggestion,
} from './matching.ts'
import { isOpen, type MatchingContext, typedKey } from './matching-context.ts'
import { namesAlike, nameWords } from './names.ts'
import { numbersAgree, phonesIn } from './payer-numbers.ts'
import { mostNames, mostTypedFor } from './possible-investments.ts'
import { isSamePayer, payerOf } from './same-payer.ts'

const mostSuggestions = 5

/**
 * How likely each sign makes an investment; several signs add up as independent ones. Nearly a reference counts
 * for more than any payer.
 */
const weights = {
  reference: 0.999,
  proof: 0.95,
  near: 0.998,
  earlier: 0.8,
  typedBefore: 0.6,
  knownPayer: 0.75,
  phone: 0.8,
  phoneAndName: 0.75,
  masked: 0.2,
  typedName: 0.72,
  payerName: 0.6,
  project: 0.1,
  instalment: 0.5,
  amountAlone: 0.12,
}

type Evidence = { doubt: number; reasons: { weight: number; text: string }[] }

class EvidenceList {
  readonly found = new Map<string, Evidence>()

  add(investmentId: string, weight: number, text: string): void {
    const evidence = this.found.get(investmentId) ?? { doubt: 1, reasons: [] }
    evidence.doubt *= 1 - weight
    if (!evidence.reasons.some((reason) => reason.text === text))
      evidence.reasons.push({ weight, text })
    this.found.set(investmentId, evidence)
  }
}

type Search = {
  line: MatchableTransaction
  context: MatchingContext
  evidence: EvidenceList
}

function addForInvestor(
  { context, evidence }: Search,
  investorId: string,
  weight: number,
  text: string,
): void {
  const all = context.byInvestor.get(investorId) ?? []
  const open = all.filter(isOpen)
  for (const investment of open.length > 0 ? open : all)
    evidence.add(investment.id, open.length > 0 ? weight : weight * 0.4, text)
}

function addReferences({ line, context, evidence }: Search): void {
  const named = investmentsNamed(line, context)
  for (const { id, reference } of named)
    evidence.add(id, weights.reference, `the reference ${reference}`)
  const text = [line.typedReference, line.narrative].filter((part) => part !== null).join(' | ')
  const near = context.references.nearIn(text)
  for (const { reference, reason } of near) {
    const investment = context.byReference.get(reference)
    if (investment && !named.includes(investment)) evidence.add(investment.id, weights.near, reason)
  }
}

function addProofs({ line, context, evidence }: Search): void {
  for (const proof of proofsFor(line, context)) {
    const isSame = proof.minor === line.minor && proof.currency === line.currency
    const text = isSame
      ? 'the investor reported this payment'
      : 'the investor reported this code with another amount'
    evidence.add(proof.investmentId, isSame ? weights.proof : 0.5, text)
  }
}

/** How many of these payments were on each investment. */
function countsOf(matches: readonly EarlierMatch[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { investmentId } of matches)
    counts.set(investmentId, (counts.get(investmentId) ?? 0) + 1)
  return counts
}

const payments = (count: number) => `${count} ${count === 1 ? 'payment' : 'payments'}`

function addHistory(search: Search): void {
  const { line, context, evidence } = search
  const payer = payerOf(line)
  const matches = context.earlierMatches.find(payer).filter((known) => isSamePayer(payer, known))
  for (const [investmentId, count] of countsOf(matches)) {
    const investment = context.investments.get(investmentId)
    if (!investment) continue
    const share = count / matches.length
    evidence.add(
      investmentId,
      weights.earlier * (0.6 + 0.4 * share) * (isOpen(investment) ? 1 : 0.5),
      `same payer as ${payments(count)} on this investment`,
    )
  }
  const known = context.knownPayers.find(payer).filter((row) => isSamePayer(payer, row))
  for (const investorId of new Set(known.map((row) => row.investorId)))
    addForInvestor(search, investorId, weights.knownPayer, 'a payer known for this investor')
  addTypedBefore(search, matches)
}

/** The same words as before: first those of this payer, else those of anyone that stood for few investments. */
function addTypedBefore(
  { line, context, evidence }: Search,
  matches: readonly EarlierMatch[],
): void {
  const key = typedKey(line.typedReference)
  if (key === '') return
  const own = matches.filter(({ typedReference }) => typedKey(typedReference) === key)
  const typed = own.length > 0 ? own : (context.earlierTexts.get(key) ?? [])
  const counts = countsOf(typed)
  if (counts.size > mostTypedFor) return
  for (const [investmentId, count] of counts)
    if (context.investments.has(investmentId))
      evidence.add(
        investmentId,
        weights.typedBefore * (count / typed.length),
        `typed before in ${payments(count)} on this investment`,
      )
}

function addPhones(search: Search): void {
  const { phone, typedReference } = search.line
  const shown = [phone, ...phonesIn(typedReference ?? '')].filter((number) => number !== null)
  for (const investorId of new Set(shown.flatMap((number) => investorsWith(search, number))))
    addForInvestor(search, investorId, weights.phone, 'the investor’s phone number')
  addMaskedPayer(search)
}

const investorsWith = ({ context }: Search, payerNumber: string) =>
  context.phones
    .find({ payerNumber, payerName: null })
    .filter((row) => numbersAgree(row.payerNumber, payerNumber))
    .map(({ investorId }) => investorId)

function addMaskedPayer(search: Search): void {
  const { payerNumber, payerName } = search.line
  if (payerNumber === null) return
  for (const investorId of investorsWith(search, payerNumber)) {
    const name = search.context.byInvestor.get(investorId)?.[0]?.investorName ?? ''
    if (payerName !== null && namesAlike(payerName, name) >= 0.6)
      addForInvestor(
        search,
        investorId,
        weights.phoneAndName,
        'phone and name of the payer are the investor’s',
      )
    else
      addForInvestor(search, investorId, weights.masked, 'the payer’s phone may be the investor’s')
  }
}

/** Below it one word of a name is like one of the investor’s, and the others are not. */
const leastForWhole = 0.5

/** The best names only: a common word would bring everyone who has it. */
function addNames(
  search: Search,
  text: string | null,
  weight: number,
  [whole, part]: [whole: string, part: string],
): void {
  if (!text || text.length < 3) return
  const best = search.context.names.find(text, mostNames)
  for (const [investorId, score] of best) {
    const reason = score < leastForWhole ? part : whole
    addForInvestor(search, investorId, weight * score, reason)
  }
}

function addAmount({ line, context, evidence }: Search): void {
  const dollars = dollarsOf(line, context)
  if (dollars === null) return
  const due: MatchableInvestment[] = []
  for (let over = 0n; over <= mostRounding; over += 1n)
    due.push(...(context.byNextAmount.get(dollars - over) ?? []))
  const alone = due.length <= 3 ? weights.amountAlone : 0.02
  for (const { id } of due)
    evidence.add(
      id,
      evidence.found.has(id) ? weights.instalment : alone,
      'exactly the next instalment',
    )
}

function addProjects({ line, context, evidence }: Search): void {
  const words = new Set(nameWords(`${line.typedReference ?? ''} ${line.narrative}`))
  for (const id of [...evidence.found.keys()]) {
    const project = nameWords(context.investments.get(id)?.project ?? '')
    if (project.length > 0 && project.every((word) => words.has(word)))
      evidence.add(id, weights.project, 'the project is named')
  }
}

/** Of several equally likely investments of a person first the one that is due next. */
function compare(
  context: MatchingContext,
  [left, { doubt }]: [string, Evidence],
  [right, { doubt: other }]: [string, Evidence],
): number {
  if (doubt !== other) return doubt - other
  const dueOf = (id: string) => context.investments.get(id)?.nextPayment?.on ?? '9999'
  return dueOf(left).localeCompare(dueOf(right)) || left.localeCompare(right)
}

function suggestionOf([investmentId, { doubt, reasons }]: [string, Evidence]): Suggestion {
  const strongest = reasons.toSorted((a, b) => b.weight - a.weight).slice(0, 3)
  return {
    investmentId,
    reason: strongest.map(({ text }) => text).join('; '),
    score: Math.round((1 - doubt) * 1000) / 10,
  }
}

/**
 * What a transaction may be: the match that needs no person, or why one waits, and the likeliest investments with the
 * reason of each in words. Pure: tell the context of a match with `noteMatch` before the next transaction.
 */
export function suggest(line: MatchableTransaction, context: MatchingContext): MatchResult {
  if (line.minor <= 0n) return { automatic: null, suggestions: [], held: null }
  const search = { line, context, evidence: new EvidenceList() }
  addReferences(search)
  addProofs(search)
  addHistory(search)
  addPhones(search)
  addNames(search, line.typedReference, weights.typedName, [
    'the name typed is like the investor’s',
    'one name typed is like the investor’s',
  ])
  addNames(search, line.payerName, weights.payerName, [
    'the payer’s name is like the investor’s',
    'one name of the payer is like the investor’s',
  ])
  addAmount(search)
  addProjects(search)
  const { automatic, held } = automaticMatch(line, context)
  const suggestions = [...search.evidence.found]
    .filter(([, { doubt }]) => doubt <= 0.95)
    .toSorted((left, right) => compare(context, left, right))
    .slice(0, mostSuggestions)
    .map(suggestionOf)
  const isOddCode = line.mpesaCode !== null && !isCodeOfDay(line.mpesaCode, line.valueOn)
  return { automatic, suggestions, held: held ?? (isOddCode ? 'code-day' : null) }
}
