import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { addInvestor, type InvestorAdded } from '../investors/add-investor.server.ts'
import type { AddInvestorInput } from '../investors/investor-schema.ts'
import { lockInquiry } from './change-inquiry.server.ts'

export type NotConvertible =
  | { refused: 'not-found' }
  | { refused: 'converted' }
  | { refused: 'spam' }

/**
 * Adds an investor from an inquiry and marks it as converted, atomically. Of two concurrent calls
 * the second is refused. Publishes investor.added and inquiry.changed.
 */
export function convertInquiry(
  admin: AdminActor,
  inquiryId: string,
  input: AddInvestorInput,
): Promise<InvestorAdded | NotConvertible> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'convert-inquiry', key, { ...facts, inquiryId }, async () => {
    const refused = await whyNot(admin, inquiryId)
    if (refused) return refused
    const added = await addInvestor(admin, input)
    if ('refused' in added) return added
    await convert(admin, inquiryId, added.investorId)
    return added
  })
}

/** Marks an inquiry as converted to an existing investor; not an archived one. Publishes inquiry.changed. */
export async function linkInquiry(
  admin: AdminActor,
  inquiryId: string,
  investorId: string,
): Promise<{ investorId: string } | NotConvertible | { refused: 'investor-unknown' }> {
  const refused = await whyNot(admin, inquiryId)
  if (refused) return refused
  const investor = await admin.tx
    .selectFrom('investor')
    .select('id')
    .where('id', '=', investorId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!investor) return { refused: 'investor-unknown' }
  await convert(admin, inquiryId, investorId)
  return { investorId }
}

async function whyNot(admin: AdminActor, inquiryId: string): Promise<NotConvertible | null> {
  const inquiry = await lockInquiry(admin, inquiryId)
  if (!inquiry) return { refused: 'not-found' }
  if (inquiry.investor_id !== null) return { refused: 'converted' }
  return inquiry.suspected_spam ? { refused: 'spam' } : null
}

async function convert(admin: AdminActor, inquiryId: string, investorId: string): Promise<void> {
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
}
