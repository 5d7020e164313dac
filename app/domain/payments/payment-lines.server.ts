import type { AdminActor } from '../../platform/database/database.server.ts'
import { ownedText } from '../investments/owned.server.ts'

/** Investments with the columns of their export, in any order; a completed one's last payment is its payment date. */
export function investmentLines(admin: AdminActor, ids: string[]) {
  return admin.tx
    .selectFrom('investment')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .select([
      'investment.id',
      'investment.amount_cents',
      'investment.received_cents',
      'investment.status',
    ])
    .select([
      'investment.invested_on',
      'investment.next_payment_on',
      'investment.next_payment_cents',
    ])
    .select(ownedText('investment').as('owned'))
    .select(['investment.archived_at', 'project.name as project', 'project.slug as project_slug'])
    .select([
      'investor.full_name as investor',
      'investor.email as investor_email',
      'investment.cancelled_on',
    ])
    .select(({ eb, selectFrom }) =>
      eb
        .case()
        .when('investment.status', '=', 'completed')
        .then(
          selectFrom('ledger_entry as entry')
            .leftJoin('ledger_entry as void', 'void.voids_id', 'entry.id')
            .select(({ fn }) => fn.max('entry.dated_on').as('day'))
            .whereRef('entry.investment_id', '=', 'investment.id')
            .where('entry.kind', '=', 'payment')
            .where('void.id', 'is', null),
        )
        .end()
        .as('fully_paid_on'),
    )
    .where('investment.id', 'in', ids)
    .execute()
}

/** The ledgers of these investments in order; `id` is the investment's. Voids are lines of their own. */
export function ledgerLines(admin: AdminActor, investmentIds: string[]) {
  return admin.tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .leftJoin('receipt', 'receipt.entry_id', 'entry.id')
    .select([
      'entry.investment_id as id',
      'entry.id as entry_id',
      'entry.kind',
      'entry.amount_cents',
      'entry.dated_on',
    ])
    .select([
      'entry.method',
      'entry.reference',
      'entry.note',
      'entry.reason',
      'entry.voids_id',
      'entry.recorded_at',
    ])
    .select([
      'project.name as project',
      'investor.full_name as investor',
      'investor.email as investor_email',
    ])
    .leftJoin('payment_account', 'payment_account.id', 'entry.payment_account_id')
    .select(['entry.paid_minor', 'entry.paid_currency', 'entry.rate', 'entry.rate_source'])
    .select(['entry.rate_on', 'entry.payer_name', 'payment_account.name as account'])
    .select('entry.rounding_cents')
    .select('receipt.number as receipt')
    .where('entry.investment_id', 'in', investmentIds)
    .orderBy('entry.dated_on')
    .orderBy('entry.recorded_at')
    .orderBy('entry.id')
    .execute()
}
