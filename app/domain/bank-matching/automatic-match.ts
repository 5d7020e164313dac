import { toDollars } from '../../values/exchange-rate.ts'
import { type Cents, cents, zero } from '../../values/money.ts'
import { isCodeOfDay } from '../../values/mpesa-code.ts'
import { fittingPart } from './fitting-part.ts'
import type {
  AutomaticMatch,
  HeldReason,
  MatchableInvestment,
  MatchableProof,
  MatchableTransaction,
} from './matching.ts'
import { isNextPayment, isOpen, type MatchingContext } from './matching-context.ts'
import { namesAlike } from './names.ts'
import { numbersAgree } from './payer-numbers.ts'
import { isSamePayer, payerOf } from './same-payer.ts'

/** What a transaction comes to in dollars, at the rate of its day; null without a rate. */
export function dollarsOf(
  line: MatchableTransaction,
  context: Pick<MatchingContext, 'rateOn'>,
): Cents | null {
  const minor = line.remainingMinor ?? line.minor
  if (line.currency === 'USD') return cents(minor)
  const rate = context.rateOn(line.currency, line.valueOn)
  return rate && toDollars(minor, rate)
}

/** The part of a transaction that an investment takes, in the transaction's currency; the rest stays for the person. */
function partFor(line: MatchableTransaction, remaining: Cents, context: MatchingContext): bigint {
  const { currency, valueOn } = line
  const minor = line.remainingMinor ?? line.minor
  if (currency === 'USD') return fittingPart(minor, remaining, null)
  const rate = context.rateOn(currency, valueOn)
  return rate ? fittingPart(minor, remaining, rate) : 0n
}

/** Why money that names this investment waits for a person; null when it need not. */
export function heldFor(
  line: MatchableTransaction,
  investment: MatchableInvestment,
  context: MatchingContext,
): HeldReason | null {
  if (investment.isArchived) return 'archived'
  if (investment.status === 'cancelled') return 'cancelled'
  if (!isOpen(investment) || (context.remaining.get(investment.id) ?? zero) <= 0n)
    return 'completed'
  if (line.valueOn < investment.investedOn) return 'before-investment'
  if (line.mpesaCode && !isCodeOfDay(line.mpesaCode, line.valueOn)) return 'code-day'
  return dollarsOf(line, context) === null ? 'no-rate' : null
}

/** The investments whose references a transaction contains, with their check characters. */
export function investmentsNamed(
  { typedReference, narrative }: MatchableTransaction,
  context: MatchingContext,
): MatchableInvestment[] {
  const texts = [typedReference, narrative].filter((text) => text !== null)
  const references = new Set(texts.flatMap((text) => context.references.wholeIn(text)))
  return [...references].flatMap((reference) => context.byReference.get(reference) ?? [])
}

const minuteOf = (instant: string) => instant.slice(0, 16)

/** The proofs with the code of a transaction. */
export function proofsFor(
  { providerNumber, mpesaCode }: MatchableTransaction,
  context: Pick<MatchingContext, 'proofs'>,
): readonly MatchableProof[] {
  const code = (mpesaCode ?? providerNumber).toUpperCase()
  return context.proofs.get(code) ?? context.proofs.get(providerNumber.toUpperCase()) ?? []
}

/** Investors whose own number a payer's may be, and those for whom a person matched this payer before. */
function ownersOf(line: MatchableTransaction, context: MatchingContext) {
  const payer = payerOf(line)
  const number = payer.payerNumber
  if (!number) return { own: [], learnt: [] }
  const learnt = context.knownPayers
    .find(payer)
    .filter((known) => known.payerNumber !== null && isSamePayer(payer, known, 0.9))
    .filter((known) => (known.payerName ?? '') !== '' && (line.payerName ?? '') !== '')
  const own = context.phones
    .find(payer)
    .filter(({ payerNumber }) => numbersAgree(payerNumber, number))
  return {
    own: [...new Set(own.map(({ investorId }) => investorId))],
    learnt: [...new Set(learnt.map(({ investorId }) => investorId))],
  }
}

/**
 * Whether the payer is this investor and no other: their own number, or one that a person matched to them. A masked number
 * fits many people, so the name must fit, too, where the statement has one.
 */
function isPayerOf(
  line: MatchableTransaction,
  investorId: string,
  context: MatchingContext,
): boolean {
  const { own, learnt } = ownersOf(line, context)
  if (learnt.some((other) => other !== investorId)) return false
  if (learnt.length > 0) return true
  const likeness = (id: string) =>
    namesAlike(line.payerName ?? '', context.byInvestor.get(id)?.[0]?.investorName ?? '')
  return (
    own.includes(investorId) &&
    (line.payerName === null || likeness(investorId) >= 0.6) &&
    own.every((other) => other === investorId || (line.payerName !== null && likeness(other) < 0.6))
  )
}

/**
 * Whether a reference was probably taken from someone else's payment: the payer has paid only for other investors, the amount
 * is exactly what is due next on one of those investments, and not what is due on this one.
 */
function isOfAnother(
  line: MatchableTransaction,
  investment: MatchableInvestment,
  context: MatchingContext,
): boolean {
  const dollars = dollarsOf(line, context)
  if (dollars === null || isNextPayment(investment, dollars)) return false
  const payer = payerOf(line)
  const paid = context.earlierMatches
    .find(payer)
    .filter((earlier) => isSamePayer(payer, earlier, 0.9))
    .flatMap(({ investmentId }) => context.investments.get(investmentId) ?? [])
  return (
    paid.every(({ investorId }) => investorId !== investment.investorId) &&
    paid.some((other) => isOpen(other) && isNextPayment(other, dollars))
  )
}

/** The proof that agrees with a transaction in everything and that no one contests; null when there is none. */
function agreeingProof(
  line: MatchableTransaction,
  context: MatchingContext,
): MatchableProof | null {
  const proofs = proofsFor(line, context)
  const [proof] = proofs
  if (!proof || proofs.some(({ investmentId }) => investmentId !== proof.investmentId)) return null
  const agrees =
    proof.minor === line.minor &&
    proof.currency === line.currency &&
    proof.at !== null &&
    minuteOf(proof.at) === minuteOf(line.occurredAt)
  return agrees && isPayerOf(line, proof.investorId, context) ? proof : null
}

export type AutomaticResult = { automatic: AutomaticMatch | null; held: HeldReason | null }

const nothing: AutomaticResult = { automatic: null, held: null }

/** What is matched without a person: an exact reference, or a proof that agrees in all while no reference names another. */
export function automaticMatch(
  line: MatchableTransaction,
  context: MatchingContext,
): AutomaticResult {
  if (line.minor <= 0n || !line.leg.startsWith('payment')) return nothing
  const [named, ...others] = investmentsNamed(line, context)
  if (others.length > 0) return { automatic: null, held: 'several-references' }
  const proof = named ? null : agreeingProof(line, context)
  const investment = named ?? (proof && context.investments.get(proof.investmentId))
  if (!investment) return nothing
  const held =
    heldFor(line, investment, context) ??
    (named && isOfAnother(line, named, context) ? 'other-payer' : null)
  if (held) return { automatic: null, held }
  const amountMinor = partFor(line, context.remaining.get(investment.id) ?? zero, context)
  if (amountMinor <= 0n) return nothing
  return {
    held: null,
    automatic: {
      investmentId: investment.id,
      amountMinor,
      because: proof ? 'proof' : 'reference',
      proofId: proof?.id ?? null,
    },
  }
}
