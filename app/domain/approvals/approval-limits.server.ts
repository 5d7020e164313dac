import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import type { Cents } from '../../values/money.ts'
import { type LimitedAct, limitedActs } from './approval.ts'

/** By act, the amount above which a day's acts need a second person; null for never. */
export type ApprovalLimits = Record<LimitedAct, Cents | null>

/** The present limits, in cents. */
export async function approvalLimits({ tx }: AdminActor): Promise<ApprovalLimits> {
  const rows = await tx
    .selectFrom('approval_limit')
    .select(['act', 'amount_cents'])
    .$narrowType<{ act: LimitedAct }>()
    .execute()
  const limits = Object.fromEntries(rows.map(({ act, amount_cents }) => [act, amount_cents]))
  return limits as ApprovalLimits
}

export type LimitsChanged = { changed: number } | { refused: 'unchanged' | 'version-conflict' }

/**
 * Sets the limits; `were` are those the form showed, and others since are refused as version-conflict. Publishes
 * approval-limits.changed.
 */
export async function changeApprovalLimits(
  admin: AdminActor,
  { were, limits }: { were: ApprovalLimits; limits: ApprovalLimits },
): Promise<LimitsChanged> {
  await admin.tx.selectFrom('approval_limit').select('act').forUpdate().execute()
  const now = await approvalLimits(admin)
  if (limitedActs.some((act) => now[act] !== were[act])) return { refused: 'version-conflict' }
  const changed = limitedActs.filter((act) => now[act] !== limits[act])
  if (changed.length === 0) return { refused: 'unchanged' }
  for (const act of changed)
    await admin.tx
      .updateTable('approval_limit')
      .set({ amount_cents: limits[act] })
      .where('act', '=', act)
      .execute()
  await publish(admin, { kind: 'approval-limits.changed' })
  return { changed: changed.length }
}
