import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { InquiryStatus } from '../inquiries/inquiry.ts'

/** `by` is null for the system. */
export type InquiryTurn = {
  id: string
  at: Date
  by: string | null
  status: InquiryStatus | null
  isSpam: boolean | null
}

/** Status changes of an inquiry from the audit log, oldest first, without its arrival. */
export async function inquiryHistory(admin: AdminActor, inquiryId: string): Promise<InquiryTurn[]> {
  const rows = await admin.tx
    .selectFrom('audit_log')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'audit_log.at', 'account.name'])
    .select(sql<InquiryStatus | null>`after ->> 'status'`.as('status'))
    .select(sql<boolean | null>`(after ->> 'suspected_spam')::boolean`.as('is_spam'))
    .where('subject', '=', 'inquiry')
    .where('subject_id', '=', inquiryId)
    .where('act', '=', 'update')
    .where(sql<boolean>`after ?| array['status', 'suspected_spam']`)
    .orderBy('audit_log.id', 'desc')
    .limit(200)
    .execute()
  return rows.reverse().map(({ id, at, name, status, is_spam }) => ({
    id: String(id),
    at,
    by: name,
    status,
    isSpam: is_spam,
  }))
}
