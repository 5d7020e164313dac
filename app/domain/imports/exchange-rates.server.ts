import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { type CalendarDate, formatDay, isAfter } from '../../values/calendar-date.ts'
import {
  type ExchangeRate,
  exchangeRate,
  formatRate,
  isFarFrom,
  rateSourceLabels,
} from '../../values/exchange-rate.ts'
import { foreignCurrencies, rateDay, rateField } from '../exchange-rates/exchange-rate-schema.ts'
import { type PublishedRate, publishedSources } from '../exchange-rates/published-rate.ts'
import { dayCell, wordCell } from './cells.ts'
import { broken, listImport, type Plan, type ValueOf } from './check.server.ts'
import { dayExamples } from './table.server.ts'

const currencyWords = Object.fromEntries(
  foreignCurrencies.map((currency) => [currency.toLowerCase(), currency] as const),
)
const sourceWords = {
  '': publishedSources[0],
  company: publishedSources[0],
  board: publishedSources[0],
  cbk: publishedSources[1],
  'central bank of kenya': publishedSources[1],
}

const cells = {
  datedOn: dayCell(rateDay('A day is required.')),
  currency: wordCell(currencyWords, 'Not a currency with a rate.', 'A currency is required.'),
  rate: rateField,
  source: wordCell(sourceWords, 'Not a rate source.', 'A source is required.'),
}

type Rate = ValueOf<typeof cells>

/** Exchange rates of a file. */
export const exchangeRateImport = listImport({
  cells: () => cells,
  words: {
    datedOn: `Date, day | A day, ${dayExamples}. | 2026-11-02`,
    currency: `Currency | ${foreignCurrencies.join(', ')}. | KES`,
    rate: 'Rate, exchange rate, mean | Units of the currency for one US dollar, like 129.24. | 129.24',
    source: 'Source | Company or CBK; the company’s when empty. | Company',
  },
  notRead: ['Entered by', 'Entered (UTC)', 'Id'],
  prepare,
})

/** A rate is there already when it was entered for its day, also when another followed. One far from the rate before it is refused. */
async function prepare(admin: AdminActor): Promise<Plan<Rate, Rate>> {
  const all = await enteredRates(admin)
  // The last entered of each day counts; later rows of the file join them.
  const entered = all.filter(
    (rate, index) => all.findIndex((other) => isOfSameDay(rate, other)) === index,
  )
  const today = clock.today()
  const seen = new Map<string, number>()
  return {
    judge: ({ row, value }) => {
      if (!value) return { refusals: [] }
      const shown = { name: `${value.currency} ${formatRate(value.rate)}`, about: aboutOf(value) }
      if (all.some((rate) => isSame(rate, value))) return { refusals: [], isHere: true, shown }
      const key = [value.currency, value.source, value.datedOn].join(' ')
      const earlier = seen.get(key)
      if (earlier === undefined) seen.set(key, row)
      const before = rateBefore(entered, value)
      const refusals = broken(
        [isAfter(value.datedOn, today), 'datedOn', 'This date is in the future.'],
        [earlier !== undefined, 'datedOn', `The same day and currency is in row ${earlier}.`],
        [
          before && isFarFrom(value.rate, before),
          'rate',
          `This is more than 5% from ${before && formatRate(before)}, the rate before.`,
          'Check it. A rate that is right can be added by hand.',
        ],
      )
      if (refusals.length > 0) return { refusals }
      entered.push({ ...value, on: value.datedOn })
      return { refusals, value, shown }
    },
    hold: async () => undefined,
    write: (rates) =>
      admin.tx
        .insertInto('exchange_rate')
        .values(
          rates.map(({ currency, rate, datedOn, source }) => ({
            currency,
            rate,
            source,
            dated_on: datedOn,
            recorded_by: admin.userId,
          })),
        )
        .execute(),
  }
}

const isOfSameDay = (rate: PublishedRate, other: PublishedRate) =>
  rate.currency === other.currency && rate.source === other.source && rate.on === other.on

/** All rates, those entered last first within a day. */
async function enteredRates({ tx }: AdminActor): Promise<PublishedRate[]> {
  const rows = await tx
    .selectFrom('exchange_rate')
    .select(['currency', 'source', 'dated_on', 'rate'])
    .orderBy('currency')
    .orderBy('source')
    .orderBy('dated_on', 'desc')
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ currency, source, dated_on: on, rate }) => ({
    currency,
    source,
    on,
    rate: exchangeRate(rate),
  }))
}

const isSame = (entered: PublishedRate, { currency, source, datedOn, rate }: Rate) =>
  entered.currency === currency &&
  entered.source === source &&
  entered.on === datedOn &&
  entered.rate === rate

/** The rate that held until then, of a file's earlier rows too. */
function rateBefore(
  entered: readonly PublishedRate[],
  { currency, source, datedOn }: Rate,
): ExchangeRate | null {
  let latest: PublishedRate | null = null
  for (const rate of entered) {
    const precedes = rate.currency === currency && rate.source === source && rate.on < datedOn
    if (precedes && (latest === null || rate.on > latest.on)) latest = rate
  }
  return latest?.rate ?? null
}

function aboutOf({ source, datedOn }: { source: PublishedRate['source']; datedOn: CalendarDate }) {
  return `${rateSourceLabels[source]}, ${formatDay(datedOn)}`
}
