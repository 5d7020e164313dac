import { clock } from '../../platform/clock.server.ts'
import type { InvestorActor, InvestorReader } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { isId } from '../../values/id.ts'
import type { Proof, ProofState } from './proof.ts'
import { proofsOfInvestment } from './proofs.server.ts'

export type ProofWithdrawn =
  | { withdrawn: true }
  | { refused: 'not-found' }
  | { refused: 'closed'; state: Exclude<ProofState, 'waiting'> }

/** A proof of an own investment; null for any other. */
export async function findMyProof(
  reader: InvestorReader,
  investmentId: string,
  proofId: string,
): Promise<Proof | null> {
  if (!isId(investmentId) || !isId(proofId)) return null
  const found = await proofsOfInvestment(reader, investmentId)
  return found.find(({ id }) => id === proofId) ?? null
}

/**
 * Takes back what an investor sent in, while it waits. The row policy refuses another's, a decided one, and one whose
 * payment is recorded. Publishes proof.withdrawn.
 */
export async function withdrawProof(
  investor: InvestorActor,
  investmentId: string,
  proofId: string,
): Promise<ProofWithdrawn> {
  const proof = await findMyProof(investor, investmentId, proofId)
  if (!proof) return { refused: 'not-found' }
  if (proof.state !== 'waiting') return { refused: 'closed', state: proof.state }
  const { numUpdatedRows } = await investor.tx
    .updateTable('payment_proof')
    .set({ decision: 'withdrawn', decided_at: clock.now() })
    .where('id', '=', proofId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    const state = (await findMyProof(investor, investmentId, proofId))?.state
    return state && state !== 'waiting' ? { refused: 'closed', state } : { refused: 'not-found' }
  }
  await publish(investor, { kind: 'proof.withdrawn', proofId, investorId: investor.investorId })
  return { withdrawn: true }
}
