import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import type { PaymentMethod } from '../investments/payment-methods.ts'

/** `referenceKey` is the reference as it is compared. */
export type SameReference = {
  referenceKey: string
  entryId: string
  investmentId: string
  investor: string
  email: string
  project: string
  amount: Cents
  receivedOn: CalendarDate
  reference: string
  receiptNumber: string | null
}

/** Banks and phone companies give each transfer its own reference; other methods repeat them. */
const ownReferences: readonly (PaymentMethod | 'none' | null)[] = ['mobile-money', 'bank-transfer']

/** Whether references of this method are unique. */
export function hasUniqueReference(method: PaymentMethod | 'none' | null | undefined): boolean {
  return ownReferences.includes(method ?? null)
}

/** Serialises payments with one of these references until commit. */
export async function lockReferences(
  { tx }: AdminActor,
  references: readonly string[],
): Promise<void> {
  await sql`select hold_references(${references}::text[])`.execute(tx)
}

/** References as compared: without case, blanks and punctuation; null when nothing is left. */
export async function referenceKeys(
  { tx }: AdminActor,
  references: readonly string[],
): Promise<Map<string, string>> {
  const once = [...new Set(references)]
  const { rows } = await sql<{ reference: string; key: string }>`
    select reference, reference_key(reference) as key from unnest(${once}::text[]) reference
    where reference_key(reference) is not null`.execute(tx)
  return new Map(rows.map(({ reference, key }) => [reference, key]))
}

/** Payments by mobile money or transfer with one of these references, latest first; voided ones excluded. */
export async function paymentsWithReferences(
  admin: AdminActor,
  references: readonly string[],
): Promise<SameReference[]> {
  if (references.length === 0) return []
  const rows = await admin.tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .leftJoin('receipt', 'receipt.entry_id', 'entry.id')
    .select([
      'entry.id as entryId',
      'entry.investment_id as investmentId',
      'entry.amount_cents as amount',
    ])
    .select(['entry.dated_on as receivedOn', 'investor.full_name as investor', 'investor.email'])
    .select(['project.name as project', 'receipt.number as receiptNumber'])
    .select([
      sql<string>`entry.reference`.as('reference'),
      sql<string>`reference_key(entry.reference)`.as('referenceKey'),
    ])
    .where(
      sql<boolean>`reference_key(entry.reference) = any(array(select reference_key(r) from unnest(${references}::text[]) r))`,
    )
    .where('entry.kind', '=', 'payment')
    .where('entry.method', 'in', ['mobile-money', 'bank-transfer'])
    .where('entry.reference', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ledger_entry as void').whereRef('void.voids_id', '=', 'entry.id'))),
    )
    .orderBy('entry.recorded_at', 'desc')
    .orderBy('entry.id', 'desc')
    .execute()
  return rows
}
