import type { Actor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { PaymentMethod } from '../investments/payment-methods.ts'
import type { ListedDistribution } from './distributions.server.ts'

export type DistributionNotice = Pick<
  ListedDistribution,
  'project' | 'datedOn' | 'voidedBecause'
> & {
  /** Of one sending. */
  sent: { on: CalendarDate; method: PaymentMethod | null } | null
}

/** A distribution, or one sending of it, for notifications; null when this actor may not see it. For reactions. */
export async function findDistributionForNotice(
  actor: Actor,
  { distributionId, sendingId = null }: { distributionId: string; sendingId?: string | null },
): Promise<DistributionNotice | null> {
  const row = await actor.tx
    .selectFrom('distribution')
    .innerJoin('project', 'project.id', 'distribution.project_id')
    .leftJoin('distribution_void as voiding', 'voiding.distribution_id', 'distribution.id')
    .leftJoin('distribution_sending as sending', (join) =>
      join
        .onRef('sending.distribution_id', '=', 'distribution.id')
        .on('sending.id', '=', sendingId),
    )
    .select([
      'project.name as project',
      'distribution.dated_on as datedOn',
      'voiding.reason as voidedBecause',
      'sending.sent_on',
      'sending.method',
    ])
    .where('distribution.id', '=', distributionId)
    .$narrowType<{ method: PaymentMethod | null }>()
    .executeTakeFirst()
  if (!row) return null
  const { sent_on: on, method, ...notice } = row
  return { ...notice, sent: on && { on, method } }
}
