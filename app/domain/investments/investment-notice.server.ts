import type { Actor } from '../../platform/database/database.server.ts'
import { type Cents, formatAmount, isPositive } from '../../values/money.ts'
import type { InvestmentStatus } from './investment.ts'

/** `received` is the amount still held. */
export type InvestmentNotice = {
  amount: Cents
  received: Cents
  project: string
  status: InvestmentStatus
}

/** An investment for its investor's notification; null when this actor may not see it. */
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

/** The text of a cancellation, with the amount to be refunded. */
export function cancellationNotice({ amount, received, project }: InvestmentNotice) {
  const sentence = `Your investment of ${formatAmount(amount, 'when-needed')} in the ${project} project has been cancelled.`
  const rest = isPositive(received)
    ? `${formatAmount(received, 'when-needed')} that you had paid in is to be refunded.`
    : 'No refund is due.'
  return {
    title: 'Investment Cancelled',
    message: `${sentence} ${rest}`,
    notificationType: 'alert' as const,
  }
}

/** The text for a cancelled investment that is resumed. */
export function resumptionNotice({ amount, project }: InvestmentNotice) {
  const message = `Your investment of ${formatAmount(amount, 'when-needed')} in the ${project} project is no longer cancelled.`
  return { title: 'Investment Resumed', message, notificationType: 'investment' as const }
}
