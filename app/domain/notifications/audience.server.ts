import { sql } from 'kysely'
import type { Actor, AdminActor } from '../../platform/database/database.server.ts'
import { byName } from '../../platform/database/search.server.ts'
import { isInvestor, statusNow } from '../investors/investors.server.ts'
import type { NotificationAudience } from './notification.ts'

/** Whom a notification goes to; the ids say which project or person. */
export type Audience = {
  audience: NotificationAudience
  projectId: string | null
  investorId: string | null
}

/**
 * Who belongs to an audience now, by id, or at most `count` of those after `after`. Archived investors never do.
 * Active is the status of the sign-in account, or their own while there is none. Only admins and the worker see
 * anyone.
 */
export async function audienceIds(
  actor: Actor,
  { audience, projectId, investorId }: Audience,
  { after, count }: { after?: string | null; count?: number } = {},
): Promise<string[]> {
  let found = belongsTo(actor, { audience, projectId, investorId }).orderBy('investor.id')
  if (count !== undefined) found = found.limit(count)
  if (after) found = found.where('investor.id', '>', after)
  return (await found.execute()).map((row) => row.id)
}

/** The audience of a notification that was sent. */
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

/** The query of everyone who belongs to an audience now, by id. */
export function belongsTo(actor: Actor, { audience, projectId, investorId }: Audience) {
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

/** The names the sources give to the groups of the three projects they know. */
const projectGroups = ['twin-towers', 'retail', 'corner-plaza']

/**
 * What a form means by its recipients: `all`, `active`, one investor, a project by id, or one of the three
 * literal groups, which name a project by the beginning of its address. Null when there is no such project or person.
 */
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

/** The messages to everyone so far, which someone who joins now finds in the list, read already. */
export async function listEarlierMessages(actor: Actor): Promise<{ id: string; sentAt: Date }[]> {
  const rows = await actor.tx
    .selectFrom('notification')
    .select(['id', 'sent_at'])
    .where('audience', '=', 'all')
    .execute()
  return rows.map((row) => ({ id: row.id, sentAt: row.sent_at }))
}

/** The audience of a document with this project and person; null for one that only administrators see. */
export function documentAudience(
  projectId: string | null,
  investorId: string | null,
): Audience | null {
  if (investorId) return { audience: 'investor', projectId: null, investorId }
  return projectId ? { audience: 'project', projectId, investorId: null } : null
}

/** How many people an audience is, and how many of them have an account that mail goes to. */
export type Reach = { people: number; mails: number }

/** Whom the recipients of a form would reach now; null while they name no one, or no one who is there. */
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

/** A project one may write to, and how many people that is. */
export type ProjectChoice = { id: string; name: string; investors: number }

/** How many people each audience has now, for the forms that choose one. Projects by name; archived ones are left out. */
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
