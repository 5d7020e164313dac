import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { clock } from '../../app/platform/clock.server.ts'
import type { Sent } from './load.ts'

/** An investment on which a dollar can be recorded, with what else its payment names. */
export type Payable = { investmentId: string; investorId: string; projectId: string }

/** Running investments of which much is still to come, each once. */
export async function payables(client: pg.Client, count: number): Promise<Payable[]> {
  const { rows } = await client.query<Payable>(
    `select i.id as "investmentId", i.investor_id as "investorId", i.project_id as "projectId"
     from app.investment i join app.project p on p.id = i.project_id join app.investor n on n.id = i.investor_id
     where i.status = 'active' and i.archived_at is null and p.archived_at is null and n.archived_at is null
       and i.amount_cents - i.received_cents > 100000 order by i.id limit $1`,
    [count],
  )
  if (rows.length < count)
    throw new Error(`Only ${rows.length} investments of the large demo can take a payment`)
  return rows
}

/** The form of Record Payment, as a browser sends it: one dollar, today. */
export function paymentForm(
  cookie: string,
  origin: string,
  investmentId: string,
  key: string = randomUUID(),
): Sent {
  const body = new URLSearchParams({
    key,
    amount: '1',
    receivedOn: clock.today(),
    method: 'cash',
    reference: '',
    note: '',
  })
  return {
    path: `/admin-dashboard/investments/${investmentId}/payment`,
    headers: { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: `${body}`,
  }
}
