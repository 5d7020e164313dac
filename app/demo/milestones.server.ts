import type { AdminActor } from '../platform/database/database.server.ts'
import { addDays, type CalendarDate } from '../values/calendar-date.ts'
import { daysAgo, instantOn, reportedMonths } from './days.ts'
import { altOf, type SuppliedPictureName, storeSuppliedPicture } from './pictures.server.ts'
import type { ProjectKey } from './projects.ts'

type Reached = { on: CalendarDate; picture: SuppliedPictureName }
type DemoMilestone = { name: string; plannedOn: CalendarDate; reached: Reached | null }

/** Two milestones of Twin Towers that are reached, as its updates say, and one that is awaited. */
function demoMilestones(today: CalendarDate): DemoMilestone[] {
  const [newest, , first] = reportedMonths(today, 3)
  if (!newest || !first) throw new Error('no month was reported on')
  const podium = daysAgo(first.reportedOn, 21)
  const tenthFloor = daysAgo(newest.reportedOn, 9)
  return [
    {
      name: 'Podium',
      plannedOn: daysAgo(podium, 6),
      reached: { on: podium, picture: 'garden' },
    },
    {
      name: 'Tenth floor of the east tower',
      plannedOn: addDays(tenthFloor, 2),
      reached: { on: tenthFloor, picture: 'construction' },
    },
    { name: 'Roof', plannedOn: addDays(today, 75), reached: null },
  ]
}

/** Adds the milestones of Twin Towers; the awaited one is the last. Returns their ids in order. */
export async function addMilestones(
  admin: AdminActor,
  projectIds: Record<ProjectKey, string>,
  today: CalendarDate,
): Promise<string[]> {
  const ids = []
  for (const [index, milestone] of demoMilestones(today).entries()) {
    const { id } = await admin.tx
      .insertInto('milestone')
      .values({
        project_id: projectIds.twinTowers,
        name: milestone.name,
        planned_on: milestone.plannedOn,
        position: index + 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (milestone.reached) await reach(admin, id, milestone.reached)
    ids.push(id)
  }
  return ids
}

async function reach(admin: AdminActor, milestoneId: string, { on, picture }: Reached) {
  const { id } = await admin.tx
    .insertInto('milestone_reached')
    .values({
      milestone_id: milestoneId,
      reached_on: on,
      certifier_name: 'Wanjiru Njoroge',
      certifier_profession: 'Structural engineer',
      certifier_licence: 'A-2214',
      recorded_at: instantOn(on, 240),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pictureId = await storeSuppliedPicture(admin, picture)
  await admin.tx
    .insertInto('milestone_picture')
    .values({
      reached_id: id,
      picture_id: pictureId,
      position: 1,
      alt: altOf(picture),
      taken_on: on,
    })
    .execute()
}
