import type { Actor } from '../../platform/database/database.server.ts'
import { type Cents, formatAmount, isPositive } from '../../values/money.ts'
import type { InvestmentStatus } from './investment.ts'

/** An investment as its investor is told that it was cancelled or taken up again; `received` is what is held of theirs. */
export type InvestmentNotice = {
  amount: Cents
  received: Cents
  project: string
  status: InvestmentStatus
}

/** An investment as it is told to its investor; null when this actor may not see it. */
export async function findInvestmentForNotice(
  actor: Actor,
  investmentId: string,
): Promise<InvestmentNotice | null> {
  const row = await actor.tx
    .selectFrom('investment')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select([
      'investment.amount_cents as amount',
      'investment.received_cents as received',
      'project.name as project',
    ])
    .select('investment.status')
    .where('investment.id', '=', investmentId)
    .executeTakeFirst()
  return row ?? null
}

/** How a cancellation is told, with what is to be given back. */
export function cancellationNotice({ amount, received, project }: InvestmentNotice) {
  const sentence = `Your investment of ${formatAmount(amount, 'when-needed')} in the ${project} project has been cancelled.`
  const rest = isPositive(received)
    ? `${formatAmount(received, 'when-needed')} that you had paid in is to be refunded.`
    : 'Nothing is to be refunded.'
  return {
    title: 'Investment Cancelled',
    message: `${sentence} ${rest}`,
    notificationType: 'alert' as const,
  }
}

/** How it is told that a cancelled investment goes on. */
export function resumptionNotice({ amount, project }: InvestmentNotice) {
  const message = `Your investment of ${formatAmount(amount, 'when-needed')} in the ${project} project is no longer cancelled.`
  return { title: 'Investment Resumed', message, notificationType: 'investment' as const }
}
