import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import { isId } from '../../values/id.ts'
import { shownPage } from '../../values/list-query.ts'
import type { StatementProfile } from '../bank-statements/statement.ts'
import type { TransactionExclusion, TransactionState } from './bank-transaction.ts'

/** An uploaded statement. `lines` are those that moved money, `newLines` the ones no earlier statement had. */
export type StatementUpload = {
  id: string
  name: string
  account: { id: string; name: string; number: string; currency: Currency }
  profile: StatementProfile
  from: CalendarDate
  to: CalendarDate
  opening: bigint | null
  closing: bigint | null
  lines: number
  newLines: number
  uploadedBy: string | null
  uploadedAt: Date
}

const pageSize = 50

const uploads = ({ tx }: AdminActor) =>
  tx
    .selectFrom('statement_file as file')
    .innerJoin('payment_account as account', 'account.id', 'file.payment_account_id')
    .leftJoin('auth.sign_in_account as person', 'person.id', 'file.uploaded_by')
    .select(['file.id', 'file.name', 'profile', 'from_on', 'to_on'])
    .select(['opening_minor as opening', 'closing_minor as closing', 'lines', 'new_lines'])
    .select(['account.id as accountId', 'account.name as accountName', 'number', 'currency'])
    .select(['person.name as uploadedBy', 'uploaded_at'])

type Row = Awaited<ReturnType<ReturnType<typeof uploads>['executeTakeFirstOrThrow']>>

function asUpload(row: Row): StatementUpload {
  const { id, name, opening, closing, lines, uploadedBy, number, currency } = row
  return {
    id,
    name,
    opening,
    closing,
    lines,
    uploadedBy,
    account: { id: row.accountId, name: row.accountName, number, currency },
    profile: row.profile as StatementProfile,
    from: row.from_on,
    to: row.to_on,
    newLines: row.new_lines,
    uploadedAt: row.uploaded_at,
  }
}

/** Uploaded statements of one account or all, the latest period first. */
export async function listStatementUploads(
  admin: AdminActor,
  { accountId, page: wanted }: { accountId: string | null; page: number },
) {
  const { total } = await admin.tx
    .selectFrom('statement_file')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .$if(accountId !== null, (files) => files.where('payment_account_id', '=', accountId))
    .executeTakeFirstOrThrow()
  const page = shownPage(wanted, total, pageSize)
  const rows = await uploads(admin)
    .$if(accountId !== null, (files) => files.where('file.payment_account_id', '=', accountId))
    .orderBy('to_on', 'desc')
    .orderBy('uploaded_at', 'desc')
    .orderBy('file.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { statements: rows.map(asUpload), total: Number(total), page, pageSize }
}

/** One uploaded statement; null when there is none. */
export async function findStatementUpload(
  admin: AdminActor,
  id: string,
): Promise<StatementUpload | null> {
  if (!isId(id)) return null
  const row = await uploads(admin).where('file.id', '=', id).executeTakeFirst()
  return row ? asUpload(row) : null
}

/** When and by whom a file was uploaded. */
export type PastUpload = { statementFileId: string; at: Date; by: string | null }

/** The upload of the same bytes for this account; null when there was none. */
export async function findUpload(
  { tx }: AdminActor,
  accountId: string,
  sha256: string,
): Promise<PastUpload | null> {
  const row = await tx
    .selectFrom('statement_file as file')
    .leftJoin('auth.sign_in_account as person', 'person.id', 'file.uploaded_by')
    .select(['file.id as statementFileId', 'uploaded_at as at', 'person.name as by'])
    .where('payment_account_id', '=', accountId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row ?? null
}

/** A line of an uploaded statement, with what became of it. */
export type UploadedLine = {
  id: string
  lineNumber: number
  isNew: boolean
  providerNumber: string
  leg: string
  occurredAt: Date
  valueOn: CalendarDate
  minor: bigint
  currency: Currency
  payerName: string | null
  typedReference: string | null
  narrative: string
  exclusion: TransactionExclusion | null
  state: TransactionState
}

/** The lines of a statement in the order of its file, with sums of them all. */
export async function listUploadedLines(
  { tx }: AdminActor,
  statement: Pick<StatementUpload, 'id' | 'lines'>,
  wanted: number,
) {
  const page = shownPage(wanted, statement.lines, pageSize)
  const ofFile = sql`(select id, line_number, true as is_new from bank_transaction where statement_file_id = ${statement.id}
    union all
    select bank_transaction_id, line_number, false from bank_transaction_sighting
      where statement_file_id = ${statement.id}) as line`
  const { rows } =
    await sql<UploadedLine>`select t.id, line.line_number as "lineNumber", line.is_new as "isNew",
      t.provider_number as "providerNumber", t.leg, t.occurred_at as "occurredAt", t.value_on as "valueOn", t.minor,
      t.currency, t.payer_name as "payerName", t.typed_reference as "typedReference", t.narrative, t.exclusion, t.state
    from ${ofFile} join bank_transaction t on t.id = line.id
    order by line.line_number, t.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(tx)
  const { rows: sums } = await sql<{ in: bigint; out: bigint }>`select
      coalesce(sum(t.minor) filter (where t.minor > 0), 0)::bigint as in,
      coalesce(-sum(t.minor) filter (where t.minor < 0), 0)::bigint as out
    from ${ofFile} join bank_transaction t on t.id = line.id`.execute(tx)
  return { lines: rows, totals: sums[0] ?? { in: 0n, out: 0n }, page, pageSize }
}
