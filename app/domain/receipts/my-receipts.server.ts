import type { InvestorReader } from '../../platform/database/database.server.ts'

/** The investor's receipts in order of issue, voided ones included. */
export async function listMyReceipts(
  reader: InvestorReader,
): Promise<{ id: string; number: string; issuedAt: Date; isVoided: boolean }[]> {
  const rows = await reader.tx
    .selectFrom('receipt')
    .leftJoin('ledger_entry as void', 'void.voids_id', 'receipt.entry_id')
    .select(['receipt.id', 'receipt.number', 'receipt.issued_at', 'void.id as void_id'])
    .where('receipt.investor_id', '=', reader.investorId)
    .orderBy('receipt.year')
    .orderBy('receipt.sequence')
    .$narrowType<{ number: string }>()
    .execute()
  return rows.map(({ id, number, issued_at: issuedAt, void_id }) => ({
    id,
    number,
    issuedAt,
    isVoided: void_id !== null,
  }))
}
