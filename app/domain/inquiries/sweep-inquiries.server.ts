import { clock } from '../../platform/clock.server.ts'
import type { WorkerActor } from '../../platform/database/database.server.ts'

const oneHour = 3_600_000
const oneDay = 24 * oneHour

/** Deletes outdated post counts, acknowledgement marks, expressions of interest, and entries of waiting lists that ended; inquiries stay. Daily worker job. */
export async function sweepInquiries(worker: WorkerActor): Promise<void> {
  const hourAgo = new Date(clock.now().getTime() - oneHour)
  await worker.tx.deleteFrom('inquiry_post').where('posted_at', '<', hourAgo).execute()
  await worker.tx
    .deleteFrom('inquiry_acknowledgement')
    .where('acknowledged_on', '<', clock.today())
    .execute()
  const dayAgo = new Date(clock.now().getTime() - oneDay)
  await worker.tx.deleteFrom('expression_of_interest').where('created_at', '<', dayAgo).execute()
  await worker.tx
    .deleteFrom('waiting_list_entry')
    .where('created_at', '<', dayAgo)
    .where((entry) => entry.or([entry('confirmed_at', 'is', null), entry('told_at', '<', dayAgo)]))
    .execute()
}
