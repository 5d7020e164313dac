import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { lockProjectOf } from './lock-project.server.ts'

export type VoidDistributionInput = { key: string; distributionId: string; reason: string }

export type DistributionVoided =
  | { distributionId: string }
  | { refused: 'not-found' | 'already-voided' | 'key-reused' }

/**
 * Voids a distribution once, with a reason. Shares that were sent count as returns until the day of the void; the others are
 * no longer due. Locks the project. Publishes distribution.voided.
 */
export function voidDistribution(
  admin: AdminActor,
  input: VoidDistributionInput,
): Promise<DistributionVoided> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'void-distribution', key, facts, () => takeBack(admin, input))
}

async function takeBack(
  admin: AdminActor,
  { distributionId, reason }: VoidDistributionInput,
): Promise<DistributionVoided> {
  const distribution = await lockProjectOf(admin, distributionId)
  if (!distribution) return { refused: 'not-found' }
  const { numInsertedOrUpdatedRows: written } = await admin.tx
    .insertInto('distribution_void')
    .values({ distribution_id: distributionId, reason, recorded_by: admin.userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (written === 0n) return { refused: 'already-voided' }
  await publish(admin, {
    kind: 'distribution.voided',
    distributionId,
    projectId: distribution.projectId,
  })
  return { distributionId }
}
