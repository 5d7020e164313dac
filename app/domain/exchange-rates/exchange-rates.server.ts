import { type RawBuilder, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type {
  AdminActor,
  InvestorReader,
  WorkerActor,
} from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { addDays, type CalendarDate, isAfter } from '../../values/calendar-date.ts'
import { currencies } from '../../values/currency.ts'
import { exchangeRate, type ForeignCurrency, isFarFrom } from '../../values/exchange-rate.ts'
import { shownPage } from '../../values/list-query.ts'
import type { ExchangeRateInput } from './exchange-rate-schema.ts'
import type { DatedRate, MoneyChoices, PublishedSource } from './published-rate.ts'

/** An entered rate with the person who entered it; null for an import's or the command line's. */
export type ListedRate = DatedRate & {
  id: string
  currency: ForeignCurrency
  source: PublishedSource
  recordedBy: string | null
  recordedAt: Date
}

const pageSize = 25

/** The entered rates, the latest day first; a page beyond the last shows the last. */
export async function listExchangeRates(
  admin: AdminActor,
  { currency, page }: { currency: ForeignCurrency | null; page: number },
) {
  const { total } = await ofCurrency(admin, currency)
    .select((row) => row.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  const shown = shownPage(page, Number(total), pageSize)
  const rates = await latestFirst(listed(ofCurrency(admin, currency)))
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
    .execute()
  return { rates: rates.map(listedRate), total: Number(total), page: shown, pageSize }
}

/** The ids of all entered rates, the latest day first, for an export. */
export async function exchangeRateIds(
  admin: AdminActor,
  currency: ForeignCurrency | null,
): Promise<string[]> {
  const rows = await latestFirst(ofCurrency(admin, currency).select('exchange_rate.id')).execute()
  return rows.map(({ id }) => id)
}

/** Rates with the columns of their export, in any order. */
export async function exchangeRateLines(admin: AdminActor, ids: string[]): Promise<ListedRate[]> {
  const rows = await listed(ofCurrency(admin, null)).where('exchange_rate.id', 'in', ids).execute()
  return rows.map(listedRate)
}

function ofCurrency({ tx }: AdminActor, currency: ForeignCurrency | null) {
  return tx
    .selectFrom('exchange_rate')
    .$if(currency !== null, (rates) => rates.where('currency', '=', currency))
}

const listed = (rates: ReturnType<typeof ofCurrency>) =>
  rates
    .leftJoin('auth.sign_in_account as account', 'account.id', 'exchange_rate.recorded_by')
    .select(['exchange_rate.id', 'currency', 'rate', 'dated_on', 'source', 'recorded_at'])
    .select('account.name as recorded_by')

function latestFirst<Query extends { orderBy: (order: RawBuilder<unknown>) => Query }>(
  rates: Query,
) {
  return rates.orderBy(sql`dated_on desc, recorded_at desc, exchange_rate.id desc`)
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number]

function listedRate({ id, currency, rate, source, ...row }: ListedRow): ListedRate {
  return {
    id,
    currency,
    source,
    recordedBy: row.recorded_by,
    recordedAt: row.recorded_at,
    rate: exchangeRate(rate),
    on: row.dated_on,
  }
}

/** The rate that holds on a day: the latest not after it, and of that day the last entered. Null without one. */
export async function rateOn(
  { tx }: AdminActor | InvestorReader | WorkerActor,
  currency: ForeignCurrency,
  on: CalendarDate,
  source: PublishedSource = 'company',
): Promise<DatedRate | null> {
  const row = await tx
    .selectFrom('exchange_rate')
    .select(['rate', 'dated_on'])
    .where('currency', '=', currency)
    .where('source', '=', source)
    .where('dated_on', '<=', on)
    .orderBy('dated_on', 'desc')
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ? { rate: exchangeRate(row.rate), on: row.dated_on } : null
}

/** The rate, or why it was not entered. `last` is the rate it is more than 5% from. */
export type RateRecorded =
  | { rateId: string }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'far-from-last'; last: DatedRate }

/**
 * Enters a rate; another for the same day and source replaces it from then on. Refused: a day to come, and a rate more
 * than 5% from the last unless `confirmed`. Publishes exchange-rate.recorded.
 */
export async function recordExchangeRate(
  admin: AdminActor,
  { currency, rate, datedOn, source, confirmed }: ExchangeRateInput,
): Promise<RateRecorded> {
  const today = clock.today()
  if (isAfter(datedOn, today)) return { refused: 'in-the-future', today }
  const last = await rateOn(admin, currency, datedOn, source)
  if (last && isFarFrom(rate, last.rate) && !confirmed) return { refused: 'far-from-last', last }
  const { id: rateId } = await admin.tx
    .insertInto('exchange_rate')
    .values({ currency, rate, dated_on: datedOn, source, recorded_by: admin.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish(admin, { kind: 'exchange-rate.recorded', rateId })
  return { rateId }
}

/** For how many days back a form knows the rates; an older payment gets its rate from the server. */
const recentDays = 120

/** What a form for money needs: the currencies that payments come in, dollars first, and their recent rates. */
export async function moneyChoices({ tx }: AdminActor): Promise<MoneyChoices> {
  const used = await tx
    .selectFrom('payment_account')
    .select('currency')
    .where('closed_at', 'is', null)
    .union(tx.selectFrom('exchange_rate').select('currency'))
    .execute()
  const rows = await tx
    .selectFrom('exchange_rate')
    .distinctOn(['currency', 'source', 'dated_on'])
    .select(['currency', 'source', 'dated_on', 'rate'])
    .where('dated_on', '>=', addDays(clock.today(), -recentDays))
    .orderBy('currency')
    .orderBy('source')
    .orderBy('dated_on', 'desc')
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    currencies: currencies.filter(
      (currency) => currency === 'USD' || used.some((row) => row.currency === currency),
    ),
    rates: rows.map(({ currency, source, dated_on: on, rate }) => ({
      currency,
      source,
      on,
      rate: exchangeRate(rate),
    })),
  }
}
