import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { joinPostgres } from '../../server/postgres/embedded-postgres.ts'
import type { Program } from './program.ts'

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** Looks into the database of a running program, as its superuser; what it changes is audited as a command. */
export async function look<Result>(
  { dataDir }: Program,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const postgres = await joinPostgres({ dataDir, log: () => undefined })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    await client.query("select set_config('app.actor', 'command', false)")
    return await work(async (text, values) => (await client.query(text, values)).rows)
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** Closes all other accounts of staff, as if they had never been able to approve, and ends what waits: then the demo's administrator acts alone. */
export const onlyDemoAdmin = (program: Program) =>
  look(program, async (query) => {
    await query(`update auth."user" set status = 'inactive' where role = 'admin' and email <> $1`, [
      demoAdminEmail,
    ])
    await query('delete from auth.former_approver')
    await query(`update app.proposal set expires_at = now() where state = 'open'`)
  })

/** An account of staff with this role and the demo's password. */
export async function aMemberOfStaff(program: Program, role: string): Promise<string> {
  const email = `${role}-${randomUUID()}@staff.example.com`
  await look(program, (query) =>
    query(
      `with person as (insert into auth."user" (name, email, role, status, "emailVerified")
        values ($1, $2, 'admin', 'active', true) returning id),
      credential as (insert into auth.account ("accountId", "providerId", "userId", password)
        select person.id::text, 'credential', person.id, (select a.password from auth.account a
          join auth."user" u on u.id = a."userId" where u.email = $3) from person)
      insert into auth.staff_role (user_id, role) select id, $4 from person`,
      [`Staff ${role}`, email, demoAdminEmail, role],
    ),
  )
  return email
}

/** All visitors of the journeys share one address, which may send ten inquiries an hour. */
export const forgetInquiryLimit = (program: Program) =>
  look(program, (query) => query('delete from app.inquiry_post'))

export type OpenInvestment = {
  id: string
  investor: string
  project: string
  remaining: string
  day: string
}

/** An investment that takes payments, of an investor with an account: the one with the most outstanding. */
export async function anOpenInvestment(program: Program): Promise<OpenInvestment> {
  const [found] = await look(program, (query) =>
    query(`select i.id, v.full_name as investor, p.name as project, i.amount_cents - i.received_cents as remaining,
        i.invested_on::text as day
      from app.investment i join app.investor v on v.id = i.investor_id join app.project p on p.id = i.project_id
      where i.status = 'active' and v.user_id is not null and i.plan_version is null
      order by i.amount_cents - i.received_cents desc limit 1`),
  )
  if (!found) throw new Error('The demo has no open investment')
  return found as OpenInvestment
}

/** The account of an investor other than the demo's own sign-in. */
export async function anInvestorAccount(program: Program): Promise<{ id: string; name: string }> {
  const [found] = await look(program, (query) =>
    query(
      `select id, name from auth."user" where role = 'investor' and status = 'active' and email <> $1
      order by name limit 1`,
      [demoInvestorEmail],
    ),
  )
  if (!found) throw new Error('The demo has no other investor')
  return found as { id: string; name: string }
}

/** The oldest receipt that stands of an investor's open investments, and its investment. */
export async function aReceipt(program: Program, email: string) {
  const [found] = await look(program, (query) =>
    query(
      `select e.investment_id as investment, r.number as receipt, r.code from app.receipt r
        join app.ledger_entry e on e.id = r.entry_id join app.investor v on v.id = r.investor_id
        join app.investment i on i.id = e.investment_id
      where v.email = $1 and i.status = 'active' and not exists (select from app.ledger_entry o where o.voids_id = e.id)
      order by r.number limit 1`,
      [email],
    ),
  )
  if (!found) throw new Error(`${email} has no receipt`)
  return found as { investment: string; receipt: string; code: string }
}

/** What was booked on an investment: how many entries, and their sum in cents. */
export async function bookedOn(program: Program, investmentId: string) {
  const [booked] = await look(program, (query) =>
    query(
      `select count(*)::int as entries, coalesce(sum(amount_cents), 0)::text as cents
       from app.ledger_entry where investment_id = $1`,
      [investmentId],
    ),
  )
  return booked as { entries: number; cents: string }
}

/** The investor who has this email. */
export async function investorIdOf(program: Program, email: string): Promise<string> {
  const [row] = await look(program, (query) =>
    query('select id from app.investor where email = $1', [email]),
  )
  return row?.id as string
}
