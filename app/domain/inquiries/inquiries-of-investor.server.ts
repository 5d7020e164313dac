import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { InquirySource, InquiryStatus } from './inquiry.ts'

export type InquiryOfInvestor = {
  id: string
  source: InquirySource
  about: string
  status: InquiryStatus
  receivedAt: Date
}

/** What a person asked, in the portal or before they became an investor; the latest first. */
export async function inquiriesOfInvestor(
  { tx }: AdminActor,
  investorId: string,
  count: number,
): Promise<InquiryOfInvestor[]> {
  return tx
    .selectFrom('inquiry')
    .select(['id', 'source', 'status', 'received_at as receivedAt'])
    .select(sql<string>`coalesce(subject || ': ', '') || left(message, 160)`.as('about'))
    .where('investor_id', '=', investorId)
    .where('suspected_spam', '=', false)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
}
