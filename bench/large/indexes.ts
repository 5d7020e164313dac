import type pg from 'pg'

/** The large tables, whose indexes are built once over everything and not kept up row by row. */
const large = [
  ...[
    'auth."user"',
    'auth.account',
    'app.investor',
    'app.investment',
    'app.ledger_entry',
    'app.receipt',
    'app.payment_plan',
    'app.plan_line',
  ],
  ...[
    'app.distribution_share',
    'app.sent_share',
    'app.document',
    'app.stored_file',
    'app.notification',
    'app.notification_recipient',
  ],
  ...['app.bank_transaction', 'app.allocation', 'app.bank_transaction_decision', 'app.known_payer'],
  ...['app.outbox', 'app.inquiry', 'app.audit_log'],
]

/** Takes away every index of the large tables that no constraint stands on; gives the statements that make them again. */
export async function takeIndexesAway(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made
     from pg_index i
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order by 1`,
    [large],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ made }) => made)
}
