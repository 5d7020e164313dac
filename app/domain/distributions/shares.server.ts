import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { PaidInCurrency } from '../../values/exchange-rate.ts'
import type { Cents } from '../../values/money.ts'
import { paidOf } from '../exchange-rates/paid-columns.ts'

/** Counts as a return when it was sent and is not voided. */
export type ShareLine = {
  distributionId: string
  datedOn: CalendarDate
  /** Null while it is only declared. */
  sentOn: CalendarDate | null
  amount: Cents
  /** What it is paid in, if that is another currency. */
  paid: PaidInCurrency | null
  note: string | null
  voidedBecause: string | null
}

const shown = 24

/** The latest shares of an investment, newest first, what was sent, and what is declared and not sent yet. */
export async function sharesOfInvestment(
  admin: AdminActor,
  investmentId: string,
): Promise<{ shares: ShareLine[]; total: Cents; declared: Cents }> {
  const found = admin.tx
    .selectFrom('distribution_share as share')
    .innerJoin('distribution', 'distribution.id', 'share.distribution_id')
    .leftJoin('sent_share as sent', (join) =>
      join
        .onRef('sent.distribution_id', '=', 'share.distribution_id')
        .onRef('sent.investment_id', '=', 'share.investment_id'),
    )
    .leftJoin('distribution_sending as sending', 'sending.id', 'sent.sending_id')
    .leftJoin('distribution_void as voiding', 'voiding.distribution_id', 'share.distribution_id')
    .where('share.investment_id', '=', investmentId)
  const rows = await found
    .select([
      'distribution.id',
      'distribution.dated_on',
      'distribution.note',
      'sending.sent_on',
      'share.amount_cents',
      'voiding.reason',
    ])
    .select(['share.paid_minor', 'distribution.paid_currency', 'distribution.rate'])
    .select(['distribution.rate_source', 'distribution.rate_on'])
    .orderBy('distribution.dated_on', 'desc')
    .orderBy('distribution.id', 'desc')
    .limit(shown)
    .execute()
  const sumWhere = (isSent: boolean) =>
    sql<Cents>`coalesce(sum(share.amount_cents) filter (where (sent.sending_id is not null) = ${isSent}), 0)::bigint`
  const { total, declared } = await found
    .where('voiding.distribution_id', 'is', null)
    .select([sumWhere(true).as('total'), sumWhere(false).as('declared')])
    .executeTakeFirstOrThrow()
  const shares = rows.map((row) => ({
    distributionId: row.id,
    datedOn: row.dated_on,
    sentOn: row.sent_on,
    amount: row.amount_cents,
    paid: paidOf(row),
    note: row.note,
    voidedBecause: row.reason,
  }))
  return { shares, total, declared }
}
