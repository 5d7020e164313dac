import { sql } from 'kysely'
import type { Actor, AdminActor, InvestorReader } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Milestone, MilestonePicture } from './milestone.ts'
import { shownPictures } from './shown-pictures.server.ts'

/** The milestones of a project that this actor may see, in order. What was voided is left out. */
export async function listMilestones(actor: Actor, projectId: string): Promise<Milestone[]> {
  const rows = await withReached(actor)
    .where('milestone.project_id', '=', projectId)
    .orderBy('milestone.position')
    .execute()
  const pictures = await picturesOfReached(
    actor,
    rows.flatMap(({ reached_id }) => reached_id ?? []),
  )
  return rows.map((row) => milestoneOf(row, pictures))
}

/** The milestones of a published project by its slug, in order. */
export async function listPublishedMilestones(actor: Actor, slug: string): Promise<Milestone[]> {
  const project = await actor.tx
    .selectFrom('project')
    .select('id')
    .where('slug', '=', slug)
    .where('published', '=', true)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return project ? listMilestones(actor, project.id) : []
}

function withReached(actor: Actor) {
  return actor.tx
    .selectFrom('milestone')
    .leftJoin('milestone_reached as reached', 'reached.id', 'milestone.reached_id')
    .select(['milestone.id', 'milestone.name', 'milestone.planned_on', 'milestone.reached_id'])
    .select(['reached.reached_on', 'reached.certifier_name'])
    .select(['reached.certifier_profession', 'reached.certifier_licence'])
}

type Row = Awaited<ReturnType<ReturnType<typeof withReached>['executeTakeFirstOrThrow']>>
type Pictures = Map<string, MilestonePicture[]>

function milestoneOf(row: Row, pictures: Pictures): Milestone {
  const { reached_id: id, reached_on: on } = row
  return {
    id: row.id,
    name: row.name,
    plannedOn: row.planned_on,
    reached:
      id === null || on === null
        ? null
        : {
            id,
            on,
            certifier: {
              name: row.certifier_name ?? '',
              profession: row.certifier_profession ?? '',
              licence: row.certifier_licence ?? '',
            },
            pictures: pictures.get(id) ?? [],
          },
  }
}

async function picturesOfReached(actor: Actor, reachedIds: string[]): Promise<Pictures> {
  if (reachedIds.length === 0) return new Map()
  const rows = await actor.tx
    .selectFrom('milestone_picture as placed')
    .innerJoin('picture', 'picture.id', 'placed.picture_id')
    .select(['placed.reached_id', 'placed.alt', 'placed.taken_on', ...shownPictures])
    .where('placed.reached_id', 'in', reachedIds)
    .orderBy('placed.position')
    .execute()
  const byReached = Map.groupBy(rows, (row) => row.reached_id)
  return new Map(
    [...byReached].map(([id, placed]) => [
      id,
      placed.map(({ reached_id: _, avif_widths, taken_on, ...picture }) => ({
        ...picture,
        avifWidths: avif_widths,
        takenOn: taken_on,
      })),
    ]),
  )
}

/** With what only the office sees: the document, the note, and what was voided. */
export type OfficeMilestone = Milestone & {
  version: number
  note: string | null
  document: { id: string; title: string } | null
  /** What was reached and taken back again, newest first. */
  voided: { id: string; on: CalendarDate; reason: string; voidedAt: Date }[]
}

/** The milestones of a project with what was voided, in order. */
export async function listOfficeMilestones(
  admin: AdminActor,
  projectId: string,
): Promise<OfficeMilestone[]> {
  const milestones = await listMilestones(admin, projectId)
  const more = await admin.tx
    .selectFrom('milestone')
    .leftJoin('milestone_reached as reached', 'reached.id', 'milestone.reached_id')
    .leftJoin('document', 'document.id', 'reached.document_id')
    .select(['milestone.id', 'milestone.version', 'reached.note'])
    .select(['document.id as document_id', 'document.title'])
    .where('milestone.project_id', '=', projectId)
    .execute()
  const voided = Map.groupBy(await voidedOf(admin, projectId), (row) => row.milestoneId)
  return milestones.map((milestone) => {
    const row = more.find(({ id }) => id === milestone.id)
    return {
      ...milestone,
      version: row?.version ?? 1,
      note: row?.note ?? null,
      document: row?.document_id ? { id: row.document_id, title: row.title ?? '' } : null,
      voided: voided.get(milestone.id) ?? [],
    }
  })
}

function voidedOf(admin: AdminActor, projectId: string) {
  return admin.tx
    .selectFrom('milestone_void as voiding')
    .innerJoin('milestone_reached as reached', 'reached.id', 'voiding.reached_id')
    .innerJoin('milestone', 'milestone.id', 'reached.milestone_id')
    .select(['milestone.id as milestoneId', 'reached.id', 'reached.reached_on as on'])
    .select(['voiding.reason', 'voiding.recorded_at as voidedAt'])
    .where('milestone.project_id', '=', projectId)
    .orderBy('voiding.recorded_at', 'desc')
    .execute()
}

/** A milestone for the office; null for an id of another project. */
export async function findMilestone(
  admin: AdminActor,
  projectId: string,
  milestoneId: string,
): Promise<OfficeMilestone | null> {
  const milestones = await listOfficeMilestones(admin, projectId)
  return milestones.find(({ id }) => id === milestoneId) ?? null
}

/** Documents of the project that can prove a milestone: active, and for all its investors. */
export function listProofDocuments(
  admin: AdminActor,
  projectId: string,
): Promise<{ id: string; title: string }[]> {
  return admin.tx
    .selectFrom('document')
    .select(['id', 'title'])
    .where('project_id', '=', projectId)
    .where('investor_id', 'is', null)
    .where('status', '=', 'active')
    .orderBy('uploaded_at', 'desc')
    .limit(200)
    .execute()
}

/** A reached milestone for its notification; null once it was voided. For reactions. */
export async function findReachedMilestone(actor: Actor, milestoneId: string) {
  const row = await withReached(actor)
    .innerJoin('project', 'project.id', 'milestone.project_id')
    .select('project.name as project')
    .where('milestone.id', '=', milestoneId)
    .executeTakeFirst()
  if (!row?.reached_on) return null
  const { project, ...facts } = row
  const pictures = await picturesToEncodeOf(actor, row.reached_id ?? '')
  return { project, pictures, milestone: milestoneOf(facts, new Map()) }
}

/** The documents that prove milestones of a project, by milestone id, as far as the reader may open them. */
export async function proofDocumentsOf(
  reader: InvestorReader,
  projectId: string,
): Promise<Map<string, { id: string; title: string }>> {
  const rows = await reader.tx
    .selectFrom('milestone')
    .innerJoin('milestone_reached as reached', 'reached.id', 'milestone.reached_id')
    .innerJoin('document', 'document.id', 'reached.document_id')
    .select(['milestone.id as milestoneId', 'document.id', 'document.title'])
    .where('milestone.project_id', '=', projectId)
    .where('document.status', '=', 'active')
    .execute()
  return new Map(rows.map(({ milestoneId, id, title }) => [milestoneId, { id, title }]))
}

/** The names of a milestone and its project, for a notification; null for an unknown id. For reactions. */
export async function findMilestoneNotice(
  actor: Actor,
  milestoneId: string,
): Promise<{ project: string; name: string } | null> {
  const row = await actor.tx
    .selectFrom('milestone')
    .innerJoin('project', 'project.id', 'milestone.project_id')
    .select(['project.name as project', 'milestone.name'])
    .where('milestone.id', '=', milestoneId)
    .executeTakeFirst()
  return row ?? null
}

async function picturesToEncodeOf(actor: Actor, reachedId: string): Promise<string[]> {
  const rows = await actor.tx
    .selectFrom('milestone_picture')
    .select('picture_id')
    .where('reached_id', '=', reachedId)
    .execute()
  return rows.map(({ picture_id }) => picture_id)
}

/** What keeps a milestone from being removed. */
export type MilestoneUses = { plans: number; templates: number; reached: number }

/** Plans and templates that wait for a milestone, and how often it was reached, voided ones included. */
export async function usesOfMilestone(
  admin: AdminActor,
  milestoneId: string,
): Promise<MilestoneUses> {
  const { rows } = await sql<MilestoneUses>`
    select plans, templates, reached from app.milestone_uses(${milestoneId})`.execute(admin.tx)
  return rows[0] ?? { plans: 0, templates: 0, reached: 0 }
}
