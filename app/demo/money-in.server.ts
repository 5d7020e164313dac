import type { AdminActor } from '../platform/database/database.server.ts'
import { addDays, type CalendarDate, daysBetween } from '../values/calendar-date.ts'
import { exchangeRate } from '../values/exchange-rate.ts'

const accounts = [
  {
    kind: 'paybill' as const,
    name: 'M-Pesa',
    number: '600966',
    currency: 'KES' as const,
    how_to_pay: 'In M-Pesa choose Lipa na M-Pesa, then Pay Bill.',
  },
  {
    kind: 'bank' as const,
    name: 'Demo Bank, Westlands',
    number: '0990200000001',
    currency: 'USD' as const,
    how_to_pay: 'Branch code 099, SWIFT DEMOKENA. Put the payment reference in the description.',
  },
]

const firstRateOn = -540
const everyDays = 7

/** The accounts of the demo's company, and its rate of the shilling for each week of eighteen months. */
export async function addAccountsAndRates(admin: AdminActor, today: CalendarDate): Promise<void> {
  await admin.tx.insertInto('payment_account').values(accounts).execute()
  const days: CalendarDate[] = []
  for (let day = addDays(today, firstRateOn); day <= today; day = addDays(day, everyDays))
    days.push(day)
  await admin.tx
    .insertInto('exchange_rate')
    .values(
      [...days, ...(days.at(-1) === today ? [] : [today])].map((dated_on) => ({
        currency: 'KES' as const,
        source: 'company' as const,
        dated_on,
        rate: rateOf(daysBetween(dated_on, today)),
        recorded_by: admin.userId,
      })),
    )
    .execute()
}

/** Around 129.24, as in the last years, moving by less than half a shilling. */
function rateOf(daysAgo: number) {
  return exchangeRate((129.24 + Math.round(Math.sin(daysAgo / 40) * 45) / 100).toFixed(2))
}
