import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { PaidInCurrency } from '../../values/exchange-rate.ts'
import type { Cents } from '../../values/money.ts'
import { paidOf } from '../exchange-rates/paid-columns.ts'

/** A voided share stays listed and counts as zero. */
export type ShareLine = {
  distributionId: string
  datedOn: CalendarDate
  amount: Cents
  /** What it was paid in, if that was another currency. */
  paid: PaidInCurrency | null
  note: string | null
  voidedBecause: string | null
}

const shown = 24

/** The latest shares of an investment, newest first, and their total without voided ones. */
export async function sharesOfInvestment(
  admin: AdminActor,
  investmentId: string,
): Promise<{ shares: ShareLine[]; total: Cents }> {
  const found = admin.tx
    .selectFrom('distribution_share as share')
    .innerJoin('distribution', 'distribution.id', 'share.distribution_id')
    .leftJoin('distribution_void as voiding', 'voiding.distribution_id', 'share.distribution_id')
    .where('share.investment_id', '=', investmentId)
  const rows = await found
    .select([
      'distribution.id',
      'distribution.dated_on',
      'distribution.note',
      'share.amount_cents',
      'voiding.reason',
    ])
    .select(['share.paid_minor', 'distribution.paid_currency', 'distribution.rate'])
    .select(['distribution.rate_source', 'distribution.rate_on'])
    .orderBy('distribution.dated_on', 'desc')
    .orderBy('distribution.id', 'desc')
    .limit(shown)
    .execute()
  const { total } = await found
    .where('voiding.distribution_id', 'is', null)
    .select(sql<Cents>`coalesce(sum(share.amount_cents), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow()
  const shares = rows.map((row) => ({
    distributionId: row.id,
    datedOn: row.dated_on,
    amount: row.amount_cents,
    paid: paidOf(row),
    note: row.note,
    voidedBecause: row.reason,
  }))
  return { shares, total }
}
