import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import type { Cents } from '../../values/money.ts'
import { freeUnits } from '../projects/units.server.ts'
import { isOpen } from './my-requests.server.ts'

export type RequestSentFor =
  | { requestId: string }
  | { refused: 'closed' | 'open-already' | 'below-minimum' | 'exceeds-offer' | 'unit-taken' }

type Wanted = {
  investorId: string
  projectId: string
  amount: Cents
  /** The unit or offered share whose price the amount is; null for an amount alone. */
  unitId: string | null
  /** The template of the payment plan that they chose, still in use or not; null for none. */
  templateId: string | null
  note: string
  understoodAt: Date
}

/**
 * Sends a request for an investor who accepted terms and risk as a guest; it reserves the amount, and the unit or share,
 * for 14 days. Refused for a project that is closed or not public, outside the offered amounts, with an open request, and
 * for a unit or share that is no longer free at this price. Publishes request.sent.
 */
export async function sendRequestFor(
  admin: AdminActor,
  { investorId, projectId, amount, unitId, templateId, note, understoodAt }: Wanted,
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
  const unit = unitId === null ? null : await freeUnit(admin, { projectId, unitId, amount })
  if (unit === undefined) return { refused: 'unit-taken' }
  const { id: requestId } = await admin.tx
    .insertInto('investment_request')
    .values({
      investor_id: investorId,
      project_id: projectId,
      amount_cents: amount,
      note,
      understood_at: understoodAt,
      template_id: templateId,
      unit_id: unit?.share === null ? unit.id : null,
      share_bp: unit?.share ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish(admin, { kind: 'request.sent', requestId, investorId, projectId })
  return { requestId }
}

async function freeUnit(
  admin: AdminActor,
  { projectId, unitId, amount }: { projectId: string; unitId: string; amount: Cents },
) {
  const units = await freeUnits(admin, projectId)
  return units.find(({ id, price }) => id === unitId && price === amount)
}
