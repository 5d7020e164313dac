import type { InvestorReader } from '../../platform/database.server.ts'

/** The receipts of the investor whose portal this is, in the order they were issued, voided ones too. */
export async function listMyReceipts(
  reader: InvestorReader,
): Promise<{ id: string; number: string; issuedAt: Date }[]> {
  const rows = await reader.tx
    .selectFrom('receipt')
    .select(['id', 'number', 'issued_at'])
    .where('investor_id', '=', reader.investorId)
    .orderBy('year')
    .orderBy('sequence')
    .$narrowType<{ number: string }>()
    .execute()
  return rows.map(({ issued_at: issuedAt, ...row }) => ({ ...row, issuedAt }))
}
