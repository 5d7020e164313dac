import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { InvestorActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { isAfter } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import { isId } from '../../values/id.ts'
import { type PaymentMessage, readPaymentMessage } from '../bank-statements/payment-message.ts'
import { companyFacts } from '../company/company.server.ts'
import type { StoredUpload } from '../documents/stored-file.server.ts'
import { listOpenPaymentAccounts } from '../payment-accounts/payment-accounts.server.ts'
import { otherPayee, type Payees } from './paid-to.ts'
import { proofs } from './proofs.server.ts'

/** A pasted message, a slip that is in the file store already, or both. */
export type ProofInput = { message: string | null; note: string | null; file: StoredUpload | null }

export type ProofSubmitted =
  | { proofId: string; fileKey: string | null }
  | {
      refused:
        | 'not-found'
        | 'nothing-sent'
        | 'already-submitted'
        | 'too-many'
        | 'closed'
        | 'in-the-future'
    }
  | { refused: 'message'; problem: string }
  | { refused: 'other-amount'; code: string; minor: bigint; currency: Currency }
  | { refused: 'other-payee'; payee: string }

/** Proofs of one investor that wait; more are no help to anyone. */
const mostWaiting = 20

/**
 * Stores what an investor sends in about a payment. Refused when it is nothing, when the message is not of money sent to
 * us or of a day to come, when the investment takes no payments, when this code, or this message without a code, was sent
 * in for the investment already, also with another amount, and when too many wait. Publishes proof.submitted.
 */
export async function submitProof(
  investor: InvestorActor,
  investmentId: string,
  { message, note, file }: ProofInput,
): Promise<ProofSubmitted> {
  if (message === null && file === null) return { refused: 'nothing-sent' }
  const read = message === null ? null : readPaymentMessage(message, 'sent')
  if (read && 'problem' in read) return { refused: 'message', problem: read.problem }
  const refusal = await refusalOf(investor, investmentId, { message, read })
  if (refusal) return refusal
  const proof = { message, note, ...(read && columnsOf(read)) }
  const { rows } = await sql<{ id: string }>`select submit_payment_proof(${investmentId},
    ${JSON.stringify(proof)}::jsonb, ${file ? JSON.stringify(fileColumns(file)) : null}::jsonb) as id`.execute(
    investor.tx,
  )
  const [row] = rows
  if (!row) return { refused: 'not-found' }
  await publish(investor, {
    kind: 'proof.submitted',
    proofId: row.id,
    investorId: investor.investorId,
  })
  return { proofId: row.id, fileKey: file?.key ?? null }
}

async function refusalOf(
  investor: InvestorActor,
  investmentId: string,
  { message, read }: { message: string | null; read: PaymentMessage | null },
): Promise<Extract<ProofSubmitted, { refused: string }> | null> {
  if (read && isAfter(read.on, clock.today())) return { refused: 'in-the-future' }
  const status = isId(investmentId) ? await statusOf(investor, investmentId) : null
  if (status === null) return { refused: 'not-found' }
  if (status !== 'pending' && status !== 'active') return { refused: 'closed' }
  const payee = read && otherPayee(read, await payees(investor))
  if (payee) return { refused: 'other-payee', payee }
  const undecided = await undecidedProofs(investor)
  const waiting = undecided.filter(
    ({ entry_id, status: holding }) => entry_id === null && holding !== 'completed',
  )
  if (waiting.length >= mostWaiting) return { refused: 'too-many' }
  const code = read?.code?.toUpperCase()
  const known = undecided.find(
    (proof) =>
      proof.investment_id === investmentId &&
      (proof.code === null ? message !== null && proof.message === message : proof.code === code),
  )
  return known ? repeated(known, read) : null
}

type SentBefore = Awaited<ReturnType<typeof undecidedProofs>>[number]

function repeated({ code, minor, currency }: SentBefore, read: PaymentMessage | null) {
  const isSame = read?.minor === minor && read.currency === currency
  return code === null || minor === null || currency === null || isSame
    ? ({ refused: 'already-submitted' } as const)
    : ({ refused: 'other-amount', code, minor, currency } as const)
}

async function payees(investor: InvestorActor): Promise<Payees> {
  const { name, brand } = await companyFacts(investor)
  const accounts = await listOpenPaymentAccounts(investor)
  const references = await investor.tx.selectFrom('payment_reference').select('code').execute()
  return { names: [name, brand], accounts, references: references.map(({ code }) => code) }
}

/** The status of an own investment; null for another's and an archived one. */
async function statusOf({ tx }: InvestorActor, investmentId: string) {
  const row = await tx
    .selectFrom('investment')
    .select('status')
    .where('id', '=', investmentId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row?.status ?? null
}

const undecidedProofs = (investor: InvestorActor) =>
  proofs(investor).where('proof.decision', 'is', null).execute()

const columnsOf = ({ code, minor, currency, on, at }: PaymentMessage) => ({
  code: code?.toUpperCase() ?? null,
  minor: String(minor),
  currency,
  paid_on: on,
  paid_at: at,
})

const fileColumns = ({ key, originalName, mediaType, byteSize, sha256 }: StoredUpload) => ({
  storage_key: key,
  original_name: originalName,
  sha256,
  media_type: mediaType ?? 'application/octet-stream',
  byte_size: String(byteSize),
})
