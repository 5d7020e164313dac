import pg from 'pg'
import { demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { joinPostgres } from '../../server/postgres/embedded-postgres.ts'
import type { Program } from './program.ts'

/** What the files that follow on the same worker see, whatever they are about: one line for each part. */
const lines = `
  select 'published project ' || slug from app.project where published and archived_at is null
  union all select 'milestone ' || m.name || ' of ' || p.slug from app.milestone m join app.project p on p.id = m.project_id where p.published
  union all select 'progress update of ' || p.slug from app.project_update u join app.project p on p.id = u.project_id where p.published
  union all select 'unit ' || u.name || ' of ' || p.slug || case when exists (
      select from app.investment i where i.unit_id = u.id and i.status <> 'cancelled') then ', sold' else '' end
    from app.project_unit u join app.project p on p.id = u.project_id where p.published
  union all select 'verification item ' || v.kind || ' of ' || p.slug from app.verification_item v join app.project p on p.id = v.project_id
    where v.removed_at is null and p.published
  union all select 'distribution in ' || p.slug from app.distribution d join app.project p on p.id = d.project_id
    where not exists (select from app.distribution_void v where v.distribution_id = d.id)
  union all select 'investment of the demo investor in ' || p.slug || ', ' || i.status from app.investment i
    join app.project p on p.id = i.project_id join app.investor v on v.id = i.investor_id where v.email = $1
  union all select 'open request of ' || v.email from app.investment_request r join app.investor v on v.id = r.investor_id
    where r.status = 'pending'
  union all select 'staff ' || email from auth."user" where role = 'admin' and status = 'active' and email not like '%@demo.msingi.test'
  union all select 'open proposal ' || p.title from app.proposal p join auth."user" u on u.id = p.proposed_by
    where p.state = 'open' and p.expires_at > now() and u.email not like '%@demo.msingi.test'
  union all select 'approval limit of ' || act from app.approval_limit where amount_cents is not null
  union all select 'second factor of ' || unnest(second_factor_roles) from app.installation
  union all select 'second factor of ' || email from auth."user" where "twoFactorEnabled"
  union all select 'passkey of ' || u.email from auth.passkey k join auth."user" u on u.id = k.user_id
  union all select 'payment account ' || name from app.payment_account where closed_at is null
  union all select 'plan template ' || name from app.plan_template where archived_at is null
  union all select 'director ' || name from app.director`

/** Reads these lines of a program, through a connection that stays open. */
export async function readSharedState({ dataDir }: Program) {
  const postgres = await joinPostgres({ dataDir, log: () => undefined })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  return {
    read: async () => {
      const { rows } = await client.query({
        text: lines,
        values: [demoInvestorEmail],
        rowMode: 'array',
      })
      return rows.flat().sort() as string[]
    },
    close: async () => {
      await client.end()
      await postgres.stop()
    },
  }
}
