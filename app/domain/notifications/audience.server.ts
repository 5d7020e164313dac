import { sql } from 'kysely'
import type { Actor, AdminActor } from '../../platform/database/database.server.ts'
import { byName } from '../../platform/database/search.server.ts'
import { isInvestor, statusNow } from '../investors/investors.server.ts'
import type { NotificationAudience } from './notification.ts'

export type Audience = {
  audience: NotificationAudience
  projectId: string | null
  investorId: string | null
  /** Only those with a share of this distribution, also former investors of its project; or of one sending of it. */
  distribution?: { distributionId: string; sendingId: string | null } | null
}

/**
 * The ids of an audience's current members, or at most `count` after `after`; never archived ones.
 * Active is by account, or the record without one.
 */
export async function audienceIds(
  actor: Actor,
  audience: Audience,
  { after, count }: { after?: string | null; count?: number } = {},
): Promise<string[]> {
  let found = belongsTo(actor, audience).orderBy('investor.id')
  if (count !== undefined) found = found.limit(count)
  if (after) found = found.where('investor.id', '>', after)
  return (await found.execute()).map((row) => row.id)
}

/** The audience of a stored notification. */
export function audienceOf({
  audience,
  project,
  investor,
}: {
  audience: NotificationAudience
  project: { id: string } | null
  investor: { id: string } | null
}): Audience {
  return { audience, projectId: project?.id ?? null, investorId: investor?.id ?? null }
}

/** A query of an audience's current members. */
export function belongsTo(
  actor: Actor,
  { audience, projectId, investorId, distribution = null }: Audience,
) {
  let found = actor.tx
    .selectFrom('investor')
    .select('investor.id')
    .where('investor.archived_at', 'is', null)
  if (investorId) found = found.where('investor.id', '=', investorId)
  if (audience === 'active') {
    found = found
      .leftJoin('auth.sign_in_account as account', 'account.id', 'investor.user_id')
      .where(statusNow, '=', 'active')
  }
  if (distribution) {
    const { distributionId, sendingId } = distribution
    return found.where(
      sql<boolean>`investor.id in (select i.investor_id from distribution_share s join investment i on i.id = s.investment_id
        left join sent_share t on (t.distribution_id, t.investment_id) = (s.distribution_id, s.investment_id)
        where s.distribution_id = ${distributionId} and s.amount_cents > 0
          and (${sendingId}::uuid is null or t.sending_id = ${sendingId}))`,
    )
  }
  if (projectId) {
    found = found.where((row) =>
      row.exists(
        row
          .selectFrom('investment')
          .select('investment.id')
          .whereRef('investment.investor_id', '=', 'investor.id')
          .where('investment.project_id', '=', projectId)
          .where('investment.status', 'in', ['active', 'completed']),
      ),
    )
  }
  return found
}

/** The sources' names of groups for three known projects. */
const projectGroups = ['twin-towers', 'retail', 'corner-plaza']

/** Resolves a form's recipients: `all`, `active`, an investor, or a project. Null when unknown. */
export async function readAudience(
  admin: AdminActor,
  { recipients, investorId }: { recipients: string; investorId: string | null },
): Promise<Audience | null> {
  if (recipients === 'all' || recipients === 'active') {
    return { audience: recipients, projectId: null, investorId: null }
  }
  if (recipients === 'investor') {
    if (investorId === null || !(await isInvestor(admin, investorId))) return null
    return { audience: 'investor', projectId: null, investorId }
  }
  const project = await admin.tx
    .selectFrom('project')
    .select('id')
    .where('archived_at', 'is', null)
    .where(sql<boolean>`id::text = ${recipients}
      or ${projectGroups.includes(recipients)} and (slug = ${recipients} or slug like ${`${recipients}-%`})`)
    .orderBy('slug')
    .executeTakeFirst()
  return project ? { audience: 'project', projectId: project.id, investorId: null } : null
}

/** Earlier messages to everyone, which a new person gets as read. */
export async function listEarlierMessages(actor: Actor): Promise<{ id: string; sentAt: Date }[]> {
  const rows = await actor.tx
    .selectFrom('notification')
    .select(['id', 'sent_at'])
    .where('audience', '=', 'all')
    .execute()
  return rows.map((row) => ({ id: row.id, sentAt: row.sent_at }))
}

/** The audience of a document; null when only administrators see it. */
export function documentAudience(
  projectId: string | null,
  investorId: string | null,
): Audience | null {
  if (investorId) return { audience: 'investor', projectId: null, investorId }
  return projectId ? { audience: 'project', projectId, investorId: null } : null
}

export type Reach = { people: number; mails: number }

/** Whom the recipients of a form would reach now; null while they name no one. */
export async function audienceReach(
  admin: AdminActor,
  chosen: { recipients: string; investorId: string | null },
): Promise<Reach | null> {
  const audience = await readAudience(admin, chosen)
  if (!audience) return null
  const { people, mails } = await admin.tx
    .selectFrom(belongsTo(admin, audience).as('chosen'))
    .innerJoin('investor as person', 'person.id', 'chosen.id')
    .leftJoin('auth.sign_in_account as open', (join) =>
      join.onRef('open.id', '=', 'person.user_id').on('open.status', '<>', 'inactive'),
    )
    .leftJoin('mail_choice', 'mail_choice.investor_id', 'person.id')
    .select((row) => row.fn.countAll<bigint>().as('people'))
    .select(
      sql<bigint>`count(open.id) filter (where coalesce(mail_choice.messages, true))`.as('mails'),
    )
    .executeTakeFirstOrThrow()
  return { people: Number(people), mails: Number(mails) }
}

export type ProjectChoice = { id: string; name: string; investors: number }

/** Current audience sizes for forms; projects by name, without archived ones. */
export async function audienceSizes(
  admin: AdminActor,
): Promise<{ all: number; active: number; projects: ProjectChoice[] }> {
  const { all, active } = await admin.tx
    .selectFrom('investor')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'investor.user_id')
    .select([
      sql<bigint>`count(*)`.as('all'),
      sql<bigint>`count(*) filter (where ${statusNow} = 'active')`.as('active'),
    ])
    .where('investor.archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  const projects = await admin.tx
    .selectFrom('project')
    .select(['project.id', 'project.name'])
    .select(
      sql<bigint>`(select count(distinct i.investor_id) from investment i
        join investor on investor.id = i.investor_id and investor.archived_at is null
        where i.project_id = project.id and i.status in ('active', 'completed'))`.as('investors'),
    )
    .where('project.archived_at', 'is', null)
    .orderBy(byName('project.name'))
    .execute()
  return {
    all: Number(all),
    active: Number(active),
    projects: projects.map(({ id, name, investors }) => ({
      id,
      name,
      investors: Number(investors),
    })),
  }
}
