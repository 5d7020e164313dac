import { sql } from 'kysely'

// Statements of parts of one day have the same dates. Their lines tell which comes first; where those have no times, that one
// closes with the balance with which another opens. In these fragments the statement is `file`.

const moments = sql`(select id from bank_transaction where statement_file_id = file.id
  union all select bank_transaction_id from bank_transaction_sighting where statement_file_id = file.id) of_file
  join bank_transaction line using (id)`

/** When the first line of the statement happened; null without lines. */
export const firstMoment = sql<Date | null>`(select min(line.occurred_at) from ${moments})`
export const lastMoment = sql<Date | null>`(select max(line.occurred_at) from ${moments})`

const others = sql`select from statement_file other where other.payment_account_id = file.payment_account_id and other.id <> file.id`

/** Whether a statement that begins on the same day closes with the balance with which this one opens. */
export const isLaterPart = sql<boolean>`exists (${others} and other.from_on = file.from_on and other.closing_minor = file.opening_minor)`

/** Whether a statement that ends on the same day opens with the balance with which this one closes. */
export const isEarlierPart = sql<boolean>`exists (${others} and other.to_on = file.to_on and other.opening_minor = file.closing_minor)`

/** The order of statements that begin on the same day, the first part of that day first. */
export const firstPartFirst = sql`${firstMoment} nulls last, ${isLaterPart}, file.uploaded_at desc, file.id`

/** The order of statements that end on the same day, the last part of that day first. */
export const lastPartFirst = sql`${lastMoment} desc nulls last, ${isEarlierPart}, file.uploaded_at desc, file.id`
