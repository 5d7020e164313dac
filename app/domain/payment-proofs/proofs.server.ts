import { type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { Actor, AdminActor, InvestorReader } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import type { Currency } from '../../values/currency.ts'
import { isId } from '../../values/id.ts'
import { type DownloadableFile, downloadable } from '../documents/documents.server.ts'
import { otherReferenceIn } from './other-reference.ts'
import type { OwnProof, Proof, ProofState } from './proof.ts'

/** Proofs with the payment that was recorded under their code on the same investment, as this actor may see it. */
export function proofs({ tx }: Pick<Actor, 'tx'>) {
  return tx
    .selectFrom('payment_proof as proof')
    .innerJoin('investment', 'investment.id', 'proof.investment_id')
    .innerJoin('payment_reference as own', 'own.investment_id', 'proof.investment_id')
    .leftJoin('ledger_entry as entry', (join) =>
      join
        .onRef('entry.investment_id', '=', 'proof.investment_id')
        .on(sql<SqlBool>`entry.kind = 'payment' and reference_key(entry.reference) = reference_key(proof.code)
          and not exists (select from ledger_entry void where void.voids_id = entry.id)`),
    )
    .leftJoin('receipt', 'receipt.entry_id', 'entry.id')
    .distinctOn(['proof.submitted_at', 'proof.id'])
    .select(['proof.id', 'proof.investment_id', 'proof.message', 'proof.file_id', 'proof.code'])
    .select(['proof.minor', 'proof.currency', 'proof.paid_on', 'proof.note'])
    .select(['proof.submitted_at', 'proof.decision', 'proof.reason', 'entry.id as entry_id'])
    .select(['receipt.number', 'investment.status', 'own.code as reference'])
    .orderBy('proof.submitted_at', 'desc')
    .orderBy('proof.id')
}

type Row = Awaited<ReturnType<ReturnType<typeof proofs>['executeTakeFirstOrThrow']>>

function proofOf(row: Row): Proof {
  return {
    id: row.id,
    investmentId: row.investment_id,
    message: row.message,
    code: row.code,
    hasFile: row.file_id !== null,
    minor: row.minor,
    currency: row.currency,
    paidOn: row.paid_on,
    note: row.note,
    submittedAt: row.submitted_at,
    state: proofState(row),
    reason: row.reason,
    receipt: row.number,
    reference: row.reference,
    otherReference: otherReferenceIn(row.message, row.reference),
  }
}

/** A recorded payment says more than what was decided before it. */
function proofState({
  decision,
  entry_id,
  status,
}: Pick<Row, 'decision' | 'entry_id' | 'status'>): ProofState {
  if (entry_id !== null) return 'received'
  return decision ?? (status === 'completed' ? 'settled' : 'waiting')
}

/** What an investor sent in for an investment of theirs, the latest first. */
export async function proofsOfInvestment(
  reader: InvestorReader,
  investmentId: string,
): Promise<OwnProof[]> {
  const rows = await proofs(reader)
    .select(sql<boolean>`is_on_statement(proof.id)`.as('isOnStatement'))
    .where('proof.investment_id', '=', investmentId)
    .execute()
  return rows.map((row) => ({ ...proofOf(row), isOnStatement: row.isOnStatement }))
}

/** A proof with whose it is, as the office sees it. */
export type WaitingProof = Proof & {
  investor: string
  email: string
  project: string
  /**
   * The line of a statement with this code; `matchedTo` names the investors it is matched to, and `otherAmount` is what
   * arrived, where the proof says another amount.
   */
  line: {
    id: string
    matchedTo: string | null
    otherAmount: { minor: bigint; currency: Currency } | null
  } | null
}

type LineRow = { id: string; matchedTo: string | null; minor: string; currency: Currency }

const lineWithCode = sql<LineRow | null>`(select jsonb_build_object('id', t.id, 'minor', t.minor::text,
    'currency', t.currency, 'matchedTo',
    (select string_agg(distinct v.full_name, ', ') from allocation a join ledger_entry e on e.id = a.ledger_entry_id
      join investment i on i.id = e.investment_id join investor v on v.id = i.investor_id
      where a.bank_transaction_id = t.id and a.released_at is null))
  from bank_transaction t where t.leg like 'payment%'
    and reference_key(coalesce(t.mpesa_code, t.provider_number)) = reference_key(proof.code)
  order by t.occurred_at limit 1)`

const waitingProofs = (admin: AdminActor) =>
  proofs(admin)
    .where('proof.decision', 'is', null)
    .where('entry.id', 'is', null)
    .where('investment.status', '<>', 'completed')

/** Undecided proofs whose payment is not recorded, of investments that are not fully paid, the oldest first. */
export async function listWaitingProofs(admin: AdminActor): Promise<WaitingProof[]> {
  const rows = await waitingProofs(admin)
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select(['investor.full_name', 'investor.email', 'project.name as project'])
    .select(lineWithCode.as('line'))
    .execute()
  return rows
    .map((row) => ({
      ...proofOf(row),
      investor: row.full_name,
      email: row.email,
      project: row.project,
      line: row.line && lineOf(row.line, row),
    }))
    .reverse()
}

function lineOf(
  { id, matchedTo, ...arrived }: LineRow,
  proof: Pick<Row, 'minor' | 'currency'>,
): WaitingProof['line'] {
  const minor = BigInt(arrived.minor)
  const isSame = proof.minor === minor && proof.currency === arrived.currency
  const isOther = proof.minor !== null && !isSame
  return { id, matchedTo, otherAmount: isOther ? { minor, currency: arrived.currency } : null }
}

/** How many proofs wait. */
export async function countWaitingProofs(admin: AdminActor): Promise<number> {
  return (await waitingProofs(admin).execute()).length
}

export type ProofDecided = { decided: true } | { refused: 'not-found' | 'decided' | 'has-code' }

type Decision = { decision: 'received' | 'declined'; reason: string | null }

/**
 * Closes a proof: its money is here, or it is not accepted for a reason that the investor sees. A proof with a code is
 * received only by its payment. Publishes proof.decided.
 */
export async function decideProof(
  admin: AdminActor,
  proofId: string,
  { decision, reason }: Decision,
): Promise<ProofDecided> {
  if (!isId(proofId)) return { refused: 'not-found' }
  const proof = await admin.tx
    .selectFrom('payment_proof')
    .innerJoin('investment', 'investment.id', 'payment_proof.investment_id')
    .select(['payment_proof.decision', 'payment_proof.code', 'investment.investor_id'])
    .where('payment_proof.id', '=', proofId)
    .forNoKeyUpdate('payment_proof')
    .executeTakeFirst()
  if (!proof) return { refused: 'not-found' }
  if (proof.decision !== null) return { refused: 'decided' }
  if (decision === 'received' && proof.code !== null) return { refused: 'has-code' }
  await admin.tx
    .updateTable('payment_proof')
    .set({ decision, reason, decided_by: admin.userId, decided_at: clock.now() })
    .where('id', '=', proofId)
    .execute()
  await publish(admin, { kind: 'proof.decided', proofId, investorId: proof.investor_id })
  return { decided: true }
}

/** A declined proof with its reason; null for any other. */
export async function findDeclinedProof(
  { tx }: Actor,
  proofId: string,
): Promise<{ project: string; reason: string } | null> {
  const row = await tx
    .selectFrom('payment_proof as proof')
    .innerJoin('investment', 'investment.id', 'proof.investment_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select(['project.name as project', 'proof.reason'])
    .where('proof.id', '=', proofId)
    .where('proof.decision', '=', 'declined')
    .executeTakeFirst()
  return row ? { project: row.project, reason: row.reason ?? '' } : null
}

/** The stored slip of a proof, for its download; null without one. */
export async function findSlip(
  admin: AdminActor,
  proofId: string,
): Promise<DownloadableFile | null> {
  if (!isId(proofId)) return null
  const file = await admin.tx
    .selectFrom('payment_proof as proof')
    .innerJoin('stored_file as file', 'file.id', 'proof.file_id')
    .select(['file.storage_key', 'file.original_name', 'file.media_type', 'file.byte_size'])
    .select('file.sha256')
    .where('proof.id', '=', proofId)
    .executeTakeFirst()
  return file ? downloadable({ ...file, number: 1 }) : null
}
