import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CalendarDate, isAfter, isBefore } from '../../values/calendar-date.ts'
import type { ReachMilestoneInput, VoidMilestoneInput } from './milestone-schema.ts'
import { storePicture, type UploadedPicture } from './store-picture.server.ts'

type Whose = { projectId: string; milestoneId: string }

/** A picture of what was built, with the day it was taken. */
export type ProofPicture = { picture: UploadedPicture; alt: string; takenOn: CalendarDate }

type Facts = Pick<
  ReachMilestoneInput,
  'reachedOn' | 'certifierName' | 'certifierProfession' | 'certifierLicence' | 'documentId' | 'note'
>

/** Includes the keys of the files in use. */
export type MilestoneReachedResult =
  | { reachedId: string; fileKeys: string[] }
  | {
      refused: 'not-found' | 'key-reused' | 'already-reached' | 'without-proof' | 'unknown-document'
    }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'before-start'; startedOn: CalendarDate }
  | { refused: 'out-of-order'; other: string; on: CalendarDate; comesBefore: boolean }

/**
 * Records that a milestone was reached, with its proof and who certified it; once, until that is voided. A repetition
 * returns the first files' keys; the caller deletes the others. The day is between those of the milestones before and after it.
 * Locks the milestones of the project. Publishes milestone.reached.
 */
export function reachMilestone(
  admin: AdminActor,
  whose: Whose,
  { key, ...facts }: Facts & { key: string },
  pictures: ProofPicture[],
): Promise<MilestoneReachedResult> {
  const shown = pictures.map(({ picture, alt, takenOn }) => [picture.sentSha256, alt, takenOn])
  const sent = { ...whose, ...facts, pictures: JSON.stringify(shown) }
  return exactlyOnce(admin, 'reach-milestone', key, sent, () =>
    reach(admin, whose, facts, pictures),
  )
}

async function reach(
  admin: AdminActor,
  { projectId, milestoneId }: Whose,
  facts: Facts,
  pictures: ProofPicture[],
): Promise<MilestoneReachedResult> {
  const today = clock.today()
  if (isAfter(facts.reachedOn, today)) return { refused: 'in-the-future', today }
  await lockMilestones(admin, projectId)
  const milestone = await lockMilestone(admin, { projectId, milestoneId })
  if (!milestone) return { refused: 'not-found' }
  if (milestone.reached_id !== null) return { refused: 'already-reached' }
  const misplaced = await misplacedDay(admin, { projectId, milestoneId }, facts.reachedOn)
  if (misplaced) return misplaced
  if (pictures.length === 0 && facts.documentId === null) return { refused: 'without-proof' }
  if (facts.documentId !== null && !(await isProof(admin, projectId, facts.documentId)))
    return { refused: 'unknown-document' }
  const { id: reachedId } = await admin.tx
    .insertInto('milestone_reached')
    .values({
      milestone_id: milestoneId,
      reached_on: facts.reachedOn,
      certifier_name: facts.certifierName,
      certifier_profession: facts.certifierProfession,
      certifier_licence: facts.certifierLicence,
      document_id: facts.documentId,
      note: facts.note,
      recorded_by: admin.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [index, { picture, alt, takenOn }] of pictures.entries()) {
    const pictureId = await storePicture(admin, picture, [{ ...picture, format: 'webp' }])
    await admin.tx
      .insertInto('milestone_picture')
      .values({
        reached_id: reachedId,
        picture_id: pictureId,
        position: index + 1,
        alt,
        taken_on: takenOn,
      })
      .execute()
  }
  await publish(admin, { kind: 'milestone.reached', milestoneId, projectId })
  return { reachedId, fileKeys: pictures.map(({ picture }) => picture.key) }
}

type Misplaced = Extract<MilestoneReachedResult, { refused: 'before-start' | 'out-of-order' }>

/** Why a milestone of a project was not reached on a day: its start, and the days of the milestones before and after. */
async function misplacedDay(
  { tx }: AdminActor,
  { projectId, milestoneId }: Whose,
  reachedOn: CalendarDate,
): Promise<Misplaced | null> {
  const project = await tx
    .selectFrom('project')
    .select('started_on')
    .where('id', '=', projectId)
    .executeTakeFirst()
  const startedOn = project?.started_on ?? null
  if (startedOn !== null && isBefore(reachedOn, startedOn))
    return { refused: 'before-start', startedOn }
  const others = await tx
    .selectFrom('milestone')
    .innerJoin('milestone_reached as reached', 'reached.id', 'milestone.reached_id')
    .innerJoin('milestone as this', 'this.project_id', 'milestone.project_id')
    .select(['milestone.name', 'reached.reached_on'])
    .select(sql<boolean>`milestone.position < this.position`.as('comes_before'))
    .where('this.id', '=', milestoneId)
    .orderBy('milestone.position')
    .execute()
  const isMisplaced = ({ reached_on, comes_before }: (typeof others)[number]) =>
    comes_before ? isBefore(reachedOn, reached_on) : isAfter(reachedOn, reached_on)
  const found =
    others.findLast((other) => other.comes_before && isMisplaced(other)) ?? others.find(isMisplaced)
  if (!found) return null
  const { name: other, reached_on: on, comes_before: comesBefore } = found
  return { refused: 'out-of-order', other, on, comesBefore }
}

/** In the order in which plans lock them. */
async function lockMilestones({ tx }: AdminActor, projectId: string) {
  await tx
    .selectFrom('milestone')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export type MilestoneVoided =
  | { reachedId: string }
  | { refused: 'not-found' | 'key-reused' | 'already-voided' }

/** Takes back that a milestone was reached, with a reason. Publishes milestone.voided. */
export function voidMilestone(
  admin: AdminActor,
  whose: Whose,
  { key, ...facts }: VoidMilestoneInput,
): Promise<MilestoneVoided> {
  return exactlyOnce(admin, 'void-milestone', key, { ...whose, ...facts }, async () => {
    const { reachedId, reason } = facts
    const milestone = await lockMilestone(admin, whose)
    if (!milestone) return { refused: 'not-found' as const }
    if (milestone.reached_id !== reachedId) return { refused: 'already-voided' as const }
    await admin.tx
      .insertInto('milestone_void')
      .values({ reached_id: reachedId, reason, recorded_by: admin.userId })
      .execute()
    await publish(admin, { kind: 'milestone.voided', ...whose })
    return { reachedId }
  })
}

function lockMilestone(admin: AdminActor, { projectId, milestoneId }: Whose) {
  return admin.tx
    .selectFrom('milestone')
    .select('reached_id')
    .where('id', '=', milestoneId)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst()
}

async function isProof(admin: AdminActor, projectId: string, documentId: string) {
  const found = await admin.tx
    .selectFrom('document')
    .select('id')
    .where('id', '=', documentId)
    .where('project_id', '=', projectId)
    .where('investor_id', 'is', null)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return found !== undefined
}
