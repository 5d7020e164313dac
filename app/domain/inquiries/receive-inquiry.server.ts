import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { GuestActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { keyedHash } from '../../platform/session/keyed-hash.server.ts'
import { fillingPace } from './form-start.server.ts'
import type { InquirySource } from './inquiry.ts'
import type { InquiryProject } from './inquiry-project.server.ts'

export type NewInquiry = {
  source: InquirySource
  name: string
  email: string
  phone: string | null
  subject: string | null
  message: string
  project: InquiryProject | null
  /** The value of the honeypot field. */
  website: string
  /** The note of `signFormStart`; empty without JavaScript. */
  startedAt: string
  clientAddress: string | undefined
}

const allowedAnHour = 10
const weightWithoutStart = 5

/**
 * Stores an inquiry. Over ten posts an hour from one network are refused; one without a start time counts five.
 * Suspected spam is flagged and answered alike. Repetitions on one day are one inquiry. Publishes inquiry.received.
 */
export async function receiveInquiry(
  guest: GuestActor,
  inquiry: NewInquiry,
): Promise<{ inquiryId: string } | { refused: 'too-many'; retryAt: Date }> {
  const pace = fillingPace(inquiry.startedAt)
  const retryAt = await countPost(
    guest,
    inquiry.clientAddress,
    pace === 'unknown' ? weightWithoutStart : 1,
  )
  if (retryAt) return { refused: 'too-many', retryAt }
  const suspicion =
    inquiry.website === '' ? (pace === 'quickly' ? 'too-fast' : null) : 'hidden-field'
  const inquiryId = idOf(inquiry, suspicion)
  const isNew = await keep(guest, { ...inquiry, id: inquiryId, suspicion })
  if (!isNew) return { inquiryId }
  const suspected = suspicion !== null
  const acknowledged = !suspected && (await isFirstToday(guest, inquiry.email))
  await publish(guest, { kind: 'inquiry.received', inquiryId, suspected, acknowledged })
  return { inquiryId }
}

async function countPost(guest: GuestActor, clientAddress: string | undefined, weight: number) {
  const client = keyedHash('inquiry client', clientAddress ? networkOf(clientAddress) : 'unknown')
  const { rows } = await sql<{ retryAt: Date | null }>`select
    count_inquiry_post(${client}, ${weight}, ${allowedAnHour}, ${clock.now()}) as "retryAt"`.execute(
    guest.tx,
  )
  return rows[0]?.retryAt ?? null
}

type Suspicion = 'hidden-field' | 'too-fast' | null

/** The id is derived from the content, so a repeated message is the same row. */
function idOf(
  { project, source, name, email, phone, subject, message }: NewInquiry,
  suspicion: Suspicion,
): string {
  const written = [
    clock.today(),
    suspicion,
    project?.id,
    source,
    name,
    email,
    phone,
    subject,
    message,
  ]
  const hex = Buffer.from(keyedHash('inquiry id', JSON.stringify(written)), 'base64url').toString(
    'hex',
  )
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** False when it existed already. */
async function keep(
  guest: GuestActor,
  inquiry: NewInquiry & { id: string; suspicion: Suspicion },
): Promise<boolean> {
  const { id, source, name, email, phone, subject, message, project, suspicion } = inquiry
  const { numInsertedOrUpdatedRows } = await guest.tx
    .insertInto('inquiry')
    .values({
      id,
      source,
      name,
      email,
      phone,
      message,
      suspicion,
      subject: subject ?? (project && `About: ${project.name}`),
      project_id: project?.id ?? null,
      suspected_spam: suspicion !== null,
      received_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether this is the address's first acknowledgement today. Concurrent calls are serialised. */
async function isFirstToday(guest: GuestActor, email: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await guest.tx
    .insertInto('inquiry_acknowledgement')
    .values({
      address_hash: keyedHash('inquiry acknowledgement', email),
      acknowledged_on: clock.today(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
