import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import {
  type RequestSentFor,
  sendRequestFor,
} from '../investment-requests/send-request-for.server.ts'
import { addInvestor, type InvestorAdded } from '../investors/add-investor.server.ts'
import type { AddInvestorInput } from '../investors/investor-schema.ts'
import { lockInquiry } from './change-inquiry.server.ts'

export type NotConvertible =
  | { refused: 'not-found' }
  | { refused: 'converted' }
  | { refused: 'spam' }

/** The request sent for a guest's interest, or why there is none; null for an inquiry without an amount. */
export type Converted = { request: RequestSentFor | null }

export type InvestorConverted = Exclude<InvestorAdded, { refused: string }> & Converted
export type ConvertRefused = Extract<InvestorAdded, { refused: string }> | NotConvertible

/**
 * Adds an investor from an inquiry and marks it as converted, atomically; what a guest would like to invest becomes their
 * request where it can. Of two concurrent calls the second is refused. Publishes investor.added and inquiry.changed.
 */
export function convertInquiry(
  admin: AdminActor,
  inquiryId: string,
  input: AddInvestorInput,
): Promise<InvestorConverted | ConvertRefused> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'convert-inquiry', key, { ...facts, inquiryId }, async () => {
    const inquiry = await convertible(admin, inquiryId)
    if ('refused' in inquiry) return inquiry
    const added = await addInvestor(admin, input)
    if ('refused' in added) return added
    return { ...added, request: await convert(admin, inquiry, added.investorId) }
  })
}

/** The same for an existing investor; not an archived one. Publishes inquiry.changed. */
export async function linkInquiry(
  admin: AdminActor,
  inquiryId: string,
  investorId: string,
): Promise<
  ({ investorId: string } & Converted) | NotConvertible | { refused: 'investor-unknown' }
> {
  const inquiry = await convertible(admin, inquiryId)
  if ('refused' in inquiry) return inquiry
  const investor = await admin.tx
    .selectFrom('investor')
    .select('id')
    .where('id', '=', investorId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!investor) return { refused: 'investor-unknown' }
  return { investorId, request: await convert(admin, inquiry, investorId) }
}

async function convertible(admin: AdminActor, inquiryId: string) {
  const inquiry = await lockInquiry(admin, inquiryId)
  if (!inquiry) return { refused: 'not-found' } as const
  if (inquiry.investor_id !== null) return { refused: 'converted' } as const
  return inquiry.suspected_spam ? ({ refused: 'spam' } as const) : inquiry
}

type Convertible = Exclude<Awaited<ReturnType<typeof convertible>>, { refused: string }>

async function convert(
  admin: AdminActor,
  {
    id: inquiryId,
    source,
    message,
    project_id,
    amount_cents,
    unit_id,
    template_id,
    understood_at,
  }: Convertible,
  investorId: string,
): Promise<RequestSentFor | null> {
  await admin.tx
    .updateTable('inquiry')
    .set((row) => ({
      status: 'converted',
      investor_id: investorId,
      version: row('version', '+', 1),
    }))
    .where('id', '=', inquiryId)
    .execute()
  await publish(admin, { kind: 'inquiry.changed', inquiryId })
  if (source !== 'interest' || !project_id || !amount_cents || !understood_at) return null
  return sendRequestFor(admin, {
    investorId,
    projectId: project_id,
    amount: amount_cents,
    unitId: unit_id,
    templateId: template_id,
    note: [...message].slice(0, 1000).join(''),
    understoodAt: understood_at,
  })
}
