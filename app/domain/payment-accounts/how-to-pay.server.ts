import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type {
  AdminActor,
  InvestorReader,
  WorkerActor,
} from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { askedFor, type ForeignCurrency } from '../../values/exchange-rate.ts'
import {
  type HowToPay,
  laterWords,
  type Quote,
  type UndatedAmount,
} from '../../values/how-to-pay.ts'
import { type Cents, isPositive, min } from '../../values/money.ts'
import { rateOn } from '../exchange-rates/exchange-rates.server.ts'
import { listOpenPaymentAccounts } from './payment-accounts.server.ts'

/** How to pay an amount on an investment with this reference, at today's company rates. */
export async function howToPay(
  actor: AdminActor | InvestorReader | WorkerActor,
  { reference, amount }: { reference: string; amount: Cents | null },
): Promise<HowToPay> {
  const accounts = await listOpenPaymentAccounts(actor)
  const due = amount !== null && isPositive(amount) ? amount : null
  const currencies = [...new Set(accounts.map(({ currency }) => currency))]
  const quotes: Quote[] = []
  for (const currency of currencies) {
    const quote = due && currency !== 'USD' ? await quoteIn(actor, currency, due) : null
    if (quote) quotes.push(quote)
  }
  return { reference, accounts, amount: due, later: null, quotes }
}

async function quoteIn(
  actor: AdminActor | InvestorReader | WorkerActor,
  currency: ForeignCurrency,
  amount: Cents,
): Promise<Quote | null> {
  const found = await rateOn(actor, currency, clock.today())
  return found && { currency, minor: askedFor(amount, found.rate, currency), ...found }
}

/** The next payment of `investment`, or all that is due by `today` where that is more; null without a next payment. */
export const nextOrDue = (
  today: CalendarDate,
) => sql<Cents | null>`case when investment.next_payment_cents is not null
  then greatest(investment.next_payment_cents, (select sum(due.open_cents)::bigint from due_lines due
    where due.investment_id = investment.id and due.due_on <= ${today})) end`

/** An investment on which money is still to be paid; `next` is the agreed next payment, or all that is due where that is more. */
export type PayableInvestment = {
  id: string
  project: string
  reference: string
  remaining: Cents
  next: Cents | null
  hasPlan: boolean
}

/**
 * How to pay what is due now or next on an investment, or all that remains where nothing is agreed. Nothing is asked for
 * while its plan waits for a milestone.
 */
export async function howToPayOpen(
  actor: AdminActor | InvestorReader | WorkerActor,
  { id, reference, remaining, next, hasPlan }: Omit<PayableInvestment, 'project'>,
): Promise<HowToPay> {
  if (next !== null || !hasPlan)
    return howToPay(actor, { reference, amount: min(next ?? remaining, remaining) })
  const { rows } = await sql<UndatedAmount>`
    select case when line.open_cents * 200 >= line.amount_cents then coalesce(milestone.name, '') end as milestone,
      coalesce(line.days_after, 0) as days, sum(line.open_cents)::bigint as open
    from plan_line line left join milestone on milestone.id = line.milestone_id
    where line.investment_id = ${id} and line.live and line.open_cents > 0
    group by 1, 2 order by bool_and(line.open_cents * 200 < line.amount_cents), min(line.position)`.execute(
    actor.tx,
  )
  return { ...(await howToPay(actor, { reference, amount: null })), later: laterWords(rows) }
}

/** The investments of a person or an investor on which money is still to be paid, the newest first. */
export async function payableInvestments(
  { tx }: AdminActor | InvestorReader | WorkerActor,
  whose: { userId: string | null } | { investorId: string },
): Promise<PayableInvestment[]> {
  const today = clock.today()
  const isWhose =
    'investorId' in whose
      ? sql`investor.id = ${whose.investorId}`
      : sql`investor.user_id = ${whose.userId}`
  const { rows } = await sql<PayableInvestment>`
    select investment.id, project.name as project, reference.code as reference,
      ${nextOrDue(today)} as next, plan_version is not null as "hasPlan", amount_cents - received_cents as remaining
    from investment join investor on investor.id = investment.investor_id
      join project on project.id = investment.project_id
      join payment_reference reference on reference.investment_id = investment.id
    where ${isWhose} and investment.status in ('pending', 'active') and investment.archived_at is null
      and amount_cents > received_cents
    order by investment.invested_on desc, investment.id desc`.execute(tx)
  return rows
}
