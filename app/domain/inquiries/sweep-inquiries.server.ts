import { clock } from '../../platform/clock.server.ts'
import type { WorkerActor } from '../../platform/database/database.server.ts'

const oneHour = 3_600_000

/** Deletes outdated post counts and acknowledgement marks; inquiries stay. Daily worker job. */
export async function sweepInquiries(worker: WorkerActor): Promise<void> {
  const hourAgo = new Date(clock.now().getTime() - oneHour)
  await worker.tx.deleteFrom('inquiry_post').where('posted_at', '<', hourAgo).execute()
  await worker.tx
    .deleteFrom('inquiry_acknowledgement')
    .where('acknowledged_on', '<', clock.today())
    .execute()
}
