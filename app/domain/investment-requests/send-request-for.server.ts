import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import type { Cents } from '../../values/money.ts'
import { isOpen } from './my-requests.server.ts'

export type RequestSentFor =
  | { requestId: string }
  | { refused: 'closed' | 'open-already' | 'below-minimum' | 'exceeds-offer' }

type Wanted = {
  investorId: string
  projectId: string
  amount: Cents
  note: string
  understoodAt: Date
}

/**
 * Sends a request for an investor who accepted terms and risk as a guest; it reserves the amount for 14 days. Refused for
 * a project that is closed or not public, outside the offered amounts, and with an open request. Publishes request.sent.
 */
export async function sendRequestFor(
  admin: AdminActor,
  { investorId, projectId, amount, note, understoodAt }: Wanted,
): Promise<RequestSentFor> {
  const offer = await admin.tx
    .selectFrom(sql<{ left_cents: Cents | null }>`app.take_turn_at_offer(${projectId})`.as('offer'))
    .innerJoin('project', (join) => join.on('project.id', '=', projectId))
    .select(['left_cents', 'minimum_cents'])
    .executeTakeFirst()
  if (!offer || offer.left_cents === null) return { refused: 'closed' }
  const open = await admin.tx
    .selectFrom('investment_request')
    .select('id')
    .where('investor_id', '=', investorId)
    .where('project_id', '=', projectId)
    .where(isOpen)
    .executeTakeFirst()
  if (open) return { refused: 'open-already' }
  if (amount < (offer.minimum_cents ?? amount)) return { refused: 'below-minimum' }
  if (amount > offer.left_cents) return { refused: 'exceeds-offer' }
  const { id: requestId } = await admin.tx
    .insertInto('investment_request')
    .values({
      investor_id: investorId,
      project_id: projectId,
      amount_cents: amount,
      note,
      understood_at: understoodAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish(admin, { kind: 'request.sent', requestId, investorId, projectId })
  return { requestId }
}
