import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import type {
  AddMilestoneInput,
  EditMilestoneInput,
  MoveMilestoneInput,
} from './milestone-schema.ts'
import { findMilestone, type OfficeMilestone, usesOfMilestone } from './milestones.server.ts'

const mostMilestones = 60

export type MilestoneAdded =
  | { milestoneId: string }
  | { refused: 'not-found' | 'key-reused' }
  | { refused: 'too-many'; most: number }

/** Adds a milestone as the last of its project. Publishes milestone.changed. */
export function addMilestone(
  admin: AdminActor,
  projectId: string,
  input: AddMilestoneInput,
): Promise<MilestoneAdded> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'add-milestone', key, { ...facts, projectId }, () =>
    add(admin, projectId, facts),
  )
}

async function add(
  admin: AdminActor,
  projectId: string,
  { name, plannedOn }: Omit<AddMilestoneInput, 'key'>,
): Promise<MilestoneAdded> {
  const order = await lockOrder(admin, projectId)
  if (!order) return { refused: 'not-found' }
  if (order.length >= mostMilestones) return { refused: 'too-many', most: mostMilestones }
  const position = (order.at(-1)?.position ?? 0) + 1
  const { id: milestoneId } = await admin.tx
    .insertInto('milestone')
    .values({ project_id: projectId, name, planned_on: plannedOn, position })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish(admin, { kind: 'milestone.changed', milestoneId, projectId })
  return { milestoneId }
}

type Whose = { projectId: string; milestoneId: string }

/** `version-conflict` carries the stored state. */
export type MilestoneEdited =
  | { milestoneId: string }
  | { refused: 'not-found' }
  | { refused: 'version-conflict'; now: OfficeMilestone }

/** Changes the name and the planned day. Refused for an outdated `version`. Publishes milestone.changed. */
export async function editMilestone(
  admin: AdminActor,
  { projectId, milestoneId }: Whose,
  { version, name, plannedOn }: EditMilestoneInput,
): Promise<MilestoneEdited> {
  await lockOrder(admin, projectId)
  const now = await findMilestone(admin, projectId, milestoneId)
  if (!now) return { refused: 'not-found' }
  if (now.version !== version) return { refused: 'version-conflict', now }
  await admin.tx
    .updateTable('milestone')
    .set({ name, planned_on: plannedOn })
    .where('id', '=', milestoneId)
    .execute()
  await publish(admin, { kind: 'milestone.changed', milestoneId, projectId })
  return { milestoneId }
}

/** Moves a milestone to a place from 1. Concurrent moves are serialised. Publishes milestone.changed. */
export async function moveMilestone(
  admin: AdminActor,
  projectId: string,
  { milestoneId, place }: MoveMilestoneInput,
): Promise<{ milestoneId: string } | { refused: 'not-found' }> {
  const order = await lockOrder(admin, projectId)
  const ids = order?.map(({ id }) => id) ?? []
  if (!ids.includes(milestoneId)) return { refused: 'not-found' }
  const others = ids.filter((id) => id !== milestoneId)
  const moved = others.toSpliced(Math.max(place - 1, 0), 0, milestoneId)
  await sql`
    update milestone m set position = o.place
    from unnest(${moved}::uuid[]) with ordinality o (id, place)
    where m.id = o.id and m.project_id = ${projectId} and m.position <> o.place`.execute(admin.tx)
  await publish(admin, { kind: 'milestone.changed', milestoneId, projectId })
  return { milestoneId }
}

export type MilestoneRemoved =
  | { milestoneId: string }
  | { refused: 'not-found' | 'was-reached' | 'version-conflict' }
  | { refused: 'plans-wait'; plans: number; templates: number }

/**
 * Removes a milestone that was never reached. Refused while a payment plan or template waits for it, and for an outdated
 * `version`. Publishes milestone.changed.
 */
export async function removeMilestone(
  admin: AdminActor,
  { projectId, milestoneId }: Whose,
  version: number,
): Promise<MilestoneRemoved> {
  await lockOrder(admin, projectId)
  const milestone = await admin.tx
    .selectFrom('milestone')
    .select('version')
    .where('id', '=', milestoneId)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst()
  if (!milestone) return { refused: 'not-found' }
  const { plans, templates, reached } = await usesOfMilestone(admin, milestoneId)
  if (reached > 0) return { refused: 'was-reached' }
  if (plans + templates > 0) return { refused: 'plans-wait', plans, templates }
  if (milestone.version !== version) return { refused: 'version-conflict' }
  await admin.tx.deleteFrom('milestone').where('id', '=', milestoneId).execute()
  await publish(admin, { kind: 'milestone.changed', milestoneId, projectId })
  return { milestoneId }
}

/**
 * The milestones of a project in order; null for an unknown project. Its own lock serialises them: agreeing a plan
 * locks milestones, then the project.
 */
async function lockOrder(admin: AdminActor, projectId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`milestones:${projectId}`}, 0))`.execute(
    admin.tx,
  )
  const project = await admin.tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (!project) return null
  return admin.tx
    .selectFrom('milestone')
    .select(['id', 'position'])
    .where('project_id', '=', projectId)
    .orderBy('position')
    .execute()
}
