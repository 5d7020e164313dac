import { sql } from 'kysely'
import type { AdminActor, WorkerActor } from '../../platform/database/database.server.ts'
import type { Currency } from '../../values/currency.ts'
import { isId } from '../../values/id.ts'
import type {
  StatementMapping,
  StatementProfile,
  StatementTotals,
} from '../bank-statements/statement.ts'

/** A file between its upload and its confirmation. `mapping` was chosen for it, `account.mapping` for the last one. */
export type StatementDraft = {
  id: string
  name: string
  content: Buffer
  mapping: StatementMapping | null
  totals: StatementTotals | null
  account: {
    id: string
    name: string
    number: string
    currency: Currency
    profile: StatementProfile | null
    mapping: StatementMapping | null
    isClosed: boolean
  }
}

/** The file with its payment account; null when there is none. `lock` holds the account until the transaction ends. */
export async function findDraft(
  { tx }: AdminActor,
  draftId: string,
  lock = false,
): Promise<StatementDraft | null> {
  if (!isId(draftId)) return null
  if (lock)
    await tx
      .selectFrom('payment_account')
      .select('id')
      .where('id', 'in', (draft) =>
        draft.selectFrom('statement_draft').select('payment_account_id').where('id', '=', draftId),
      )
      .forNoKeyUpdate()
      .execute()
  const row = await tx
    .selectFrom('statement_draft as draft')
    .innerJoin('payment_account as account', 'account.id', 'draft.payment_account_id')
    .select(['draft.id', 'draft.name', 'content', 'mapping', 'total_in_minor', 'total_out_minor'])
    .select(['account.id as accountId', 'account.name as accountName', 'number', 'currency'])
    .select(['statement_profile', 'statement_mapping', 'closed_at'])
    .where('draft.id', '=', draftId)
    .executeTakeFirst()
  if (!row) return null
  const { total_in_minor: paidIn, total_out_minor: paidOut } = row
  return {
    id: row.id,
    name: row.name,
    content: row.content,
    mapping: row.mapping as StatementMapping | null,
    totals: paidIn !== null && paidOut !== null ? { in: paidIn, out: paidOut } : null,
    account: {
      id: row.accountId,
      name: row.accountName,
      number: row.number,
      currency: row.currency,
      profile: row.statement_profile,
      mapping: row.statement_mapping as StatementMapping | null,
      isClosed: row.closed_at !== null,
    },
  }
}

/** Deletes files that were uploaded more than a day ago. Daily worker job. */
export async function sweepStatementDrafts(worker: WorkerActor): Promise<void> {
  await worker.tx
    .deleteFrom('statement_draft')
    .where('uploaded_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
