import { randomUUID } from 'node:crypto'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { look } from './look.ts'
import type { Program } from './program.ts'

/** An investor of one test, who signs in with the demo's password: the demo's own people stay as they were. */
export async function anInvestor(program: Program, name: string) {
  const email = `${randomUUID().slice(0, 8)}@investors.example.com`
  const [row] = await look(program, async (query) => {
    const opened = await query("select auth.open_account($1, $2, 'investor') as id", [name, email])
    const id = opened[0]?.id
    await query(
      `update auth.account set password = (select a.password from auth.account a join auth."user" u on u.id = a."userId"
       where u.email = $2) where "userId" = $1`,
      [id, demoAdminEmail],
    )
    await query(`update auth."user" set status = 'active', "emailVerified" = true where id = $1`, [
      id,
    ])
    return query(
      `insert into app.investor (user_id, email, full_name, joined_on) values ($1, $2, $3, '2025-03-03')
       returning id, user_id as "userId"`,
      [id, email, name],
    )
  })
  return { id: String(row?.id), userId: String(row?.userId), name, email }
}

type Offer = { published?: boolean; targetCents?: number; minimumCents?: number }

/** A project of one test, to be put away at its end. */
export async function aProject(
  program: Program,
  name: string,
  { published = false, targetCents = 100_000_000, minimumCents = 2_000_000 }: Offer = {},
) {
  const slug = `${name.toLowerCase().replaceAll(' ', '-')}-${randomUUID().slice(0, 8)}`
  const [row] = await look(program, (query) =>
    query(
      `insert into app.project (slug, name, location, total_value_cents, target_cents, minimum_cents, published)
       values ($1, $2, 'Nairobi', $3, $3, $4, $5) returning id`,
      [slug, name, targetCents, minimumCents, published],
    ),
  )
  return { id: String(row?.id), slug }
}

/** Takes a project out of every list, its investments out of every sum, and declines what was requested of it. */
export const putAway = (program: Program, projectId: string) =>
  look(program, async (query) => {
    await query(
      `update app.investment set status = 'cancelled', cancelled_on = current_date
       where project_id = $1 and status <> 'cancelled'`,
      [projectId],
    )
    await query(
      `update app.investment_request set status = 'declined', decided_at = now(), reason = 'Of a test'
       where project_id = $1 and status = 'pending'`,
      [projectId],
    )
    await query(
      'update app.project set published = false, archived_at = coalesce(archived_at, now()) where id = $1',
      [projectId],
    )
    await query("select pg_notify('msingi', 'public')")
  })

/** A request that waits for a decision. */
export const aRequest = (program: Program, investorId: string, projectId: string) =>
  look(program, (query) =>
    query(
      `insert into app.investment_request (investor_id, project_id, amount_cents, understood_at)
       values ($1, $2, 2000000, now())`,
      [investorId, projectId],
    ),
  )

/** An active investment, without a payment. */
export async function anInvestment(
  program: Program,
  { investorId, projectId, cents }: { investorId: string; projectId: string; cents: number },
): Promise<string> {
  const [row] = await look(program, (query) =>
    query(
      `insert into app.investment (investor_id, project_id, amount_cents, invested_on)
       values ($1, $2, $3, current_date - 30) returning id`,
      [investorId, projectId, cents],
    ),
  )
  return String(row?.id)
}
