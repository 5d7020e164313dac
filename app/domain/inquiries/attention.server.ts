import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { hasMailServer } from '../accounts/administration/mail-availability.server.ts'
import { countWaiting } from '../approvals/open-proposals.server.ts'
import { documentsWithoutFile } from '../documents/my-files.server.ts'
import { countOpenRequests } from '../investment-requests/requests.server.ts'
import { duePayments } from '../investments/due.server.ts'
import { listMissingPictures } from '../projects/missing-pictures.server.ts'
import { nearUpdates } from '../projects/update-promise.server.ts'
import {
  projectsWithoutVerification,
  staleVerification,
  verificationWithoutFile,
} from '../verification/verification-attention.server.ts'
import { countUndelivered } from './outbox-list.server.ts'

export type Attention = Awaited<ReturnType<typeof officeAttention>>

/** Counts due payments and updates, expired and absent verification items, open requests, proposals to approve, new inquiries, undelivered emails, and missing documents, verification files and pictures. */
export async function officeAttention(admin: AdminActor) {
  return {
    due: await duePayments(admin),
    updates: await nearUpdates(admin),
    verification: await staleVerification(admin),
    unverified: await projectsWithoutVerification(admin),
    requests: await countOpenRequests(admin),
    approvals: await countWaiting(admin),
    inquiries: await countNewInquiries(admin),
    undelivered: await countUndelivered(admin),
    hasMailServer: hasMailServer(),
    withoutFile: await documentsWithoutFile(admin),
    withoutPicture: await listMissingPictures(admin),
    withoutVerification: await verificationWithoutFile(admin),
  }
}

export type MessagesAttention = Awaited<ReturnType<typeof messagesAttention>>

/** What waits for staff who see no money: new inquiries and documents without a file. */
export async function messagesAttention(admin: AdminActor) {
  return {
    inquiries: await countNewInquiries(admin),
    withoutFile: await documentsWithoutFile(admin),
  }
}

function countNewInquiries(admin: AdminActor) {
  return admin.tx
    .selectFrom('inquiry')
    .where('status', '=', 'new')
    .where('suspected_spam', '=', false)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<Date | null>`max(received_at)`.as('newest'),
    ])
    .executeTakeFirstOrThrow()
}
