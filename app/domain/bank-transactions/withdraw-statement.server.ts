import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { isId } from '../../values/id.ts'

export type StatementWithdrawn =
  | { withdrawn: true }
  | { refused: 'not-found' | 'matched' | 'seen-again' }

/**
 * Takes back a statement with the transactions that it added; what they were is kept. Refused when one of them is matched,
 * held or returned, and when a later statement has lines of it. Publishes statement.withdrawn.
 */
export async function withdrawStatement(
  admin: AdminActor,
  statementFileId: string,
  reason: string,
): Promise<StatementWithdrawn> {
  if (!isId(statementFileId)) return { refused: 'not-found' }
  const { rows } = await sql<{ refused: 'not-found' | 'matched' | 'seen-again' | null }>`
    select withdraw_statement(${statementFileId}, ${reason}) as refused`.execute(admin.tx)
  const refused = rows[0]?.refused
  if (refused) return { refused }
  await publish(admin, { kind: 'statement.withdrawn', statementFileId })
  return { withdrawn: true }
}

/** Why the statement cannot be withdrawn now, for the dialog to say before it asks for a reason; null when it can. */
export async function whyNotWithdrawn(
  { tx }: AdminActor,
  statementFileId: string,
): Promise<'matched' | 'seen-again' | null> {
  const { rows } = await sql<{ refused: 'matched' | 'seen-again' | null }>`
    with own as (select id, allocated_minor, returned_minor, held_for_id from bank_transaction
      where statement_file_id = ${statementFileId})
    select case
      when exists (select from own where (allocated_minor, returned_minor) <> (0, 0) or held_for_id is not null)
        or exists (select from bank_transaction_decision d
          where d.sent_by_id in (select id from own) and d.bank_transaction_id not in (select id from own)) then 'matched'
      when exists (select from bank_transaction_sighting s
          where s.bank_transaction_id in (select id from own) and s.statement_file_id <> ${statementFileId}) then 'seen-again'
    end as refused`.execute(tx)
  return rows[0]?.refused ?? null
}

export type WithdrawnStatement = {
  id: string
  name: string
  account: string
  from: CalendarDate
  to: CalendarDate
  lines: number
  reason: string
  by: string | null
  at: Date
}

const mostShown = 50

/** Statements that were taken back, of one account or all, the latest first; at most 50. */
export async function listWithdrawnStatements(
  { tx }: AdminActor,
  accountId: string | null,
): Promise<WithdrawnStatement[]> {
  return tx
    .selectFrom('withdrawn_statement as file')
    .innerJoin('payment_account as account', 'account.id', 'file.payment_account_id')
    .leftJoin('auth.sign_in_account as person', 'person.id', 'file.withdrawn_by')
    .select(['file.id', 'file.name', 'account.name as account', 'file.lines', 'file.reason'])
    .select(['file.from_on as from', 'file.to_on as to', 'file.withdrawn_at as at'])
    .select('person.name as by')
    .$if(accountId !== null, (files) => files.where('file.payment_account_id', '=', accountId))
    .orderBy('file.withdrawn_at', 'desc')
    .limit(mostShown)
    .execute()
}
